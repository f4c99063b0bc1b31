/**
 * One parsed event to one row of a batch. Driven by the schema's tables: no code here knows a version
 * or an implementation. Values of a wrong type count as absent; nothing here throws on any JSON.
 */
import {
  asNumber,
  asObject,
  discardedSpaceOf,
  EventKind,
  eventKindOf,
  flagsOfFrame,
  isAckFrame,
  METRIC_FIELDS,
  PacketFlag,
  packetSpaceOf,
} from '../qlog-schema';
import type { EventBatch } from '../series/event-batch';
import type { StreamProgress } from './stream-progress';

type JsonObject = { readonly [key: string]: unknown };

/** ACK ranges read per event: a hostile list must not cost more than a real one. */
const MAX_RANGES = 4096;

/** The largest UDP payload; a size above it is a damaged number. */
const MAX_PACKET_BYTES = 65_535;

/** The event's `namespace:type`, from `name` or from the older `category` and `type` keys. */
export function eventName(event: JsonObject): string | null {
  if (typeof event.name === 'string') return event.name;
  const type = event.type ?? event.event ?? event.event_type;
  if (typeof type !== 'string') return null;
  return typeof event.category === 'string' ? `${event.category}:${type}` : type;
}

/**
 * Adds one event to the batch, which must not be full.
 * @param unitsPerMs unit of time fields inside the data (RTTs), see `TraceHeader`.
 * @param streams what the trace has sent so far, to tell resent stream data.
 */
export function decodeEvent(
  batch: EventBatch,
  name: string,
  data: JsonObject,
  timeUs: number,
  offset: number,
  unitsPerMs: number,
  streams: StreamProgress,
): void {
  const kind = eventKindOf(name);
  const row = batch.begin(kind, timeUs, offset);
  switch (kind) {
    case EventKind.packetSent:
      decodePacket(batch, row, data, (frame, type) => {
        if (type === 'stream' && streams.resends(frame)) addFlags(batch, row, PacketFlag.resentData);
      });
      break;
    case EventKind.packetReceived:
      // Only ACKs that arrive say something about our packets.
      decodePacket(batch, row, data, (frame, type) => {
        if (isAckFrame(type)) decodeAck(batch, row, frame);
      });
      break;
    case EventKind.packetLost:
      decodeHeader(batch, row, data);
      if (data.is_mtu_probe_packet === true) addFlags(batch, row, PacketFlag.mtuProbe);
      break;
    case EventKind.packetsAcked:
      decodeAckedList(batch, row, data);
      break;
    case EventKind.metricsUpdated:
      decodeMetrics(batch, row, data, unitsPerMs);
      break;
    case EventKind.congestionStateUpdated:
      if (typeof data.new === 'string') batch.names.set(row, data.new);
      break;
    case EventKind.keyDiscarded:
      if (typeof data.key_type === 'string') batch.space[row] = discardedSpaceOf(data.key_type);
      break;
    default:
      break;
  }
}

function addFlags(batch: EventBatch, row: number, flags: number): void {
  batch.flags[row] = (batch.flags[row] as number) | flags;
}

/** Packet type, number and size from wherever the dialect keeps them. */
function decodeHeader(batch: EventBatch, row: number, data: JsonObject): void {
  const header = asObject(data.header);
  const raw = asObject(data.raw);
  const type = header?.packet_type ?? data.packet_type ?? data.type;
  batch.space[row] = packetSpaceOf(typeof type === 'string' ? type : '1RTT');
  batch.packetNumber[row] = asNumber(header?.packet_number ?? data.packet_number) ?? Number.NaN;
  const size = asNumber(raw?.length) ?? asNumber(header?.packet_size) ?? asNumber(header?.length) ?? 0;
  batch.sizeBytes[row] = Math.min(Math.max(0, size), MAX_PACKET_BYTES);
}

function decodePacket(
  batch: EventBatch,
  row: number,
  data: JsonObject,
  onFrame: (frame: JsonObject, type: string) => void,
): void {
  decodeHeader(batch, row, data);
  if (data.is_mtu_probe_packet === true) addFlags(batch, row, PacketFlag.mtuProbe);
  if (data.trigger === 'pto_probe') addFlags(batch, row, PacketFlag.ptoProbe);
  if (!Array.isArray(data.frames)) {
    addFlags(batch, row, PacketFlag.framesUnknown | PacketFlag.ackEliciting | PacketFlag.inFlight);
    return;
  }
  for (const item of data.frames as readonly unknown[]) {
    const frame = asObject(item);
    if (typeof frame?.frame_type !== 'string') continue;
    const type = frame.frame_type.toLowerCase();
    addFlags(batch, row, flagsOfFrame(type));
    onFrame(frame, type);
  }
}

function decodeAck(batch: EventBatch, row: number, frame: JsonObject): void {
  const ce = asNumber(frame.ce);
  if (ce !== null) batch.ceCount[row] = ce;
  if (!Array.isArray(frame.acked_ranges)) return;
  for (const range of (frame.acked_ranges as readonly unknown[]).slice(0, MAX_RANGES)) {
    if (!Array.isArray(range)) continue;
    const from = asNumber(range[0]);
    const to = range.length > 1 ? asNumber(range[1]) : from;
    if (from !== null && to !== null && from >= 0 && to >= from) batch.addPair(row, from, to);
  }
}

function decodeAckedList(batch: EventBatch, row: number, data: JsonObject): void {
  const space = data.packet_number_space;
  batch.space[row] = packetSpaceOf(typeof space === 'string' ? space : '1RTT');
  if (!Array.isArray(data.packet_numbers)) return;
  for (const item of (data.packet_numbers as readonly unknown[]).slice(0, MAX_RANGES)) {
    const packetNumber = asNumber(item);
    if (packetNumber !== null && packetNumber >= 0) batch.addPair(row, packetNumber, packetNumber);
  }
}

function decodeMetrics(batch: EventBatch, row: number, data: JsonObject, unitsPerMs: number): void {
  for (const { field, keys, nestedKey, unit } of METRIC_FIELDS) {
    for (const key of keys) {
      const logged = data[key];
      const value = asNumber(nestedKey === undefined ? logged : asObject(logged)?.[nestedKey]);
      if (value === null || value < 0) continue;
      batch.addPair(row, field, unit === 'time' ? (value / unitsPerMs) * 1000 : value);
      break;
    }
  }
}
