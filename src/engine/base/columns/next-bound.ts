/**
 * The next boundary in an ascending column, for queries that go through a column from left to right: the search starts
 * at the last result and doubles its step (galloping search), so that its cost depends on the distance and not on the
 * column's length.
 */
import type { Numbers } from './block-reader';
import { lowerBound, upperBound } from './growable';

/** An ascending column: an array, or blocks. */
export type Times = Float64Array | Numbers;

/** First index at or after `from` whose value is >= `wanted`. */
export function nextBound(values: Times, wanted: number, from: number): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < values.length && (values.at(high) as number) < wanted) {
    low = high + 1;
    high = low + step;
    step *= 2;
  }
  return lowerBound(values, wanted, low, Math.min(high, values.length));
}

/** First index at or after `from` whose value is > `wanted`. */
export function nextAbove(values: Times, wanted: number, from: number): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < values.length && (values.at(high) as number) <= wanted) {
    low = high + 1;
    high = low + step;
    step *= 2;
  }
  return upperBound(values, wanted, low, Math.min(high, values.length));
}
