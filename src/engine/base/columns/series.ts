/**
 * One plotted quantity over time: points in columns, a min/max pyramid, and the window query of the panels. The page
 * never receives points: it gets at most four numbers per pixel column.
 *
 *   column   first, min, max, last of the points with t in [t0 + i·width, t0 + (i+1)·width)
 *   empty    NaN four times: no point in this column (a step series stays at its last value)
 */
import { BlockColumn, EMPTY_COLUMN } from './block-column';
import type { Numbers } from './block-reader';
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

const MEDIAN_SAMPLES = 8192;

/** From here on values are read one by one. */
const SPARSE_STRIDE = 8;

/** The points of a series, and what is known of them. */
class Points {
  readonly timeUs: BlockColumn;
  values: BlockColumn;
  pyramid: Pyramid;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  /** The time of the last point, cached because every push needs it. NaN when empty. */
  lastUs = Number.NaN;
  lastValue = Number.NaN;

  constructor(timeUs: BlockColumn, values: BlockColumn) {
    this.timeUs = timeUs;
    this.values = values;
    this.pyramid = new Pyramid(values);
  }

  push(timeUs: number, value: number): void {
    const atUs = timeUs < this.lastUs ? this.lastUs : timeUs;
    this.timeUs.push(atUs);
    this.values.push(value);
    this.lastUs = atUs;
    this.lastValue = value;
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
  }

  scale(factor: number): void {
    const before = this.values;
    this.values = new BlockColumn();
    this.pyramid = new Pyramid(this.values);
    for (const value of before) this.values.push(value * factor);
    this.lastValue = this.values.last();
    this.min *= factor;
    this.max *= factor;
  }
}

/** Of all series without one: most logs lack most quantities. Never pushed to. */
const NO_POINTS = new Points(EMPTY_COLUMN, EMPTY_COLUMN);

/** Numbers per column in `SeriesSlice.values`. */
export const SLICE_STRIDE = 4;

/** Of values that were rounded to be sent: how far one may be from the trace's own, and those that are the trace's own. */
export interface Rounded {
  /** In the unit of the series. */
  readonly byUpTo: number;
  readonly exact: ReadonlySet<number>;
  /** Ascending: no value was rounded past one of these, so that between two of them lie both the value and the trace's own. */
  readonly fences: readonly number[];
}

export interface SeriesSlice {
  readonly id: string;
  /** `SLICE_STRIDE` numbers per column: first, min, max, last; NaN where the column holds no point. */
  readonly values: Float64Array<ArrayBuffer>;
  /** The last value before the window, or NaN: what a step series holds on entry. */
  readonly entry: number;
  /** The first point at or after the window's end, or null: the end of the line drawn out of the window. */
  readonly next: { readonly timeUs: number; readonly value: number } | null;
  /** Left out where all values are the trace's own. */
  readonly rounded?: Rounded;
}

export class Series {
  readonly info: SeriesInfo;
  readonly #isStep: boolean;
  #points = NO_POINTS;

  constructor(info: SeriesInfo) {
    this.info = info;
    this.#isStep = info.shape === 'step';
  }

  get length(): number {
    return this.#points.values.length;
  }

  /** Smallest value pushed so far, NaN when empty. */
  get min(): number {
    return this.length === 0 ? Number.NaN : this.#points.min;
  }

  /** Largest value pushed so far, NaN when empty. */
  get max(): number {
    return this.length === 0 ? Number.NaN : this.#points.max;
  }

  /** The last value pushed, NaN when empty. */
  get last(): number {
    return this.#points.lastValue;
  }

  /** Bytes held by the points and their pyramid, unused capacity included. */
  get byteLength(): number {
    const { timeUs, values, pyramid } = this.#points;
    return timeUs.byteLength + values.byteLength + pyramid.byteLength;
  }

  /** Point times in µs, ascending; of an empty series a column that stays empty. */
  get timesUs(): Numbers {
    return this.#points.timeUs;
  }

  /** Point values, parallel to `timesUs`, and as those. */
  get values(): Numbers {
    return this.#points.values;
  }

  /**
   * Appends a point. Times must not descend; a point earlier than the last gets the last point's time. A step series
   * ignores repeated values.
   */
  push(timeUs: number, value: number): void {
    if (this.#isStep && value === this.#points.lastValue) return;
    if (this.#points === NO_POINTS) this.#points = new Points(new BlockColumn(), new BlockColumn());
    this.#points.push(timeUs, value);
  }

  /**
   * Multiplies every value by a positive factor, when the logged unit becomes known after the first values. Later
   * values must be pushed in the new unit.
   */
  scale(factor: number): void {
    if (this.#points !== NO_POINTS) this.#points.scale(factor);
  }

  /** The value at `timeUs`: that of the last point at or before it, NaN before the first. */
  valueAt(timeUs: number): number {
    const { timeUs: times, values } = this.#points;
    return values.at(times.upperBound(timeUs) - 1);
  }

  /**
   * Median of the points with time in [fromUs, toUs]; NaN when there is none. Of more than 8,192 points every
   * n-th is taken, so that the cost does not grow with the trace.
   */
  medianOf(fromUs: number, toUs: number): number {
    const { timeUs: times, values: points } = this.#points;
    const from = times.lowerBound(fromUs);
    const to = times.upperBound(toUs);
    const stride = Math.max(1, Math.ceil((to - from) / MEDIAN_SAMPLES));
    // A reader unpacks a block for each value that it is asked for alone.
    const values = stride < SPARSE_STRIDE ? points.reader() : points;
    const sample = new Float64Array(Math.ceil((to - from) / stride));
    for (let i = 0; i < sample.length; i++) sample[i] = values.at(from + i * stride);
    return median(sample);
  }

  /**
   * The value that a step series has for half of the time in [fromUs, toUs], from its first point on: a flat stretch logs few values, and
   * lasts. NaN without points before the end. Looked up at 8,192 times at most.
   */
  medianInTime(fromUs: number, toUs: number): number {
    const startUs = Math.max(fromUs, this.timesUs.at(0));
    if (!(toUs >= startUs)) return Number.NaN;
    const [times, values] = [this.timesUs.reader(), this.values.reader()];
    const sample = new Float64Array(MEDIAN_SAMPLES);
    let next = times.upperBound(startUs);
    for (let i = 0; i < MEDIAN_SAMPLES; i++) {
      const timeUs = startUs + ((i + 0.5) / MEDIAN_SAMPLES) * (toUs - startUs);
      while (times.at(next) <= timeUs) next++;
      sample[i] = values.at(next - 1);
    }
    return median(sample);
  }

  /** The envelope of a window: see the diagram at the top. Costs O(columns · log points). */
  query(window: ColumnWindow): SeriesSlice {
    const { timeUs: times, values, pyramid: levels } = this.#points;
    const result = new Float64Array(window.columns * SLICE_STRIDE).fill(Number.NaN);
    const start = times.lowerBound(window.fromUs);
    const extremes: MinMax = { min: 0, max: 0 };
    const pyramid = levels.reader();
    let from = start;
    for (let column = 0; column < window.columns && from < times.length; column++) {
      const to = nextBound(times, window.fromUs + (column + 1) * window.columnUs, from);
      if (pyramid.query(from, to, extremes)) {
        const at = column * SLICE_STRIDE;
        result[at] = values.at(from);
        result[at + 1] = extremes.min;
        result[at + 2] = extremes.max;
        result[at + 3] = values.at(to - 1);
      }
      from = to;
    }
    return {
      id: this.info.id,
      values: result,
      entry: values.at(start - 1),
      next: from < times.length ? { timeUs: times.at(from), value: values.at(from) } : null,
    };
  }
}
