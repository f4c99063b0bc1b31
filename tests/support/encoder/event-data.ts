/**
 * The `data` of an event in the words of a dialect: where packet type, number and size stand, how ACK ranges and
 * streams are spelt, and in which unit RTTs are. Metrics arrive here already shaped (`shape-metrics.ts`).
 * Sources: quic-events drafts 00 to 14, and what each stack writes.
 */
import type { Dialect, FieldStyle } from './dialect.ts';
import { U64_MAX } from './json-text.ts';
import type {
  AckRange,
  Json,
  JsonObject,
  LossEvent,
  Metric,
  MetricsEvent,
  ModelFrame,
  PacketEvent,
  PacketType,
} from './model.ts';
import type { ShapedEvent } from './shape-metrics.ts';

const TIME_METRICS: ReadonlySet<string> = new Set<Metric>([
  'min_rtt',
  'smoothed_rtt',
  'latest_rtt',
  'rtt_variance',
]);

/** @returns the event's data; other events keep theirs. */
export function dataOf(event: ShapedEvent, dialect: Dialect): JsonObject {
  const { fields } = dialect;
  switch (event.kind) {
    case 'packet_sent':
    case 'packet_received':
      return packetData(event, dialect);
    case 'packet_lost':
      return lossData(event, fields);
    case 'metrics':
      return metricsData(event, dialect);
    case 'state':
      return event.old === null ? { new: event.state } : { old: event.old, new: event.state };
    case 'counter':
      return { cf_lost_packets: { total: event.total, delta: 1 } };
    case 'other':
      return event.data;
  }
}

function packetData(event: PacketEvent, dialect: Dialect): JsonObject {
  const { fields, units } = dialect;
  const type = typeWord(event.packetType, fields.packetTypeWords);
  const number = numberOf(event.packetNumber, fields);
  const size = sizeParts(event.sizeBytes, fields);
  const frames = event.frames.map((frame) => frameData(frame, fields, units));
  return {
    ...(fields.packetType === 'data.type' ? { type } : {}),
    ...(fields.packetType === 'data' || fields.packetType === 'both' ? { packet_type: type } : {}),
    header: {
      ...(fields.packetType === 'header' || fields.packetType === 'both' ? { packet_type: type } : {}),
      packet_number: number,
      ...size.header,
    },
    ...size.data,
    ...(fields.frames === 'none' ? {} : { frames }),
  };
}

function lossData(event: LossEvent, fields: FieldStyle): JsonObject {
  const type = typeWord(event.packetType, fields.packetTypeWords);
  const number = numberOf(event.packetNumber, fields);
  const header = { packet_type: type, packet_number: number, ...sizeParts(event.sizeBytes, fields).header };
  switch (fields.lost) {
    case 'header':
    case 'counter':
      return { header, trigger: 'reordering_threshold' };
    case 'type':
      return { type, packet_number: number };
    case 'top-level-string':
      return { packet_type: type, packet_number: String(event.packetNumber), trigger: 'time_threshold' };
    case 'both':
      return { packet_type: type, packet_number: number, trigger: 'repeat', header };
  }
}

interface SizeParts {
  readonly header: JsonObject;
  readonly data: JsonObject;
}

/** An AEAD tag and a short header with an 8-byte connection ID: what a payload length leaves out. */
const OVERHEAD_BYTES = 30;

function sizeParts(sizeBytes: number, { size }: FieldStyle): SizeParts {
  const payload_length = Math.max(0, sizeBytes - OVERHEAD_BYTES);
  switch (size) {
    case 'raw.length':
      return { header: {}, data: { raw: { length: sizeBytes, payload_length } } };
    case 'raw.payload_length':
      return { header: {}, data: { raw: { payload_length } } };
    case 'header.packet_size':
      return { header: { packet_size: sizeBytes, payload_length }, data: {} };
    case 'header.length':
      return { header: { length: sizeBytes }, data: {} };
    case 'length':
      return { header: {}, data: { length: sizeBytes } };
    case 'none':
      return { header: {}, data: {} };
  }
}

function typeWord(type: PacketType, words: FieldStyle['packetTypeWords']): string {
  switch (words) {
    case 'usual':
      return type;
    case 'lower':
      return type.toLowerCase();
    case 'upper':
      return type.toUpperCase();
    case 'onertt':
      return type === '1RTT' ? 'onertt' : type === '0RTT' ? 'zerortt' : type;
    case 'short_header':
      return type === '1RTT' ? 'short_header' : type;
  }
}

/** quiche writes its RTTs to the ns. */
const usOf = (ms: number): number => Number((ms * 1000).toFixed(3));

const numberOf = (value: number, { numbers }: FieldStyle): Json =>
  numbers === 'string' ? String(value) : value;

function frameData(frame: ModelFrame, fields: FieldStyle, units: Dialect['units']): JsonObject {
  const word = (type: string): string => (fields.frames === 'upper' ? type.toUpperCase() : type);
  switch (frame.type) {
    case 'ack': {
      const delay = units === 'us' ? usOf(frame.ackDelayMs) : frame.ackDelayMs;
      return {
        frame_type: word('ack'),
        ack_delay: numberOf(delay, fields),
        [fields.ackKey]: rangesOf(frame.ranges, fields),
      };
    }
    case 'stream':
      return {
        frame_type: word('stream'),
        ...streamId(frame.streamId, fields),
        offset: numberOf(frame.offset, fields),
        ...lengthOf(frame.lengthBytes, fields),
      };
    case 'other':
      return {
        frame_type: word(frame.name),
        ...(frame.lengthBytes === null ? {} : lengthOf(frame.lengthBytes, fields)),
      };
  }
}

function rangesOf(ranges: readonly AckRange[], fields: FieldStyle): Json {
  const ascending = [...ranges].sort(([a], [b]) => a - b);
  const ordered = fields.ackOrder === 'ascending' ? ascending : ascending.reverse();
  return ordered.map(([from, to]) => {
    const one = fields.ackShape === 'singles' && from === to;
    return (one ? [from] : [from, to]).map((number) => numberOf(number, fields));
  });
}

function streamId(id: number, fields: FieldStyle): JsonObject {
  switch (fields.streamId) {
    case 'stream_id':
      return { stream_id: numberOf(id, fields) };
    case 'stream_id-string':
      return { stream_id: String(id) };
    case 'id':
      return { id: numberOf(id, fields) };
  }
}

function lengthOf(lengthBytes: number, fields: FieldStyle): JsonObject {
  switch (fields.streamLength) {
    case 'length':
      return { length: numberOf(lengthBytes, fields) };
    case 'raw.length':
      return { raw: { length: lengthBytes } };
    case 'raw.payload_length':
      return { raw: { payload_length: lengthBytes } };
  }
}

function metricsData(event: MetricsEvent, { fields, units }: Dialect): JsonObject {
  const entries = Object.entries(event.values).map(([metric, value]): [string, Json] => {
    if (metric === 'congestion_window') return [fields.window, value];
    if (value === Number.POSITIVE_INFINITY)
      return [metric, fields.unlimited === 'u64-string' ? '18446744073709551615' : U64_MAX];
    if (!TIME_METRICS.has(metric)) return [metric, value];
    const ms = fields.rtt === 'whole-ms' ? Math.floor(value) : value;
    return [metric, units === 'us' ? usOf(ms) : ms];
  });
  return Object.fromEntries(entries);
}
