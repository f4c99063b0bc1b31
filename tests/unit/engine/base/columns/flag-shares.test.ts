/** Shares of time of a flag, against sums made by hand. */
import { expect, test } from 'vitest';
import { flagShares } from '../../../../../src/engine/base/columns/flag-shares.ts';
import { Series } from '../../../../../src/engine/base/columns/series.ts';

const flagOf = (...points: readonly (readonly [timeUs: number, value: number])[]): Series => {
  const flag = new Series({ id: 'flag', name: 'flag', unit: 'flag', shape: 'step', origin: 'logged' });
  for (const [timeUs, value] of points) flag.push(timeUs, value);
  return flag;
};

/** Set, and not set, per column of 100 µs. */
const sharesOf = (
  flag: Series,
  columns: number,
  endUs: number,
  fromUs = 0,
  contradictedUs: readonly number[] = [],
) => {
  const { shares } = flagShares(flag, { fromUs, columnUs: 100, columns }, endUs, contradictedUs);
  return Array.from({ length: columns }, (_, i) => [...shares.subarray(2 * i, 2 * i + 2)]);
};

test('a column that the flag changes in is shared, one between changes belongs to its last value', () => {
  const flag = flagOf([0, 1], [30, 0], [60, 1], [180, 0]);
  expect(sharesOf(flag, 3, 300)).toEqual([
    [0.7, 0.3],
    [0.8, 0.2],
    [0, 1],
  ]);
});

test('the value before the window holds at its start; a change on an edge belongs to the column after it', () => {
  const flag = flagOf([0, 1], [200, 0]);
  expect(sharesOf(flag, 2, 300, 100)).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

test('time before the first value and after the end of the trace has no share', () => {
  expect(sharesOf(flagOf([50, 1]), 3, 150)).toEqual([
    [0.5, 0],
    [0.5, 0],
    [0, 0],
  ]);
  expect(sharesOf(flagOf(), 1, 100)).toEqual([[0, 0]]);
});

test('changes are counted in the column that holds them, the first value is none', () => {
  const flag = flagOf([10, 1], [30, 0], [60, 1], [180, 0]);
  const { changes, names } = flagShares(flag, { fromUs: 0, columnUs: 100, columns: 2 }, 200, []);
  expect([...changes]).toEqual([2, 1]);
  expect(names).toEqual(['set', 'not set']);
});

test('while it is set around a time that contradicts it, it has no share; one between two of them has', () => {
  const flag = flagOf([0, 1], [100, 0], [200, 1], [300, 0]);
  expect(sharesOf(flag, 4, 400, 0, [200])).toEqual([
    [1, 0],
    [0, 1],
    [0, 0],
    [0, 1],
  ]);
  expect(sharesOf(flag, 2, 400, 0, [100, 150])).toEqual([
    [1, 0],
    [0, 1],
  ]);
});
