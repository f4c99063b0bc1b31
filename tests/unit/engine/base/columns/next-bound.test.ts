/** Borders found from where the last one was: the same as a search over the whole column finds. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lowerBound, upperBound } from '../../../../../src/engine/base/columns/growable.ts';
import { nextAbove, nextBound } from '../../../../../src/engine/base/columns/next-bound.ts';

const ascending = fc
  .array(fc.integer({ min: 0, max: 60 }), { maxLength: 300 })
  .map((numbers) => Float64Array.from(numbers).sort());

test('a search from left to right finds the same boundaries as a full search', () => {
  fc.assert(
    fc.property(ascending, fc.integer({ min: 1, max: 20 }), (values, step) => {
      let below = 0;
      let above = 0;
      for (let wanted = -1; wanted < 70; wanted += step) {
        below = nextBound(values, wanted, below);
        above = nextAbove(values, wanted, above);
        expect([below, above]).toEqual([lowerBound(values, wanted), upperBound(values, wanted)]);
      }
    }),
  );
});
