/** The median without sorting: the same value as a sort gives. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { medianOf, middleOf, nearestRank, rankOf } from '../../../../src/engine/columns/median.ts';

test('it is the value in the middle of the sorted numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 200 }), (numbers) => {
      const sorted = [...numbers].sort((a, b) => a - b);
      expect(medianOf(Float64Array.from(numbers))).toBe(sorted[Math.ceil(sorted.length / 2) - 1]);
      const nearlyAll = sorted[nearestRank(0.95, sorted.length)];
      expect(rankOf(Float64Array.from(numbers), 0.95)).toBe(nearlyAll);
    }),
  );
});

test('without numbers there is none', () => {
  expect(medianOf(new Float64Array(0))).toBeNaN();
});

test.each([
  [0.5, 1, 0],
  [0.5, 2, 0],
  [0.5, 3, 1],
  [0.95, 20, 18],
  [0.95, 21, 19],
  [0, 5, 0],
  [1, 5, 4],
])('the nearest rank of %f among %i is at %i', (share, length, place) => {
  expect(nearestRank(share, length)).toBe(place);
});

test.each([
  [[], Number.NaN],
  [[7], 7],
  [[1, 4], 2.5],
  [[1, 4, 100], 4],
  [[1, 3, 4, 100], 3.5],
])('the middle of the runs %j is %f', (values, middle) => {
  expect(middleOf(Float64Array.from(values))).toBe(middle);
});
