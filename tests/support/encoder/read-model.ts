/**
 * Reads a quiche trace (0.27 or newer, JSON-SEQ, relative ms) into the model, with nothing but JSON.parse.
 * quiche counts its losses and names none: the packets that the writer's dialects name as lost are the oldest
 * ones outstanding when the counter rises. All dialects tell the same story, and that is what they are for.
 */
import {
  type AckRange,
  type Json,
  type JsonObject,
  type LossEvent,
  METRICS,
  type Metric,
  type MetricValues,
  type ModelEvent,
  type ModelFrame,
  type PacketEvent,
  type PacketType,
  type TraceModel,
} from './model.ts';

interface QuicheRecord {
  readonly time: number;
  readonly name: string;
  readonly data: JsonObject;
}

/** quiche writes 2⁶⁴−1 for "no threshold yet"; no real one comes near 2⁵³. */
const UNLIMITED_BYTES = 2 ** 53;

const objectOf = (value: Json | undefined): JsonObject => (value ?? {}) as JsonObject;
const listOf = (value: Json | undefined): readonly JsonObject[] => (value ?? []) as readonly JsonObject[];

/**
 * @param bytes the inflated file.
 * @throws SyntaxError on a record that is no JSON: the recorded traces have none.
 */
export function readModel(bytes: Uint8Array): TraceModel {
  const texts = new TextDecoder().decode(bytes).split('\x1e').slice(1);
  const [header, ...records] = texts.map((text) => JSON.parse(text));
  const outstanding = new Map<string, PacketEvent>();
  const events = (records as readonly QuicheRecord[]).flatMap((record) => eventsOf(record, outstanding));
  return { vantagePoint: header.trace.vantage_point.type, events };
}

function eventsOf(record: QuicheRecord, outstanding: Map<string, PacketEvent>): readonly ModelEvent[] {
  const { name, data } = record;
  const timeMs = Math.round(record.time * 1000) / 1000;
  switch (name) {
    case 'quic:packet_sent':
    case 'quic:packet_received': {
      const packet = packetOf(timeMs, name, data);
      follow(packet, outstanding);
      return [packet];
    }
    case 'quic:congestion_state_updated':
      return [{ kind: 'state', timeMs, state: String(data.new) }];
    case 'quic:recovery_metrics_updated': {
      const lost = Number(objectOf(data.cf_lost_packets).delta ?? 0);
      const values = metricsOf(data);
      const losses = takeOldest(outstanding, lost, timeMs);
      return Object.keys(values).length === 0 ? losses : [...losses, { kind: 'metrics', timeMs, values }];
    }
    default:
      return [{ kind: 'other', timeMs, name, data }];
  }
}

function packetOf(timeMs: number, name: string, data: JsonObject): PacketEvent {
  const header = objectOf(data.header);
  return {
    kind: name === 'quic:packet_sent' ? 'packet_sent' : 'packet_received',
    timeMs,
    packetType: header.packet_type as PacketType,
    packetNumber: Number(header.packet_number),
    sizeBytes: Number(objectOf(data.raw).length),
    frames: listOf(data.frames).map(frameOf),
  };
}

function frameOf(frame: JsonObject): ModelFrame {
  const length = objectOf(frame.raw).payload_length;
  const lengthBytes = length === undefined ? null : Number(length);
  switch (frame.frame_type) {
    case 'ack': {
      const ranges = frame.acked_ranges as readonly (readonly number[])[];
      return { type: 'ack', ackDelayMs: Number(frame.ack_delay), ranges: ranges.map(rangeOf) };
    }
    case 'stream':
      return {
        type: 'stream',
        streamId: Number(frame.stream_id),
        offset: Number(frame.offset),
        lengthBytes: lengthBytes ?? 0,
      };
    default:
      return { type: 'other', name: String(frame.frame_type), lengthBytes };
  }
}

function rangeOf(range: readonly number[]): AckRange {
  const [from = 0, to = from] = range;
  return [from, to];
}

function metricsOf(data: JsonObject): MetricValues {
  const values: { [metric in Metric]?: number } = {};
  for (const metric of METRICS) {
    const value = data[metric];
    if (typeof value !== 'number') continue;
    values[metric] = metric === 'ssthresh' && value >= UNLIMITED_BYTES ? Number.POSITIVE_INFINITY : value;
  }
  return values;
}

const APPLICATION = 'application';

/** 0-RTT and 1-RTT packets share their numbers (RFC 9000 §12.3). */
function keyOf(type: PacketType, packetNumber: number): string {
  return `${type === 'initial' || type === 'handshake' ? type : APPLICATION} ${packetNumber}`;
}

/** Keeps the list of packets that wait for their ACK, in sending order. */
function follow(packet: PacketEvent, outstanding: Map<string, PacketEvent>): void {
  const { kind, packetType, packetNumber, frames } = packet;
  if (kind === 'packet_sent') {
    if (frames.some(({ type }) => type !== 'ack')) outstanding.set(keyOf(packetType, packetNumber), packet);
    return;
  }
  for (const frame of frames) {
    if (frame.type !== 'ack') continue;
    for (const [from, to] of frame.ranges)
      for (let number = from; number <= to; number++) outstanding.delete(keyOf(packetType, number));
  }
}

/** 1-RTT packets first: those of the handshake may wait for keys that are gone. */
function takeOldest(
  outstanding: Map<string, PacketEvent>,
  count: number,
  timeMs: number,
): readonly LossEvent[] {
  const byAge = [...outstanding];
  const late = byAge.filter(([key]) => key.startsWith(APPLICATION));
  const early = byAge.filter(([key]) => !key.startsWith(APPLICATION));
  const oldest = [...late, ...early].slice(0, count);
  for (const [key] of oldest) outstanding.delete(key);
  return oldest.map(([, { packetType, packetNumber, sizeBytes }]) => ({
    kind: 'packet_lost',
    timeMs,
    packetType,
    packetNumber,
    sizeBytes,
  }));
}
