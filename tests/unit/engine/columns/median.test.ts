/** The median without sorting: the same value as a sort gives. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { medianOf } from '../../../../src/engine/columns/median.ts';

test('it is the value in the middle of the sorted numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 200 }), (numbers) => {
      const sorted = [...numbers].sort((a, b) => a - b);
      expect(medianOf(Float64Array.from(numbers))).toBe(sorted[sorted.length >> 1]);
    }),
  );
});

test('without numbers there is none', () => {
  expect(medianOf(new Float64Array(0))).toBeNaN();
});
