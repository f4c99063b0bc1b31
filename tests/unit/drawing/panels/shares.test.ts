/** Shares of time: of one column, and of a part of the window. */
import { expect, test } from 'vitest';
import { shareAt, sharesAt, sharesWithin } from '../../../../src/drawing/panels/shares.ts';

const window = { fromUs: 1000, columnUs: 100, columns: 4 };
/** Half and half, all of the first, a quarter of the second and nothing else, nothing. */
const slice = {
  names: ['a', 'b'],
  shares: Float64Array.of(0.5, 0.5, 1 + 1e-12, 0, 0, 0.25, 0, 0),
  changes: new Float64Array(4),
};

test('of a column are unchanged, and never above 1', () => {
  expect(shareAt(slice, 2, 1)).toBe(0.25);
  expect(sharesAt(slice, window, 1050)).toEqual([0.5, 0.5]);
  expect(sharesAt(slice, window, 1150)).toEqual([1, 0]);
  expect(sharesAt(slice, window, 999)).toBeNull();
  expect(sharesAt(slice, window, 1400)).toBeNull();
});

test('of a part are of the time that has a name', () => {
  expect(sharesWithin(slice, window, 1000, 1200)[0]).toBeCloseTo(0.75, 9);
  expect(sharesWithin(slice, window, 1200, 1400)).toEqual([0, 1]);
  expect(sharesWithin(slice, window, 1300, 1400)).toEqual([0, 0]);
});
