/**
 * Paints one series from its columns: a line where points are sparse, an envelope where they are dense.
 *
 *   sparse   ──┐      ┌───      hold, step, hold
 *              └──────┘
 *   dense    ▓▓▓▓▓▓▓▓▓▓▓▓▓      min to max per column, lightly filled
 */
import { type ColumnWindow, type SeriesSlice, SLICE_STRIDE } from '../../engine/columns/series';
import type { Stroke, Surface } from '../surface/surface';
import { timeToX, type Viewport } from '../surface/viewport';

/** Maps a value to a y coordinate in CSS pixels. */
export type ScaleY = (value: number) => number;

const ENVELOPE_OPACITY = 0.3;
/** Columns are classified in buckets of this width. */
const BUCKET_PX = 6;
/** A vertical move of at least this height counts … */
const TALL_PX = 6;
/** … and this many of them make a bucket busy: more than one oscillation, less than four pixels apart. */
const BUSY_MOVES = 3;
/** Dashes on a longer path are not legible, and take tens of milliseconds to draw. */
const LONGEST_DASHED_PX = 20_000;
/** A stretch is dense where nearly all buckets around it are busy: single ones stay a line. */
const NEIGHBOURS = 2;
const DENSE_SHARE = 0.75;

export interface PaintedSeries {
  readonly slice: SeriesSlice;
  readonly shape: 'step' | 'line';
  readonly stroke: Stroke;
}

/** First and last column (exclusive) of the viewport. */
export function visibleColumns(window: ColumnWindow, viewport: Viewport): readonly [number, number] {
  const first = Math.floor((viewport.fromUs - window.fromUs) / window.columnUs);
  const last = Math.ceil((viewport.toUs - window.fromUs) / window.columnUs);
  return [Math.max(0, first), Math.min(window.columns, last)];
}

/** The value just before a column: what a step series shows until its next point. */
export function heldBefore(slice: SeriesSlice, column: number): number {
  for (let i = column - 1; i >= 0; i--) {
    const last = slice.values[i * SLICE_STRIDE + 3] as number;
    if (!Number.isNaN(last)) return last;
  }
  return slice.entry;
}

/** Largest visible value, including the one held at the start; NaN if there is none. */
export function visibleMax(slice: SeriesSlice, window: ColumnWindow, viewport: Viewport): number {
  const [first, last] = visibleColumns(window, viewport);
  let max = heldBefore(slice, first);
  for (let i = first; i < last; i++) {
    const value = slice.values[i * SLICE_STRIDE + 2] as number;
    if (!(value <= max) && !Number.isNaN(value)) max = value;
  }
  return max;
}

/** Summary of a few neighbouring columns. */
interface Bucket {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
  readonly busy: boolean;
}

/** Divides columns [first, last) into buckets aligned to the window's grid, so that a pan moves them with the data. */
function bucketsOf(
  slice: SeriesSlice,
  first: number,
  last: number,
  size: number,
  scaleY: ScaleY,
): readonly Bucket[] {
  const buckets: Bucket[] = [];
  let from = Math.floor(first / size) * size;
  let held = heldBefore(slice, from);
  for (; from < last; from += size) {
    const to = Math.min(from + size, slice.values.length / SLICE_STRIDE);
    let moves = 0;
    let min = Number.isNaN(held) ? Number.POSITIVE_INFINITY : held;
    let max = Number.isNaN(held) ? Number.NEGATIVE_INFINITY : held;
    for (let at = from * SLICE_STRIDE; at < to * SLICE_STRIDE; at += SLICE_STRIDE) {
      const firstValue = slice.values[at] as number;
      if (Number.isNaN(firstValue)) continue;
      const low = slice.values[at + 1] as number;
      const high = slice.values[at + 2] as number;
      if (Math.abs(scaleY(firstValue) - scaleY(held)) >= TALL_PX) moves++;
      if (scaleY(low) - scaleY(high) >= TALL_PX) moves++;
      min = Math.min(min, low);
      max = Math.max(max, high);
      held = slice.values[at + 3] as number;
    }
    const top = scaleY(max);
    const bottom = scaleY(min);
    buckets.push({ from, to, top, bottom, busy: moves >= BUSY_MOVES });
  }
  return buckets;
}

/** Per bucket: are its neighbours busy too? */
function denseBuckets(buckets: readonly Bucket[]): readonly boolean[] {
  const busyBefore = [0];
  for (const { busy } of buckets)
    busyBefore.push((busyBefore[busyBefore.length - 1] as number) + (busy ? 1 : 0));
  return buckets.map((_, i) => {
    const from = Math.max(0, i - NEIGHBOURS);
    const to = Math.min(buckets.length, i + NEIGHBOURS + 1);
    return (busyBefore[to] as number) - (busyBefore[from] as number) >= (to - from) * DENSE_SHARE;
  });
}

/** A dense stretch: filled between its minimum and maximum values, with both edges drawn. */
function paintEnvelope(
  surface: Surface,
  buckets: readonly Bucket[],
  columnX: (column: number) => number,
  stroke: Stroke,
): void {
  const fill = { color: stroke.color, pattern: 'solid' } as const;
  const upper: number[] = [];
  const lower: number[] = [];
  for (const { from, to, top, bottom } of buckets) {
    const x = Math.round(columnX(from));
    const end = Math.round(columnX(to));
    surface.rect(x, top, end - x, bottom - top, fill, ENVELOPE_OPACITY);
    upper.push(x, top, end, top);
    lower.push(x, bottom, end, bottom);
  }
  const edge = { color: stroke.color, width: stroke.width / 1.6, dash: [] };
  surface.polyline(upper, edge);
  surface.polyline(lower, edge);
}

/** @param endUs the trace's end: no value is held beyond it. */
export function paintSeries(
  surface: Surface,
  { slice, shape, stroke }: PaintedSeries,
  window: ColumnWindow,
  viewport: Viewport,
  scaleY: ScaleY,
  endUs: number,
): void {
  const [first, last] = visibleColumns(window, viewport);
  const columnPx = (window.columnUs / (viewport.toUs - viewport.fromUs)) * viewport.width;
  const size = Math.max(1, Math.round(BUCKET_PX / columnPx));
  const columnX = (column: number): number => timeToX(viewport, window.fromUs + column * window.columnUs);
  const margin = size * NEIGHBOURS;
  const buckets = bucketsOf(
    slice,
    Math.max(0, first - margin),
    Math.min(window.columns, last + margin),
    size,
    scaleY,
  );
  const dense = denseBuckets(buckets);
  const line: number[] = [];
  let i = 0;
  while (i < buckets.length) {
    let end = i + 1;
    while (end < buckets.length && dense[end] === dense[i]) end++;
    const from = (buckets[i] as Bucket).from;
    const { to } = buckets[end - 1] as Bucket;
    if (dense[i]) paintEnvelope(surface, buckets.slice(i, end), columnX, stroke);
    else addLine(slice, from, to, shape, columnX, scaleY, line);
    i = end;
  }
  const lastColumn = buckets[buckets.length - 1]?.to ?? 0;
  if (shape === 'line' && slice.next !== null && lastColumn === window.columns && !dense[dense.length - 1]) {
    line.push(timeToX(viewport, slice.next.timeUs), scaleY(slice.next.value));
  }
  const endX = timeToX(viewport, endUs);
  // Held values end with the trace, not with the last column.
  for (let x = line.length - 2; x >= 0 && (line[x] as number) > endX; x -= 2) line[x] = endX;
  surface.polyline(line, lengthOf(line) > LONGEST_DASHED_PX ? { ...stroke, dash: [] } : stroke);
}

/** Length of a path of horizontal and vertical moves, in pixels; gaps are not counted. */
function lengthOf(line: readonly number[]): number {
  let length = 0;
  for (let i = 2; i + 1 < line.length; i += 2) {
    const across = Math.abs((line[i] as number) - (line[i - 2] as number));
    const down = Math.abs((line[i + 1] as number) - (line[i - 1] as number));
    if (!Number.isNaN(across)) length += across + down;
  }
  return length;
}

/** Adds columns [from, to) to the line as a new part. */
function addLine(
  slice: SeriesSlice,
  from: number,
  to: number,
  shape: 'step' | 'line',
  columnX: (column: number) => number,
  scaleY: ScaleY,
  line: number[],
): void {
  let held = heldBefore(slice, from);
  line.push(Number.NaN, 0);
  if (!Number.isNaN(held)) addPoint(line, columnX(from), scaleY(held));
  for (let i = from; i < to; i++) {
    const at = i * SLICE_STRIDE;
    const firstValue = slice.values[at] as number;
    if (Number.isNaN(firstValue)) continue;
    const x = columnX(i);
    if (shape === 'step' && !Number.isNaN(held)) addPoint(line, x, scaleY(held));
    addPoint(line, x, scaleY(firstValue));
    addPoint(line, x, scaleY(slice.values[at + 1] as number));
    addPoint(line, x, scaleY(slice.values[at + 2] as number));
    held = slice.values[at + 3] as number;
    addPoint(line, x, scaleY(held));
  }
  if (shape === 'step' && !Number.isNaN(held)) addPoint(line, columnX(to), scaleY(held));
}

/** Adds a point, unless it repeats the last one or continues it in the same direction: the line is the same. */
function addPoint(line: number[], x: number, y: number): void {
  const end = line.length;
  const lastX = line[end - 2] as number;
  const lastY = line[end - 1] as number;
  if (x === lastX && y === lastY) return;
  const beforeX = line[end - 4] ?? Number.NaN;
  const beforeY = line[end - 3] as number;
  const down = x === lastX && x === beforeX && (y - lastY) * (lastY - beforeY) >= 0;
  const across = y === lastY && y === beforeY && (x - lastX) * (lastX - beforeX) >= 0;
  if (down || across) {
    line[end - 2] = x;
    line[end - 1] = y;
  } else {
    line.push(x, y);
  }
}
