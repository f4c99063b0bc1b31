/** The median without sorting: the same value as a sort gives. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { medianOf, middleOf, nearestRank, rankOf } from '../../../../../src/engine/base/columns/median.ts';

test('it is the value in the middle of the sorted numbers, or the mean of the two there', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 200 }), (numbers) => {
      const sorted = [...numbers].sort((a, b) => a - b);
      expect(medianOf(Float64Array.from(numbers))).toBe(middleOf(Float64Array.from(sorted)));
      const nearlyAll = sorted[nearestRank(0.95, sorted.length)];
      expect(rankOf(Float64Array.from(numbers), 0.95)).toBe(nearlyAll);
    }),
  );
});

test('numbers in an order that is made to take the search long cost little more than others', () => {
  /** Values are read so often. */
  const readsOf = (values: Float64Array): number => {
    let reads = 0;
    const counted = new Proxy(values, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    expect(medianOf(counted)).toBe((values.length - 1) / 2);
    return reads;
  };
  const length = 4096;
  const shuffled = Float64Array.from({ length }, (_, i) => (i * 1103) % length);
  // The one in the middle is the smallest of what is left, in each round.
  const places = Uint32Array.from({ length }, (_, i) => i);
  const made = new Float64Array(length);
  for (let low = 0; low < length; low++) {
    const middle = (low + length - 1) >> 1;
    made[places[middle] as number] = low;
    places[middle] = places[low] as number;
  }
  expect(readsOf(made)).toBeLessThan(20 * readsOf(shuffled));
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
])('the median of the sorted %j is %f', (values, middle) => {
  expect(middleOf(Float64Array.from(values))).toBe(middle);
});
