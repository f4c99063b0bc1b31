/**
 * An event as a short text for its line in the list: packets by their frames, states by their change, all else as `key
 * value`. Plain text, bounded, for any JSON; the whole record is in `print-record.ts`.
 */
import { asNumber, asObject, isAckFrame, METRIC_FIELDS } from '../../../../../qlog-schema';
import { count } from '../../../../base/text/figures';
import { beginningOf, plainLine } from '../../../../base/text/plain';
import { dataOf } from './lookup';

type JsonObject = { readonly [key: string]: unknown };

/** Longest detail, in UTF-16 units. */
export const MAX_DETAIL_LENGTH = 160;

const MAX_TEXT_LENGTH = 40;
const MAX_PARTS = 24;
const MAX_FRAMES = 24;
const MAX_RANGES = 3;
/** Maximum depth of nested objects. */
const MAX_DEPTH = 3;
/** From here on the digits after JSON.parse differ from the file's. */
const EXACT_LIMIT = 2 ** 53;

const METRIC_KEYS = METRIC_FIELDS.filter(({ pair }) => pair !== undefined).flatMap(({ keys }) => keys);
/** Frame fields shown, in this order (RFC 9000 §19). */
const FRAME_FIELDS = ['stream_id', 'maximum', 'limit', 'sequence_number', 'error_code', 'error'];

/**
 * An event's data in at most 160 characters; empty without data.
 * @param record the parsed record: an object, or an array as in the main schema's drafts 00 and 01.
 */
export function recordDetail(record: unknown): string {
  const data = dataOf(record);
  if (data === null) return '';
  return bounded(packetDetail(data) ?? stateDetail(data) ?? pairs(metricsFirst(data)));
}

/** Types that the list shows in its own column, like number and size. */
const COLUMN_TYPES: ReadonlySet<string> = new Set(['initial', 'handshake', '1rtt']);

/** `stream 4, ack 0–41 (pto_probe)`, preceded by a type such as `0RTT`; null if the data is about no packet. */
function packetDetail(data: JsonObject): string | null {
  const header = asObject(data.header);
  const frames = Array.isArray(data.frames) ? (data.frames as readonly unknown[]) : [];
  const type = header?.packet_type ?? data.packet_type;
  const number = asNumber(header?.packet_number ?? data.packet_number);
  if (typeof type !== 'string' && number === null && frames.length === 0) return null;
  const words = [
    typeof type === 'string' && !COLUMN_TYPES.has(type.toLowerCase()) ? plain(type) : '',
    frameList(frames),
    typeof data.trigger === 'string' ? `(${plain(data.trigger)})` : '',
  ];
  return words.filter((part) => part !== '').join(' ');
}

/** The frames in order, equal neighbours counted: `padding ×3`. */
function frameList(frames: readonly unknown[]): string {
  const words: { readonly text: string; times: number }[] = [];
  for (const item of frames) {
    const text = frameWords(asObject(item));
    const last = words[words.length - 1];
    if (last?.text === text) last.times++;
    else if (words.length < MAX_FRAMES) words.push({ text, times: 1 });
    else break;
  }
  return words.map(({ text, times }) => (times > 1 ? `${text} ×${times}` : text)).join(', ');
}

function frameWords(frame: JsonObject | null): string {
  const type = frame?.frame_type;
  if (frame === null || typeof type !== 'string') return 'frame';
  if (isAckFrame(type.toLowerCase())) return `${plain(type)} ${ackedRanges(frame.acked_ranges)}`.trimEnd();
  const field = FRAME_FIELDS.find((key) => Object.hasOwn(frame, key));
  const value = field === undefined ? null : scalar(frame[field]);
  return value === null ? plain(type) : `${plain(type)} ${value}`;
}

/** `0–41, 43, +5`: packet numbers from, to; RFC 9000 §19.3. */
function ackedRanges(ranges: unknown): string {
  if (!Array.isArray(ranges)) return '';
  const words = ranges.slice(0, MAX_RANGES).map((range: unknown) => {
    const [from, to] = Array.isArray(range) ? range.map(asNumber) : [asNumber(range)];
    if (from === undefined || from === null) return '?';
    return to === undefined || to === null || to === from ? `${from}` : `${from}–${to}`;
  });
  if (ranges.length > MAX_RANGES) words.push(`+${ranges.length - MAX_RANGES}`);
  return words.join(', ');
}

/** `slow_start → recovery (persistent_congestion)`, `→ blocked (pacing)`; null without a new state. */
function stateDetail(data: JsonObject): string | null {
  if (typeof data.new !== 'string') return null;
  const old = typeof data.old === 'string' ? `${plain(data.old)} ` : '';
  const why = data.trigger ?? data.reason;
  const trigger = typeof why === 'string' ? ` (${plain(why)})` : '';
  return `${old}→ ${plain(data.new)}${trigger}`;
}

/** The recovery metrics first, in the schema's order. */
function metricsFirst(data: JsonObject): JsonObject {
  const metrics = METRIC_KEYS.filter((key) => Object.hasOwn(data, key));
  if (metrics.length === 0) return data;
  const others = Object.keys(data).filter((key) => !metrics.includes(key));
  return Object.fromEntries([...metrics, ...others].map((key) => [key, data[key]]));
}

/** `key value, outer.inner value`, as many as fit. */
function pairs(data: JsonObject): string {
  const words: string[] = [];
  const add = (object: JsonObject, before: string, depth: number): void => {
    for (const [key, value] of Object.entries(object)) {
      if (words.length >= MAX_PARTS) return;
      const name = before + plain(key);
      const inner = asObject(value);
      if (inner !== null && depth < MAX_DEPTH) add(inner, `${name}.`, depth + 1);
      else words.push(`${name} ${Array.isArray(value) ? list(value) : (scalar(value) ?? '{…}')}`);
    }
  };
  add(data, '', 1);
  return words.join(', ');
}

/** The first elements of a list, and the total number if some are left out. */
function list(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_RANGES).map((value) => scalar(value) ?? '{…}');
  return values.length > shown.length
    ? `[${shown.join(' ')} … ${count(values.length)}]`
    : `[${shown.join(' ')}]`;
}

/** A scalar as a short text; null for objects and arrays. Digits lost in parsing are not shown. */
function scalar(value: unknown): string | null {
  if (typeof value === 'string') return plain(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (typeof value !== 'number') return null;
  if (Math.abs(value) > EXACT_LIMIT) return value > 0 ? 'over 2^53' : 'below −2^53';
  return String(Number.isInteger(value) ? value : Number(value.toFixed(3)));
}

function plain(text: string): string {
  const shown = plainLine(beginningOf(text, MAX_TEXT_LENGTH));
  return text.length > MAX_TEXT_LENGTH ? `${shown}…` : shown;
}

function bounded(text: string): string {
  if (text.length <= MAX_DETAIL_LENGTH) return text;
  return `${beginningOf(text, MAX_DETAIL_LENGTH - 1)}…`;
}
