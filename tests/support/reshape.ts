/**
 * The records of a JSON-SEQ trace, and the same trace with its time or its bytes on another scale, with events missing
 * or with its beginning cut off: what a verdict must survive, and what must make it fall silent.
 */
import { readTrace } from './load.ts';

// biome-ignore lint/suspicious/noExplicitAny: the records are what the stack wrote
export type QlogRecord = { readonly time?: number; readonly name?: string; readonly data?: any };

/** The header first. */
export function recordsOf(path: string): readonly QlogRecord[] {
  const parts = new TextDecoder().decode(readTrace(path)).split('\x1e');
  return parts.filter((part) => part.trim() !== '').map((part) => JSON.parse(part) as QlogRecord);
}

export function encoded(records: readonly QlogRecord[]): Uint8Array {
  return new TextEncoder().encode(records.map((record) => `\x1e${JSON.stringify(record)}\n`).join(''));
}

const TIMES = new Set([
  'time',
  'send_at_time',
  'min_rtt',
  'smoothed_rtt',
  'latest_rtt',
  'rtt_variance',
  'ack_delay',
  'max_ack_delay',
]);

const BYTES = new Set([
  'congestion_window',
  'bytes_in_flight',
  'ssthresh',
  'length',
  'payload_length',
  'offset',
  'maximum',
  'limit',
]);

function scaled(value: unknown, keys: ReadonlySet<string>, scale: (value: number) => number): unknown {
  if (Array.isArray(value)) return value.map((item) => scaled(item, keys, scale));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      keys.has(key) && typeof item === 'number' ? scale(item) : scaled(item, keys, scale),
    ]),
  );
}

/** Every time of every event, RTTs and ACK delays too. */
export function scaleTime(records: readonly QlogRecord[], factor: number): readonly QlogRecord[] {
  return records.map((record, i) =>
    i === 0 ? record : (scaled(record, TIMES, (value) => value * factor) as QlogRecord),
  );
}

/** Every size, window and offset, in whole bytes. */
export function scaleBytes(records: readonly QlogRecord[], factor: number): readonly QlogRecord[] {
  return records.map((record, i) =>
    i === 0 ? record : (scaled(record, BYTES, (value) => Math.round(value * factor)) as QlogRecord),
  );
}

/** Drops events; the header stays. */
export function dropped(
  records: readonly QlogRecord[],
  goes: (record: QlogRecord, index: number) => boolean,
): readonly QlogRecord[] {
  return records.filter((record, i) => i === 0 || !goes(record, i));
}

/** The same numbers for the same seed, each in [0, 1): mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
