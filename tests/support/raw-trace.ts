/**
 * A trace as its records say it, read with nothing but JSON.parse: what a number on the screen is held against.
 * It knows nothing of `src`, so that both cannot be wrong in the same way.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface RawRecord {
  /** ms from the trace's start. */
  readonly time: number;
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: the records are what the stack wrote
  readonly data: any;
}

/** A value and since when it holds. */
export interface RawPoint {
  readonly timeMs: number;
  readonly value: number;
}

export function corpusPath(file: string): string {
  return new URL(`../corpus/traces/${file}`, import.meta.url).pathname;
}

/** The records of a JSON-SEQ file with relative times, the header left out. */
export function rawRecords(path: string): readonly RawRecord[] {
  const text = gunzipSync(readFileSync(path)).toString('utf8');
  const records = text.split('\x1e').filter((record) => record.trim() !== '');
  return records.slice(1).map((record) => JSON.parse(record));
}

/** Every value of a field of the recovery metrics, in order. */
export function rawMetric(records: readonly RawRecord[], field: string): readonly RawPoint[] {
  return records
    .filter(({ name, data }) => name === 'quic:recovery_metrics_updated' && data[field] !== undefined)
    .map(({ time, data }) => ({ timeMs: time, value: data[field] as number }));
}

/** Entries into a congestion state, ms. */
export function rawEntries(records: readonly RawRecord[], state: string): readonly number[] {
  return rawStates(records)
    .filter(({ state: name }) => name === state)
    .map(({ timeMs }) => timeMs);
}

export interface RawState {
  readonly timeMs: number;
  readonly state: string;
}

/** Changes of the congestion state; a repeated state is no change. */
export function rawStates(records: readonly RawRecord[]): readonly RawState[] {
  return records
    .filter(({ name }) => name === 'quic:congestion_state_updated')
    .map(({ time, data }) => ({ timeMs: time, state: data.new as string }))
    .filter(({ state }, i, all) => i === 0 || all[i - 1]?.state !== state);
}

/** Losses as the stack counts them: how many and when. */
export function rawLosses(records: readonly RawRecord[]): readonly RawPoint[] {
  return rawMetric(records, 'cf_lost_packets')
    .map(({ timeMs, value }) => ({ timeMs, value: (value as unknown as { delta: number }).delta }))
    .filter(({ value }) => value > 0);
}

/** The value held at a time, NaN before the first. */
export function heldAt(points: readonly RawPoint[], timeMs: number): number {
  let held = Number.NaN;
  for (const point of points) {
    if (point.timeMs > timeMs) break;
    held = point.value;
  }
  return held;
}

/** Values held at some moment of [fromMs, toMs]: what a pixel column may show. */
export function heldDuring(points: readonly RawPoint[], fromMs: number, toMs: number): readonly number[] {
  const inside = points.filter(({ timeMs }) => timeMs > fromMs && timeMs <= toMs);
  return [heldAt(points, fromMs), ...inside.map(({ value }) => value)];
}

/** Bytes of the packets that were sent, or received, in [fromMs, toMs). */
export function rawBytes(
  records: readonly RawRecord[],
  event: 'packet_sent' | 'packet_received',
  fromMs: number,
  toMs: number,
): number {
  return records
    .filter(({ name, time }) => name === `quic:${event}` && time >= fromMs && time < toMs)
    .reduce((sum, { data }) => sum + (data.raw.length as number), 0);
}
