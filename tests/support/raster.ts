/**
 * What was painted in a colour, per pixel column: how high and how low it reaches. With it a picture is held against the
 * values themselves, however the painter came to draw it.
 */
import type { RecordingSurface } from './recording-surface.ts';

/** Smallest and largest y of each pixel column; NaN where nothing is painted. */
export interface Reach {
  readonly top: Float64Array;
  readonly bottom: Float64Array;
}

const EDGE = 1e-6;

class Columns implements Reach {
  readonly top: Float64Array;
  readonly bottom: Float64Array;

  constructor(width: number) {
    this.top = new Float64Array(width).fill(Number.NaN);
    this.bottom = new Float64Array(width).fill(Number.NaN);
  }

  /** Adds [low, high] to the columns that [from, to] reaches into; a vertical stroke reaches into its own. */
  add(from: number, to: number, low: number, high: number): void {
    const first = Math.max(0, Math.floor(from + EDGE));
    const last = from === to ? first : Math.min(this.top.length, Math.ceil(to - EDGE)) - 1;
    for (let i = first; i <= last && i < this.top.length; i++) {
      if (!(low >= (this.top[i] as number))) this.top[i] = low;
      if (!(high <= (this.bottom[i] as number))) this.bottom[i] = high;
    }
  }
}

/** Of the lines and boxes in a colour. Lines go across or down, as those of steps do. */
export function reachOf({ width, rects, lines }: RecordingSurface, color: string): Reach {
  const columns = new Columns(width);
  for (const { x, y, width: across, height, fill } of rects) {
    if (fill.color === color) columns.add(x, x + across, y, y + height);
  }
  for (const { points, stroke } of lines) {
    if (stroke.color !== color) continue;
    for (let i = 2; i < points.length; i += 2) {
      const [x0, y0, x1, y1] = points.slice(i - 2, i + 2) as [number, number, number, number];
      if (Number.isNaN(x0) || Number.isNaN(x1)) continue;
      columns.add(Math.min(x0, x1), Math.max(x0, x1), Math.min(y0, y1), Math.max(y0, y1));
    }
  }
  return columns;
}

/** Of the boxes in a colour and with an opacity. */
export function boxesOf({ width, rects }: RecordingSurface, color: string, opacity: number): Reach {
  const columns = new Columns(width);
  for (const { x, y, width: across, height, fill, opacity: own } of rects) {
    if (fill.color === color && own === opacity) columns.add(x, x + across, y, y + height);
  }
  return columns;
}

/** Points of a step series, times ascending, µs. */
export interface Points {
  readonly timesUs: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** Extremes of what a step series shows in [fromUs, toUs), by a look at every point; null where it shows nothing. */
export function extremesIn(
  { timesUs, values }: Points,
  fromUs: number,
  toUs: number,
): { readonly min: number; readonly max: number } | null {
  let held = Number.NaN;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < timesUs.length && (timesUs[i] as number) < toUs; i++) {
    const value = values[i] as number;
    if ((timesUs[i] as number) < fromUs) held = value;
    else {
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }
  // A point exactly at the start replaces what was held, but both are within a rounding of it.
  if (!Number.isNaN(held)) {
    min = Math.min(min, held);
    max = Math.max(max, held);
  }
  return max < min ? null : { min, max };
}
