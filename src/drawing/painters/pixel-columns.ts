/**
 * A step series per pixel column of a plot: the one grid on which lines and areas are drawn, at every zoom.
 *
 * An answer has columns of a power of two of µs, at most one pixel wide: a pixel takes in all that it overlaps, and the
 * value held on entry. So nothing that was is missing, and nothing lies more than a pixel away from where it was.
 */
import { type ColumnWindow, type SeriesSlice, SLICE_STRIDE } from '../../engine/base/columns/series';
import { timeToX, type Viewport } from '../surface/viewport';

/** Where a series is drawn. */
export interface PlotTime {
  readonly window: ColumnWindow;
  readonly viewport: Viewport;
  /** The trace's end: no value is held beyond it, µs. */
  readonly endUs: number;
  /** Columns of the answer are wider than a pixel: what is drawn is their envelope, and hatched. */
  readonly isCoarse?: boolean;
}

/** Per pixel column from the left edge; NaN where no value is known. */
export interface PixelColumns {
  /** Value held when the pixel begins. */
  readonly entry: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly last: Float64Array;
}

/** Borders of columns and pixels that fall together differ by rounding errors, in columns. */
const ROUNDING = 1e-6;

/** First and last column (exclusive) of the viewport. */
export function visibleColumns(window: ColumnWindow, viewport: Viewport): readonly [number, number] {
  const first = Math.floor((viewport.fromUs - window.fromUs) / window.columnUs);
  const last = Math.ceil((viewport.toUs - window.fromUs) / window.columnUs);
  return [Math.max(0, first), Math.min(window.columns, last)];
}

/** The value just before a column: what a step series shows until its next point. */
export function heldBefore(slice: SeriesSlice, column: number): number {
  for (let i = column - 1; i >= 0; i--) {
    const last = slice.values[i * SLICE_STRIDE + 3];
    if (!Number.isNaN(last)) return last;
  }
  return slice.entry;
}

/** Largest visible value, including the one held at the start; NaN if there is none. */
export function visibleMax(slice: SeriesSlice, window: ColumnWindow, viewport: Viewport): number {
  const [first, last] = visibleColumns(window, viewport);
  let max = heldBefore(slice, first);
  for (let i = first; i < last; i++) {
    const value = slice.values[i * SLICE_STRIDE + 2];
    if (!(value <= max) && !Number.isNaN(value)) max = value;
  }
  return max;
}

/** Columns of the answer that a pixel overlaps, [from, to); empty outside the window. */
function overlapped(
  { fromUs, columnUs, columns }: ColumnWindow,
  startUs: number,
  endUs: number,
): readonly [number, number] {
  const from = Math.floor((startUs - fromUs) / columnUs + ROUNDING);
  const to = Math.ceil((endUs - fromUs) / columnUs - ROUNDING);
  return [Math.max(0, from), Math.min(columns, to)];
}

export function pixelColumns(slice: SeriesSlice, { window, viewport, endUs }: PlotTime): PixelColumns {
  const pixels = Math.ceil(viewport.width);
  const usPerPx = (viewport.toUs - viewport.fromUs) / viewport.width;
  const [entry, min, max, last] = [0, 1, 2, 3].map(() => new Float64Array(pixels).fill(Number.NaN)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const stop = Math.min(pixels, Math.ceil(timeToX(viewport, endUs) - ROUNDING));
  let done = -1;
  let held = Number.NaN;
  for (let pixel = 0; pixel < stop; pixel++) {
    const startUs = viewport.fromUs + pixel * usPerPx;
    const [from, to] = overlapped(window, startUs, startUs + usPerPx);
    if (to <= from) continue;
    if (done < 0) held = heldBefore(slice, from);
    else for (; done < from; done++) held = lastOf(slice, done, held);
    done = from;
    let low = held;
    let high = held;
    let end = held;
    for (let i = from; i < to; i++) {
      const at = i * SLICE_STRIDE;
      const lowest = slice.values[at + 1];
      if (Number.isNaN(lowest)) continue;
      const highest = slice.values[at + 2];
      if (!(lowest >= low)) low = lowest;
      if (!(highest <= high)) high = highest;
      end = slice.values[at + 3];
    }
    entry[pixel] = held;
    min[pixel] = low;
    max[pixel] = high;
    last[pixel] = end;
  }
  return { entry, min, max, last };
}

function lastOf(slice: SeriesSlice, column: number, held: number): number {
  const last = slice.values[column * SLICE_STRIDE + 3];
  return Number.isNaN(last) ? held : last;
}
