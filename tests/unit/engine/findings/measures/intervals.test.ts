/** Intervals, and what step series do in them: each value is held until the next point. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Series } from '../../../../../src/engine/base/columns/series.ts';
import {
  anyWithin,
  highestIn,
  IntervalIndex,
  longestOf,
  lowestIn,
  riseIn,
  timeAbove,
  totalLength,
  without,
} from '../../../../../src/engine/findings/measures/intervals.ts';
import { draws } from '../../../../support/tier.ts';

function stepSeries(points: readonly (readonly [timeUs: number, value: number])[]): Series {
  const series = new Series({ id: 'cwnd', name: 'cwnd', unit: 'bytes', shape: 'step', origin: 'logged' });
  for (const [timeUs, value] of points) series.push(timeUs, value);
  return series;
}

const SERIES = stepSeries([
  [10, 100],
  [20, 300],
  [30, 200],
]);

const at = (startUs: number, endUs: number) => ({ startUs, endUs });

test('the longest is the first of equals; lengths add up', () => {
  expect(longestOf([at(0, 1), at(5, 8), at(10, 13)])).toEqual(at(5, 8));
  expect(longestOf([])).toBeNull();
  expect(totalLength([at(0, 1), at(5, 8)])).toBe(4);
});

test('what lies in others is left out of intervals', () => {
  const others = [at(0, 2), at(4, 5), at(9, 12), at(20, 30)];
  expect(without([at(1, 6), at(7, 10), at(21, 29)], others)).toEqual([at(2, 4), at(5, 6), at(7, 9)]);
  expect(without([at(1, 6)], [])).toEqual([at(1, 6)]);
  expect(without([], others)).toEqual([]);
});

test('an index says what a search through all intervals says', () => {
  const time = fc.integer({ min: 0, max: 40 });
  const interval = fc.tuple(time, time).map(([a, b]) => at(Math.min(a, b), Math.max(a, b)));
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 6 }), interval, (all, one) => {
      const index = new IntervalIndex(all);
      expect(index.meets(one)).toBe(all.some((x) => one.startUs <= x.endUs && one.endUs >= x.startUs));
      expect(index.holds(one)).toBe(all.some((x) => x.startUs <= one.startUs && x.endUs >= one.endUs));
    }),
    { numRuns: draws(500) },
  );
});

test('an interval is covered by more than half of it', () => {
  expect(new IntervalIndex([at(4, 20)]).covers(at(0, 10))).toBe(true);
  expect(new IntervalIndex([at(5, 20)]).covers(at(0, 10))).toBe(false);
  expect(new IntervalIndex([at(0, 3), at(7, 10)]).covers(at(0, 10))).toBe(false);
});

test('both ends of an interval belong to it when times are searched', () => {
  const times = Float64Array.of(5, 9);
  expect([anyWithin(times, 5, 6), anyWithin(times, 6, 9), anyWithin(times, 6, 8)]).toEqual([
    true,
    true,
    false,
  ]);
});

test('extremes include the value at the start of the interval', () => {
  expect([highestIn(SERIES, 25, 35), lowestIn(SERIES, 15, 25)]).toEqual([300, 100]);
  expect([highestIn(SERIES, 12, 15), lowestIn(SERIES, 12, 15)]).toEqual([100, 100]);
  expect([highestIn(SERIES, 0, 5), lowestIn(SERIES, 0, 5)]).toEqual([Number.NaN, Number.NaN]);
});

test('an increase counts after the start of an interval and at its end', () => {
  expect([riseIn(SERIES, 10, 20), riseIn(SERIES, 0, 10), riseIn(SERIES, 20, 29)]).toEqual([200, 100, 0]);
});

describe('time above a level', () => {
  test('is cut at the ends of the intervals', () => {
    expect(timeAbove(SERIES, 150, [at(0, 25), at(28, 40)])).toEqual([at(20, 25), at(28, 40)]);
  });

  test('merges parts that touch, and excludes a value at the level', () => {
    expect(timeAbove(SERIES, 100, [at(10, 40)])).toEqual([at(20, 40)]);
    expect(timeAbove(SERIES, 300, [at(10, 40)])).toEqual([]);
  });
});
