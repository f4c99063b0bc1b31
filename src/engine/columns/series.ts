/**
 * One plotted quantity over time: points in columns, a min/max pyramid, and the window query of the panels. The page
 * never receives points: it gets at most four numbers per pixel column.
 *
 *   column   first, min, max, last of the points with t in [t0 + i·width, t0 + (i+1)·width)
 *   empty    NaN four times: no point in this column (a step series keeps its last value)
 */
import { Growable, lowerBound, upperBound } from './growable';
import { medianOf as median } from './median';
import { nextBound } from './next-bound';
import { type MinMax, Pyramid } from './pyramid';

/** `flag` is 1 while something holds, 0 while it does not. */
export type SeriesUnit = 'bytes' | 'us' | 'packets' | 'bytes/s' | 'flag';

/** Source of the values: logged by the stack, or computed here from packets. */
export type SeriesOrigin = 'logged' | 'rebuilt';

export interface SeriesInfo {
  readonly id: string;
  readonly name: string;
  readonly unit: SeriesUnit;
  /** `step` holds a value until the next point; `line` joins points. */
  readonly shape: 'step' | 'line';
  readonly origin: SeriesOrigin;
}

/** A time window cut into equal columns. Times are µs from the trace's start. */
export interface ColumnWindow {
  readonly fromUs: number;
  readonly columnUs: number;
  readonly columns: number;
}

/** Initial capacity: a file may hold thousands of connections with a dozen series each. */
const FIRST_POINTS = 16;

/** Points sampled for a median. */
const MEDIAN_SAMPLES = 8192;

/** Two floats per 64 points, and a third of that for all levels above (pyramid.ts). */
const PYRAMID_BYTES_PER_POINT = 1 / 3;

/** Numbers per column in `SeriesSlice.values`. */
export const SLICE_STRIDE = 4;

export interface SeriesSlice {
  readonly id: string;
  /** `SLICE_STRIDE` numbers per column: first, min, max, last; NaN where the column holds no point. */
  readonly values: Float64Array<ArrayBuffer>;
  /** The last value before the window, or NaN: what a step series holds on entry. */
  readonly entry: number;
  /** The first point at or after the window's end, or null: the end of the line drawn out of the window. */
  readonly next: { readonly timeUs: number; readonly value: number } | null;
}

export class Series {
  readonly info: SeriesInfo;
  readonly #timeUs = new Growable(Float64Array, FIRST_POINTS);
  readonly #values = new Growable(Float64Array, FIRST_POINTS);
  readonly #pyramid = new Pyramid(this.#values);
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  readonly #isStep: boolean;
  /** The time of the last point, cached because every push reads it. NaN when empty. */
  #lastUs = Number.NaN;
  #lastValue = Number.NaN;

  constructor(info: SeriesInfo) {
    this.info = info;
    this.#isStep = info.shape === 'step';
  }

  get length(): number {
    return this.#values.length;
  }

  /** Smallest value pushed so far, NaN when empty. */
  get min(): number {
    return this.length === 0 ? Number.NaN : this.#min;
  }

  /** Largest value pushed so far, NaN when empty. */
  get max(): number {
    return this.length === 0 ? Number.NaN : this.#max;
  }

  /** The last value pushed, NaN when empty. */
  get last(): number {
    return this.#lastValue;
  }

  /** Bytes held by the points and their pyramid, unused capacity included. */
  get byteLength(): number {
    return this.#timeUs.byteLength + this.#values.byteLength + this.length * PYRAMID_BYTES_PER_POINT;
  }

  /** Point times in µs, ascending; a view that is valid until the next push. */
  get timesUs(): Float64Array {
    return this.#timeUs.view();
  }

  /** Point values, parallel to `timesUs`. */
  get values(): Float64Array {
    return this.#values.view();
  }

  /**
   * Appends a point. Times must not descend; a point earlier than the last gets the last point's time. A step series
   * ignores repeated values.
   */
  push(timeUs: number, value: number): void {
    if (this.#isStep && value === this.#lastValue) return;
    const atUs = timeUs < this.#lastUs ? this.#lastUs : timeUs;
    this.#timeUs.push(atUs);
    this.#values.push(value);
    this.#lastUs = atUs;
    this.#lastValue = value;
    this.#pyramid.update();
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
  }

  /**
   * Multiplies every value by a positive factor, when the logged unit becomes known after the first values. Later
   * values must be pushed in the new unit.
   */
  scale(factor: number): void {
    const values = this.values;
    for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) * factor;
    this.#pyramid.scale(factor);
    this.#lastValue = this.#values.last();
    this.#min *= factor;
    this.#max *= factor;
  }

  /** The value at `timeUs`: that of the last point at or before it, NaN before the first. */
  valueAt(timeUs: number): number {
    const index = upperBound(this.timesUs, timeUs) - 1;
    return index < 0 ? Number.NaN : (this.values[index] as number);
  }

  /**
   * Median of the points with time in [fromUs, toUs]; NaN when there is none. Of more than 8,192 points every
   * n-th is taken, so that the cost does not grow with the trace.
   */
  medianOf(fromUs: number, toUs: number): number {
    const times = this.timesUs;
    const from = lowerBound(times, fromUs);
    const to = upperBound(times, toUs);
    const stride = Math.max(1, Math.ceil((to - from) / MEDIAN_SAMPLES));
    const values = this.values;
    const sample = new Float64Array(Math.ceil((to - from) / stride));
    for (let i = 0; i < sample.length; i++) sample[i] = values[from + i * stride] as number;
    return median(sample);
  }

  /** The envelope of a window: see the diagram at the top. Costs O(columns · log points). */
  query(window: ColumnWindow): SeriesSlice {
    const times = this.timesUs;
    const values = this.values;
    const result = new Float64Array(window.columns * SLICE_STRIDE).fill(Number.NaN);
    const start = lowerBound(times, window.fromUs);
    const extremes: MinMax = { min: 0, max: 0 };
    const pyramid = this.#pyramid.reader();
    let from = start;
    for (let column = 0; column < window.columns && from < times.length; column++) {
      const to = nextBound(times, window.fromUs + (column + 1) * window.columnUs, from);
      if (pyramid.query(from, to, extremes)) {
        const at = column * SLICE_STRIDE;
        result[at] = values[from] as number;
        result[at + 1] = extremes.min;
        result[at + 2] = extremes.max;
        result[at + 3] = values[to - 1] as number;
      }
      from = to;
    }
    return {
      id: this.info.id,
      values: result,
      entry: start > 0 ? (values[start - 1] as number) : Number.NaN,
      next: from < times.length ? { timeUs: times[from] as number, value: values[from] as number } : null,
    };
  }
}
