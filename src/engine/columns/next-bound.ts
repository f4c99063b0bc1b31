/**
 * The next border in an ascending column, for queries that walk a column from left to right: the search begins where
 * the last one ended and doubles its step, so that near borders cost little, however long the column is.
 */
import { lowerBound, upperBound } from './growable';

/** First index at or after `from` whose value is not below `wanted`. */
export function nextBound(values: Float64Array, wanted: number, from: number): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < values.length && (values[high] as number) < wanted) {
    low = high + 1;
    high = low + step;
    step *= 2;
  }
  return lowerBound(values, wanted, low, Math.min(high, values.length));
}

/** First index at or after `from` whose value is above `wanted`. */
export function nextAbove(values: Float64Array, wanted: number, from: number): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < values.length && (values[high] as number) <= wanted) {
    low = high + 1;
    high = low + step;
    step *= 2;
  }
  return upperBound(values, wanted, low, Math.min(high, values.length));
}
