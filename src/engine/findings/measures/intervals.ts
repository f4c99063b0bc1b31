/**
 * Time intervals, and a step series within them: its extremes, its increase, the parts above a level. A step series
 * holds each value until its next point.
 *
 * Not here: round trips (round-trips.ts), flat windows (flat-window.ts), states (logged-states.ts).
 */
import { type Ascending, lowerBound, upperBound } from '../../base/columns/growable';
import type { Series } from '../../base/columns/series';

export interface Interval {
  readonly startUs: number;
  readonly endUs: number;
}

/** Length, µs. */
export function lengthOf({ startUs, endUs }: Interval): number {
  return endUs - startUs;
}

/** Time that is part of both, µs; below 0 where they are apart. */
export function sharedLength(a: Interval, b: Interval): number {
  return Math.min(a.endUs, b.endUs) - Math.max(a.startUs, b.startUs);
}

/** Sum of the lengths, µs. */
export function totalLength(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, interval) => sum + lengthOf(interval), 0);
}

/** The longest one, the first of several; null for none. */
export function longestOf<Any extends Interval>(intervals: readonly Any[]): Any | null {
  return intervals.reduce<Any | null>(
    (best, one) => (best === null || lengthOf(one) > lengthOf(best) ? one : best),
    null,
  );
}

/** The parts of the intervals that lie in none of the others; both ascend, and none of a list overlaps another. */
export function without(intervals: readonly Interval[], others: readonly Interval[]): readonly Interval[] {
  return intervals.flatMap(({ startUs, endUs }) => {
    const parts: Interval[] = [];
    let fromUs = startUs;
    for (let i = firstEndingBehind(others, startUs); i < others.length; i++) {
      const other = others[i];
      if (other.startUs >= endUs) break;
      if (other.startUs > fromUs) parts.push({ startUs: fromUs, endUs: other.startUs });
      fromUs = other.endUs;
    }
    if (fromUs < endUs) parts.push({ startUs: fromUs, endUs });
    return parts;
  });
}

/** Index of the first interval that ends after a time; they ascend, and none overlaps another. */
function firstEndingBehind(intervals: readonly Interval[], timeUs: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (intervals[middle].endUs <= timeUs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Intervals that are asked many times whether one of them meets another. They may overlap, in any order. */
export class IntervalIndex {
  readonly #startsUs: Float64Array;
  /** Latest end of the intervals up to each. */
  readonly #endsUs: Float64Array;

  constructor(intervals: readonly Interval[]) {
    const sorted = [...intervals].sort((a, b) => a.startUs - b.startUs);
    this.#startsUs = Float64Array.from(sorted, ({ startUs }) => startUs);
    let latestUs = Number.NEGATIVE_INFINITY;
    this.#endsUs = Float64Array.from(sorted, ({ endUs }) => {
      latestUs = Math.max(latestUs, endUs);
      return latestUs;
    });
  }

  /** Has one of them a time in common with it? Both ends belong to an interval. */
  meets({ startUs, endUs }: Interval): boolean {
    return this.#endsUs[upperBound(this.#startsUs, endUs) - 1] >= startUs;
  }

  /** Is more than half of it inside one of them? Of intervals that do not overlap one another. */
  covers({ startUs, endUs }: Interval): boolean {
    // Only one that holds its middle may.
    const at = upperBound(this.#startsUs, (startUs + endUs) / 2) - 1;
    const commonUs = Math.min(endUs, this.#endsUs[at]) - Math.max(startUs, this.#startsUs[at]);
    return commonUs > (endUs - startUs) / 2;
  }

  holds({ startUs, endUs }: Interval): boolean {
    return this.#endsUs[upperBound(this.#startsUs, startUs) - 1] >= endUs;
  }
}

/** Is there a time in [fromUs, toUs]? */
export function anyWithin(timesUs: Ascending, fromUs: number, toUs: number): boolean {
  return upperBound(timesUs, toUs) > lowerBound(timesUs, fromUs);
}

/** Increase of a running total in (fromUs, toUs]. */
export function riseIn(total: Series, fromUs: number, toUs: number): number {
  return (total.valueAt(toUs) || 0) - (total.valueAt(fromUs) || 0);
}

/** Largest value that a step series holds anywhere in [fromUs, toUs]; NaN before its first point. */
export function highestIn(series: Series, fromUs: number, toUs: number): number {
  const { entry, values } = series.query({ fromUs, columnUs: toUs - fromUs + 1, columns: 1 });
  const [, , inside = Number.NaN] = values;
  return Number.isNaN(inside) ? entry : Math.max(inside, Number.isNaN(entry) ? inside : entry);
}

/** Smallest value, likewise. */
export function lowestIn(series: Series, fromUs: number, toUs: number): number {
  const { entry, values } = series.query({ fromUs, columnUs: toUs - fromUs + 1, columns: 1 });
  const [, inside = Number.NaN] = values;
  return Number.isNaN(inside) ? entry : Math.min(inside, Number.isNaN(entry) ? inside : entry);
}

/** The parts of the intervals in which the series is above `level`; touching parts are merged. Costs one pass. */
export function timeAbove(
  series: Series,
  level: number,
  intervals: readonly Interval[],
): readonly Interval[] {
  const [timesUs, values] = [series.timesUs.reader(), series.values.reader()];
  const above: { startUs: number; endUs: number }[] = [];
  const add = (startUs: number, endUs: number): void => {
    const last = above.at(-1);
    if (last !== undefined && last.endUs === startUs) last.endUs = endUs;
    else above.push({ startUs, endUs });
  };
  for (const { startUs, endUs } of intervals) {
    for (let i = Math.max(0, timesUs.upperBound(startUs) - 1); i < timesUs.length; i++) {
      const fromUs = Math.max(startUs, timesUs.at(i));
      if (fromUs >= endUs) break;
      if (values.at(i) > level)
        add(fromUs, Math.min(endUs, i + 1 < timesUs.length ? timesUs.at(i + 1) : endUs));
    }
  }
  return above;
}
