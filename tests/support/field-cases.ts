/**
 * Events made from the schema's tables: for each field one event in each of its spellings, and random ones. A field that
 * is added to a table is in here without more.
 */
import { ALL_FRAME_FIELDS, EVENT_FIELDS } from '../../src/qlog-schema/event-fields.ts';
import {
  EVENT_DEFINITIONS,
  EventKind,
  type Fact,
  type FieldDefinition,
  type ValueType,
} from '../../src/qlog-schema/index.ts';
import type { Random } from './encoder/random.ts';

type Json = { readonly [key: string]: unknown };

/** A field in an event, spelled with one of its keys. */
export interface FieldCase {
  readonly kind: EventKind;
  readonly name: string;
  readonly field: FieldDefinition;
  readonly isOfFrame: boolean;
  readonly key: string;
  /** The events that hold it, and the same without it. */
  readonly events: readonly Json[];
  readonly without: readonly Json[];
}

const EVENTS = 12;

/** A valid value of each type, another one in each event where it may differ. */
const VALUES: { readonly [type in ValueType]: (i: number, words: readonly string[]) => unknown } = {
  amount: (i) => 3 + 7 * i,
  number: (i) => 0.5 + i,
  flag: () => true,
  word: (_, words) => words[0],
  time: (i) => 1.5 + i,
  rtt: (i) => 20.5 + i,
  rate: (i) => 8000 + 8 * i,
  milliseconds: () => 25,
  ackDelay: (i) => 0.25 + i,
  packetNumber: (i) => 100 + i,
  packetType: () => 'handshake',
  space: () => 'handshake',
  keyType: (_, words) => words[1],
  range: (i) => [i, i + 2],
  frame: () => ({ frame_type: 'ping' }),
  frameType: () => 'handshake_done',
  frameTypeOrNumber: (_, words) => words[0],
  sizes: (i) => ({ length: i, payload_length: i }),
  state: () => 'recovery',
  trigger: () => 'pto_probe',
  errorCode: (i) => i,
  lossCounter: (i) => ({ total: i, delta: 1 }),
  version: () => '00000001',
  hex: () => 'c0ffee',
  text: () => 'some words',
  httpFrame: () => ({ frame_type: 'data' }),
  httpHeaders: () => [{ name: ':status', value: '200' }],
};

function validValue(field: FieldDefinition, i: number): unknown {
  const { type, list, codes, words = [] } = field;
  // A word that is read, if some are not.
  const one = VALUES[type](i, codes === undefined ? words : Object.keys(codes));
  return list === undefined ? one : [one, one];
}

/** The value under a key, in the object that the key names. */
function withKey(data: Json, key: string, value: unknown): Json {
  const dot = key.indexOf('.');
  if (dot < 0) return { ...data, [key]: value };
  const holder = key.slice(0, dot);
  return { ...data, [holder]: { ...(data[holder] as Json | undefined), [key.slice(dot + 1)]: value } };
}

function withoutKey(data: Json, key: string): Json {
  const dot = key.indexOf('.');
  const holder = key.slice(0, dot);
  const held = dot < 0 ? data : ((data[holder] as Json | undefined) ?? {});
  const rest = Object.fromEntries(Object.entries(held).filter(([name]) => name !== key.slice(dot + 1)));
  return dot < 0 ? rest : { ...data, [holder]: rest };
}

/** What stands beside a field in its event: as much as it needs to be read. */
function baseOf(kind: EventKind, i: number, fact?: Fact): Json {
  switch (kind) {
    case EventKind.packetSent:
    case EventKind.packetReceived:
    case EventKind.packetDropped:
    case EventKind.packetBuffered:
      return { header: { packet_type: 'initial', packet_number: i }, raw: { length: 1200 }, frames: [] };
    case EventKind.packetLost:
      return fact === 'largestLost' || fact === 'bytesLost' ? { lost_packets: 2 } : {};
    case EventKind.timerUpdated:
      return { timer_type: 'pto' };
    case EventKind.httpFrameCreated:
    case EventKind.httpFrameParsed:
      return { stream_id: 4, frame: { frame_type: 'data' } };
    case EventKind.keyUpdated:
    case EventKind.keyDiscarded:
      return { key_type: '1rtt' };
    case EventKind.connectionStarted:
      return { src_ip: '192.0.2.1', dst_ip: '192.0.2.2' };
    case EventKind.congestionStateUpdated:
      return { new: 'slow_start' };
    default:
      return {};
  }
}

const { packetSent, packetReceived, packetLost, packetsAcked, keyDiscarded, connectionClosed } = EventKind;
const { keyUpdated, parametersSet } = EventKind;
const PACKETS: readonly EventKind[] = [packetSent, packetReceived];

/** The events in which a fact is read; others are read in every event of their table. */
const READ_IN: { readonly [fact in Fact]?: readonly EventKind[] } = {
  packetType: [...PACKETS, packetLost, packetsAcked],
  packetNumber: [...PACKETS, packetLost, packetsAcked],
  packetSize: [...PACKETS, packetLost],
  trigger: [...PACKETS, packetLost],
  payloadSize: [...PACKETS, packetLost],
  destinationId: PACKETS,
  frames: PACKETS,
  frameType: PACKETS,
  ackRanges: PACKETS,
  dataLength: PACKETS,
  dataOffset: PACKETS,
  streamId: PACKETS,
  streamType: PACKETS,
  fin: PACKETS,
  finalSize: PACKETS,
  limit: PACKETS,
  granted: PACKETS,
  largestLost: [packetLost],
  packetsLost: [packetLost],
  bytesLost: [packetLost],
  packetNumbers: [packetsAcked],
  discardedKeys: [keyDiscarded, keyUpdated],
  keyPhase: [keyDiscarded, keyUpdated],
  keyTrigger: [keyDiscarded, keyUpdated],
  packetVersion: PACKETS,
  otherParameter: [parametersSet],
  closeCode: [...PACKETS, connectionClosed],
  closeSpace: PACKETS,
  closeReason: [...PACKETS, connectionClosed],
};

/** The field is read in events of this kind. */
export function isRead({ kind, field, isOfFrame }: Pick<FieldCase, 'kind' | 'field' | 'isOfFrame'>): boolean {
  const { column, flag, pair, fact } = field;
  if (fact !== undefined) return READ_IN[fact]?.includes(kind) ?? true;
  if (isOfFrame) return column !== undefined && kind === packetReceived;
  return pair !== undefined || ((column ?? flag) !== undefined && [...PACKETS, packetLost].includes(kind));
}

/** A frame's type for a field that is read from some. */
function frameType({ frames, fact }: FieldDefinition): string {
  if (frames !== undefined) return frames[0] as string;
  if (fact === 'limit') return 'data_blocked';
  if (fact === 'granted') return 'max_data';
  return fact === 'ackRanges' ? 'ack' : 'stream';
}

/** Of data frames the first is sent again by the second. */
function dataOf(
  kind: EventKind,
  field: FieldDefinition,
  key: string | null,
  isOfFrame: boolean,
  i: number,
): Json {
  const base = baseOf(kind, i, field.fact);
  if (isOfFrame) {
    const plain = { frame_type: frameType(field), stream_id: 4, offset: 0, length: 10, raw: { length: 11 } };
    const bare = field.keys.reduce<Json>(
      withoutKey,
      sameFact(ALL_FRAME_FIELDS, field).reduce(withoutKey, plain),
    );
    const frame = key === null ? bare : withKey(bare, key, validValue(field, i));
    return { ...base, frames: [plain, frame] };
  }
  const { fields } = EVENT_FIELDS.get(kind)!;
  const bare = sameFact(fields, field).reduce(withoutKey, base);
  return key === null ? bare : withKey(bare, key, validValue(field, i));
}

/** Keys of the other fields of a fact, of which the first counts. */
function sameFact(fields: readonly FieldDefinition[], { fact, keys }: FieldDefinition): readonly string[] {
  const factOf = (field: { readonly fact?: Fact }): Fact | undefined =>
    field.fact === 'payloadSize' ? 'packetSize' : field.fact;
  const alike = fields.filter((other) => fact !== undefined && factOf(other) === factOf({ fact }));
  return [...keys, ...alike.flatMap((other) => other.keys)];
}

const NAMES: ReadonlyMap<EventKind, string> = new Map(
  EVENT_DEFINITIONS.map(({ kind, canonical }) => [kind, canonical]),
);

function casesOf(kind: EventKind, field: FieldDefinition, isOfFrame: boolean): readonly FieldCase[] {
  const name = NAMES.get(kind)!;
  const events = (key: string | null): readonly Json[] =>
    Array.from({ length: EVENTS }, (_, i) => ({
      time: i,
      name,
      data: dataOf(kind, field, key, isOfFrame, i),
    }));
  return field.keys.map((key) => ({
    kind,
    name,
    field,
    isOfFrame,
    key,
    events: events(key),
    without: events(null),
  }));
}

/** Every field of every event, and every field of frames in sent and received packets. */
export const FIELD_CASES: readonly FieldCase[] = [
  ...[...EVENT_FIELDS].flatMap(([kind, { fields }]) =>
    fields.flatMap((field) => casesOf(kind, field, false)),
  ),
  ...PACKETS.flatMap((kind) => ALL_FRAME_FIELDS.flatMap((field) => casesOf(kind, field, true))),
];

/** Values of no type in particular. */
const ODD: readonly unknown[] = [
  ...['', 'x', '7', '-1', true, false, null, -3, 2 ** 60, 0.5, {}],
  ...[[], [[1, 2]], { total: 1 }],
];

function randomValue(field: FieldDefinition, i: number, random: Random): unknown {
  if (random.chance(0.2)) return random.pick(ODD);
  const value = validValue(field, i);
  return typeof value === 'number' && random.chance(0.2) ? String(value) : value;
}

function randomFields(
  fields: readonly FieldDefinition[],
  random: Random,
): readonly (readonly [FieldDefinition, string])[] {
  return Array.from({ length: random.integer(0, 7) }, () => {
    const field = random.pick(fields);
    return [field, random.pick(field.keys)] as const;
  });
}

const FRAME_TYPES: readonly string[] = [
  ...['ack', 'ack_ecn', 'stream', 'stream', 'crypto', 'datagram', 'PADDING'],
  ...['max_data', 'reset_stream', 'stop_sending', 'max_streams'],
];

/** Events of a kind with fields of its table, each several times over with other numbers. */
export function randomEvents(kind: EventKind, random: Random): readonly Json[] {
  const { fields } = EVENT_FIELDS.get(kind)!;
  const chosen = randomFields(fields, random);
  const inFrames = Array.from({ length: random.integer(0, 3) }, () => ({
    type: random.pick(FRAME_TYPES),
    fields: randomFields(ALL_FRAME_FIELDS, random),
  }));
  const seeds = [...chosen, ...inFrames.flatMap((frame) => frame.fields)].map(() => random.chance(0.15));
  return Array.from({ length: 10 }, (_, i) => {
    let at = 0;
    const put = (data: Json, [field, key]: readonly [FieldDefinition, string]): Json =>
      withKey(data, key, seeds[at++] === true ? randomValue(field, i, random) : validValue(field, i));
    const data = chosen.reduce(put, baseOf(kind, i));
    const frames = inFrames.map((frame) => frame.fields.reduce<Json>(put, { frame_type: frame.type }));
    return { time: i, name: NAMES.get(kind), data: frames.length === 0 ? data : { ...data, frames } };
  });
}
