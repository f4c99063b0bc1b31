/** Values of an answer's columns: at the cursor, for sentences and for tables. */
import { lowerBound } from '../../../engine/base/columns/growable';
import { type ColumnWindow, type SeriesSlice, SLICE_STRIDE } from '../../../engine/base/columns/series';
import {
  type Approximate,
  approximate,
  approximateOf,
  approximateRange,
} from '../../../engine/base/text/approximate';
import type { WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { heldBefore, pixelColumns } from '../../painters/pixel-columns';
import { type LineColumns, type PanelContext, plotTimeOf } from '../panel';

export function sliceOf(answer: WindowAnswer, id: string): SeriesSlice | undefined {
  return answer.series.find((slice) => slice.id === id);
}

/** Index of the column that contains a time; NaN outside the window. */
export function columnAt(window: ColumnWindow, timeUs: number): number {
  const column = Math.floor((timeUs - window.fromUs) / window.columnUs);
  return column >= 0 && column < window.columns ? column : Number.NaN;
}

/** Value of a series at a time, NaN if unknown. */
export function valueAt(answer: WindowAnswer, id: string, timeUs: number): number {
  const slice = sliceOf(answer, id);
  const column = columnAt(answer.window, timeUs);
  return slice === undefined || Number.isNaN(column) ? Number.NaN : heldBefore(slice, column + 1);
}

/** A series as a line per pixel column; null where the answer does not have it. */
export function lineOf(context: PanelContext, id: string): LineColumns | null {
  const slice = sliceOf(context.answer, id);
  if (slice === undefined) return null;
  const time = plotTimeOf(context);
  const { min, max, last } = pixelColumns(slice, time);
  return time.isCoarse === true ? { low: min, high: max } : { low: last, high: last };
}

export interface Extremes {
  readonly min: number;
  readonly max: number;
  /** What the trace's own may be; the same but for what a digest has rounded. */
  readonly minIn: Approximate;
  readonly maxIn: Approximate;
}

/** What the trace's own value may be; the value itself but for what a digest has rounded. */
export function boundsOf(slice: SeriesSlice | undefined, value: number): Approximate {
  const { rounded } = slice ?? {};
  if (rounded === undefined || Number.isNaN(value) || rounded.exact.has(value))
    return { value, low: value, high: value };
  const { byUpTo, fences } = rounded;
  const next = lowerBound(fences, value);
  return {
    value,
    low: Math.max(value - byUpTo, fences[next - 1] ?? Number.NEGATIVE_INFINITY),
    high: Math.min(value + byUpTo, fences[next] ?? Number.POSITIVE_INFINITY),
  };
}

/** How far a value of a slice may be from the trace's own; 0 but for what a digest has rounded. */
export function withinOf(slice: SeriesSlice | undefined, value: number): number {
  const { low, high } = boundsOf(slice, value);
  return Math.max(high - value, value - low) || 0;
}

export function extremesWithin(slice: SeriesSlice | undefined, min: number, max: number): Extremes {
  return { min, max, minIn: boundsOf(slice, min), maxIn: boundsOf(slice, max) };
}

/** A value of a slice as text, with its bound where a digest has rounded it. */
export function textOf(
  slice: SeriesSlice | undefined,
  value: number,
  format: (value: number) => string,
): string {
  return approximateOf(boundsOf(slice, value), format);
}

/** The same for a picture, where its note has room for the bound and a mark has not: `≈ 3,200 B`. */
export function markText(slice: SeriesSlice, value: number, format: (value: number) => string): string {
  const text = textOf(slice, value, format);
  return text.replace(/ ± .*$/, '');
}

/** How far `valueAt` may be from the trace's own value. */
export function valueWithin(answer: WindowAnswer, id: string, timeUs: number): number {
  return withinOf(sliceOf(answer, id), valueAt(answer, id, timeUs));
}

/** Columns of [fromUs, toUs), cut to the window. */
export function columnsOf(window: ColumnWindow, fromUs: number, toUs: number): readonly [number, number] {
  const from = Math.floor((fromUs - window.fromUs) / window.columnUs);
  const first = Math.min(window.columns, Math.max(0, from));
  const last = Math.min(window.columns, Math.ceil((toUs - window.fromUs) / window.columnUs));
  return [first, Math.max(first, last)];
}

/** Smallest and largest value of a part, including the one held at its start; null if there is none. */
export function extremesOf(answer: WindowAnswer, id: string, fromUs: number, toUs: number): Extremes | null {
  const slice = sliceOf(answer, id);
  if (slice === undefined) return null;
  const [first, last] = columnsOf(answer.window, fromUs, toUs);
  // Outside the window nothing is known: the value at its end is not continued.
  if (first === last) return null;
  return extremesBetween(slice, first, last, heldBefore(slice, first));
}

/** Likewise of columns [first, last). @param held at their start; NaN for none. */
export function extremesBetween(
  slice: SeriesSlice,
  first: number,
  last: number,
  held = Number.NaN,
): Extremes | null {
  let min = Number.isNaN(held) ? Number.POSITIVE_INFINITY : held;
  let max = Number.isNaN(held) ? Number.NEGATIVE_INFINITY : held;
  for (let i = first; i < last; i++) {
    const low = slice.values[i * SLICE_STRIDE + 1];
    if (Number.isNaN(low)) continue;
    min = Math.min(min, low);
    max = Math.max(max, slice.values[i * SLICE_STRIDE + 2]);
  }
  return max < min ? null : extremesWithin(slice, min, max);
}

/** `2,700 B` or `0 B to 2,700 B`; a dash for none. */
export function rangeText(extremes: Extremes | null, format: (value: number) => string): string {
  if (extremes === null) return '–';
  return approximateRange(extremes.minIn, extremes.maxIn, format);
}

/**
 * The value at a time as text; where it changes within the column of that time, which tells no more, from the smallest to
 * the largest. Null where it is unknown.
 */
export function valueText(
  answer: WindowAnswer,
  id: string,
  timeUs: number,
  format: (value: number) => string,
): string | null {
  const { window } = answer;
  const column = columnAt(window, timeUs);
  if (Number.isNaN(column)) return null;
  const middleUs = window.fromUs + (column + 0.5) * window.columnUs;
  const extremes = extremesOf(answer, id, middleUs, middleUs);
  return extremes && rangeText(extremes, format);
}

/**
 * The value that a legend shows at a time: `valueText`, and of one of several traces the last value of the column, which is
 * what their difference is made of. Null where it is unknown.
 */
export function shownValue(
  { answer, isCompared = false }: PanelContext,
  id: string,
  timeUs: number,
  format: (value: number) => string,
): string | null {
  if (!isCompared) return valueText(answer, id, timeUs, format);
  const value = valueAt(answer, id, timeUs);
  return Number.isNaN(value) ? null : textOf(sliceOf(answer, id), value, format);
}

/** Increase of a cumulative series in a part; 0 before its first point. NaN without the series, or outside the window. */
export function increaseOf(answer: WindowAnswer, id: string, fromUs: number, toUs: number): number {
  const slice = sliceOf(answer, id);
  const [first, last] = columnsOf(answer.window, fromUs, toUs);
  if (slice === undefined || last <= first) return Number.NaN;
  const total = (column: number): number => heldBefore(slice, column) || 0;
  return total(last) - total(first);
}

/** How far `increaseOf` may be from the trace's own: totals of a digest are rounded at both ends. */
function increaseWithin(answer: WindowAnswer, id: string): number {
  return 2 * (sliceOf(answer, id)?.rounded?.byUpTo ?? 0);
}

/** `increaseOf`, per second. */
export function rateOf(answer: WindowAnswer, id: string, fromUs: number, toUs: number): number {
  return increaseOf(answer, id, fromUs, toUs) / secondsOf(answer, fromUs, toUs);
}

/** Of the columns of a part. */
export function secondsOf({ window }: WindowAnswer, fromUs: number, toUs: number): number {
  const [first, last] = columnsOf(window, fromUs, toUs);
  return ((last - first) * window.columnUs) / 1e6;
}

/** `rateOf` as text; a dash where there is none. */
export function rateTextOf(
  answer: WindowAnswer,
  id: string,
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
  format: (rate: number) => string,
): string {
  const rate = rateOf(answer, id, fromUs, toUs);
  const within = increaseWithin(answer, id) / secondsOf(answer, fromUs, toUs);
  // Totals that are rounded apart may seem to fall.
  return Number.isNaN(rate) ? '–' : approximate(Math.max(0, rate), within, format);
}

/** `increaseOf` as text, with its bound. */
export function increaseText(
  answer: WindowAnswer,
  id: string,
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
  format: (increase: number) => string,
): string {
  return approximate(
    Math.max(0, increaseOf(answer, id, fromUs, toUs)) || 0,
    increaseWithin(answer, id),
    format,
  );
}

/** Sum of a per-column count over a part. */
export function sumOf(counts: ArrayLike<number>, window: ColumnWindow, fromUs: number, toUs: number): number {
  const [first, last] = columnsOf(window, fromUs, toUs);
  let sum = 0;
  for (let i = first; i < last; i++) sum += counts[i];
  return sum;
}
