/**
 * What a window shows over bytes delivered in place of time, so that two transfers are compared at the same progress. Columns
 * of bytes are made from columns of time by the map of an outline (arrived.ts): what happened from the time at which a
 * column's first byte had arrived until the next column's had. While nothing arrives time passes within one column.
 */
import { type ColumnWindow, type SeriesSlice, SLICE_STRIDE } from '../../base/columns/series';
import { NO_PARTS } from '../../reading/contract/answer-parts';
import type { Arrived } from '../../reading/contract/outline';
import type { WindowAnswer } from '../../reading/contract/snapshot';
import { arrivedBy, timeArrived } from './arrived';

/** Amounts of a trace over time, and when it began, µs. */
export interface Progress {
  readonly arrived: Arrived;
  readonly startUs: number;
}

/** The series of `answerByBytes` that no trace has: time since the start at which so many bytes had arrived, µs. */
export const TIME_NEEDED = 'time-needed';

/** Columns of time asked for one window of bytes, at least half of it: two transfers differ in which bytes came fast. */
const TIME_COLUMNS = 8192;

/** All bytes that arrived; 0 where none did. */
export function bytesOf({ arrived: { bytes } }: Progress): number {
  return bytes[bytes.length - 1] ?? 0;
}

/** When so many bytes had arrived, µs; the start for none, the last arrival for more than ever did. */
export function timeOfByte({ arrived, startUs }: Progress, byte: number): number {
  if (byte <= 0) return startUs;
  const timeUs = timeArrived(arrived, byte);
  return Number.isNaN(timeUs) ? (arrived.timesUs[arrived.timesUs.length - 1] ?? startUs) : timeUs;
}

/** The columns of time that hold what columns of bytes show; their width is a power of two. */
export function timeWindowOf(progress: Progress, { fromUs, columnUs, columns }: ColumnWindow): ColumnWindow {
  const from = timeOfByte(progress, fromUs);
  const to = timeOfByte(progress, fromUs + columns * columnUs);
  const width = 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, to - from) / TIME_COLUMNS)));
  const first = Math.floor(from / width) * width;
  return { fromUs: first, columnUs: width, columns: Math.floor((to - first) / width) + 1 };
}

/**
 * @param answer for `timeWindowOf`.
 * @param window columns of bytes: its `fromUs` and `columnUs` are bytes.
 * @returns series, and losses at the byte that arrived next to them; no states, and no parts.
 */
export function answerByBytes(progress: Progress, answer: WindowAnswer, window: ColumnWindow): WindowAnswer {
  const borders = Float64Array.from({ length: window.columns + 1 }, (_, i) =>
    timeOfByte(progress, window.fromUs + i * window.columnUs),
  );
  const total = bytesOf(progress);
  const filled = Math.min(
    window.columns,
    Math.max(0, Math.floor((total - window.fromUs) / window.columnUs) + 1),
  );
  return {
    ...answer,
    window,
    series: [
      ...answer.series.map((slice) => seriesByBytes(slice, answer.window, borders, filled)),
      timeNeeded(progress.startUs, borders, filled),
    ],
    states: { names: [], shares: new Float64Array(), changes: new Float64Array(window.columns) },
    losses: lossesByBytes(progress, answer, window),
    spacing: null,
    parts: NO_PARTS,
  };
}

/** @param borders of the columns of bytes, µs. @param filled columns up to the last byte. */
function seriesByBytes(
  { id, values, entry, rounded }: SeriesSlice,
  { fromUs, columnUs, columns }: ColumnWindow,
  borders: Float64Array,
  filled: number,
): SeriesSlice {
  const merged = new Float64Array((borders.length - 1) * SLICE_STRIDE).fill(Number.NaN);
  for (let column = 0; column < filled; column++) {
    const first = Math.max(0, Math.floor((borders[column] - fromUs) / columnUs));
    const end = Math.ceil((borders[column + 1] - fromUs) / columnUs);
    const last = Math.min(columns - 1, Math.max(first, end - 1));
    const at = column * SLICE_STRIDE;
    for (let i = first; i <= last; i++) {
      const from = i * SLICE_STRIDE;
      const low = values[from + 1];
      if (Number.isNaN(low)) continue;
      if (Number.isNaN(merged[at])) merged.set(values.subarray(from, from + SLICE_STRIDE), at);
      merged[at + 1] = Math.min(merged[at + 1], low);
      merged[at + 2] = Math.max(merged[at + 2], values[from + 2]);
      merged[at + 3] = values[from + 3];
    }
  }
  return { id, values: merged, entry, next: null, ...(rounded === undefined ? {} : { rounded }) };
}

function timeNeeded(startUs: number, borders: Float64Array, filled: number): SeriesSlice {
  const values = new Float64Array((borders.length - 1) * SLICE_STRIDE).fill(Number.NaN);
  for (let column = 0; column < filled; column++) {
    const [from, to] = [borders[column], borders[column + 1]];
    values.set([from - startUs, from - startUs, to - startUs, to - startUs], column * SLICE_STRIDE);
  }
  return { id: TIME_NEEDED, values, entry: Number.NaN, next: null };
}

/** Each loss once, although a column of time may lie in several of bytes. */
function lossesByBytes(
  progress: Progress,
  { losses, window: { fromUs, columnUs } }: WindowAnswer,
  window: ColumnWindow,
): Float64Array<ArrayBuffer> {
  const byBytes = new Float64Array(window.columns);
  losses.forEach((lost, i) => {
    if (lost === 0) return;
    const byte = arrivedBy(progress.arrived, fromUs + (i + 0.5) * columnUs);
    const column = Math.floor((byte - window.fromUs) / window.columnUs);
    if (column >= 0 && column < window.columns) byBytes[column] = byBytes[column] + lost;
  });
  return byBytes;
}
