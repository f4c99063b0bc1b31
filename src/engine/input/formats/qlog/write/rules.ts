/**
 * How a value of each type of the schema is exported: a new value made from the logged one, or none. Objects are in
 * frames.ts.
 */
import {
  asArray,
  asNumber,
  asObject,
  asText,
  PACKET_NUMBER_LIMIT,
  PacketSpace,
  packetSpaceOf,
  type ValueType,
} from '../../../../../qlog-schema';
import { ERROR_WORDS, PACKET_TRIGGERS } from '../../../../../qlog-schema/errors';
import { httpHeaders } from './http-headers';
import { amount, flag, hex, number, type Rule, text, time, version, word } from './record-writer';

const state: Rule = (value, writer) => {
  const logged = typeof value === 'number' ? String(value) : value;
  return typeof logged === 'string' && logged !== '' ? writer.stateName(logged) : undefined;
};

/** In ms, corrected where the log uses another unit by mistake; a stack's known own unit stays, since the export names the stack. */
const rtt: Rule = (value, writer, path) => {
  const logged = amount(value, writer, path) as number | undefined;
  if (logged === undefined) return undefined;
  return (logged * writer.rttFactor) / (writer.effects.rttUnit === undefined ? writer.unitsPerMs : 1);
};

/** A counter of losses, relative to the start of the export: else its first value would look like a burst of losses. */
const lossCounter: Rule = (value, { lostBefore }) => {
  const total = asNumber(asObject(value)?.total);
  return total === null || total < lostBefore ? undefined : { total: total - lostBefore };
};

/** In ms like all times, unless the stack logs the encoded value. */
const ackDelay: Rule = (value, { effects, unitsPerMs, delayFactor }) => {
  const logged = asNumber(value);
  if (logged === null) return undefined;
  const scaled = logged * delayFactor;
  return effects.ackDelayRaw === 'as written' ? scaled : scaled / unitsPerMs;
};

/** One number, or first and last. An end beyond exact integers acknowledges as much as the last of them. */
const range: Rule = (value) => {
  const [from, to] = (asArray(value) ?? []).slice(0, 2).map((item) => asNumber(item));
  if (from === undefined || from === null || from < 0 || from > Number.MAX_SAFE_INTEGER) return undefined;
  if (to === undefined) return [from];
  return to === null || to < from || to > PACKET_NUMBER_LIMIT
    ? undefined
    : [from, Math.min(to, Number.MAX_SAFE_INTEGER)];
};

/** Spellings of packet types, mapped to those of the drafts. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ...['initial', 'handshake', 'retry', 'stateless_reset', 'unknown', 'version_negotiation'].map(
    (type): [string, string] => [type, type],
  ),
  ...['0rtt', 'zerortt', 'zero_rtt'].map((type): [string, string] => [type, '0RTT']),
  ...['1rtt', 'onertt', 'one_rtt', 'short_header'].map((type): [string, string] => [type, '1RTT']),
  ['versionnegotiation', 'version_negotiation'],
]);

const SPACES: { readonly [space: number]: string } = {
  [PacketSpace.initial]: 'initial',
  [PacketSpace.handshake]: 'handshake',
  [PacketSpace.application]: 'application_data',
};

/** A type in any spelling; an unlisted one is written as readers would interpret it. */
export const packetType: Rule = (value) => {
  const logged = asText(value);
  if (logged === null) return undefined;
  const listedType = TYPES.get(logged.toLowerCase().replace(/[ -]/g, '_'));
  const number = packetSpaceOf(logged);
  if (listedType !== undefined || number === PacketSpace.application) return listedType ?? 'unknown';
  return number === PacketSpace.none ? 'retry' : SPACES[number];
};

/** A packet number space by its name or a packet type; the application's if neither is given. */
export const space: Rule = (value) => SPACES[packetSpaceOf(asText(value) ?? '1RTT')];

const listedTrigger = word(PACKET_TRIGGERS);

/** A trigger listed in the drafts; any other is free text. */
const trigger: Rule = (value, writer, path) => {
  const trigger = listedTrigger(value, writer, path);
  if (trigger !== undefined || typeof value !== 'string') return trigger;
  if (writer.options.reasonPhrases) return value.slice(0, 200);
  writer.leftOut.withheld('reasonPhrases');
  return undefined;
};

function numberOrWord(words: readonly string[]): Rule {
  const listed = word(words);
  return (value, writer, path) => amount(value, writer, path) ?? listed(value, writer, path);
}

const knownError = numberOrWord(ERROR_WORDS);

/** An error as a number, by its name in the RFC, or as `crypto_error_0x178` etc. */
const errorCode: Rule = (value, writer, path) => knownError(value, writer, path) ?? hexCode(value);

function hexCode(value: unknown): string | undefined {
  return typeof value === 'string' && /^(?:crypto_error_)?0x[0-9a-f]{1,16}$/i.test(value) ? value : undefined;
}

/** Types of single values; `words` are those of the field. */
export const RULES: {
  readonly [type in Exclude<ValueType, 'frame' | 'sizes' | 'httpFrame'>]: (words: readonly string[]) => Rule;
} = {
  amount: () => amount,
  number: () => number,
  flag: () => flag,
  word,
  time: () => time,
  rtt: () => rtt,
  rate: () => amount,
  milliseconds: () => amount,
  ackDelay: () => ackDelay,
  packetNumber: () => amount,
  packetType: () => packetType,
  space: () => space,
  keyType: word,
  range: () => range,
  frameType: word,
  frameTypeOrNumber: numberOrWord,
  state: () => state,
  trigger: () => trigger,
  errorCode: () => errorCode,
  lossCounter: () => lossCounter,
  version: () => version,
  hex: () => hex,
  text: () => text,
  httpHeaders: () => httpHeaders,
};
