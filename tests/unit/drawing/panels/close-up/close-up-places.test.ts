/** Numbers and arrows of a close-up: none covers another, and each stands as near to its time as that leaves. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeMarks, rowsOf } from '../../../../../src/drawing/panels/close-up/close-up-places.ts';
import { draws, SEED } from '../../../../support/tier.ts';

describe('numbers', () => {
  test('that are far apart stand above their times', () => {
    expect(placeMarks([20, 60, 100], 20, 200)).toEqual([20, 60, 100]);
  });

  test('at one time stand around it, side by side', () => {
    expect(placeMarks([100, 100, 100], 20, 200)).toEqual([80, 100, 120]);
    expect(placeMarks([100, 100, 110], 20, 200).map(Math.round)).toEqual([83, 103, 123]);
  });

  test('at an edge stay in the picture', () => {
    expect(placeMarks([0, 0, 1], 20, 200)).toEqual([10, 30, 50]);
    expect(placeMarks([199, 200], 20, 200)).toEqual([170, 190]);
  });

  test('never touch, keep their order, and leave the picture nowhere', () => {
    const some = fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(some, (wanted) => {
        const xs = [...wanted].sort((a, b) => a - b);
        const places = placeMarks(xs, 21, 300);
        expect(places).toHaveLength(xs.length);
        places.forEach((place, i) => {
          expect(place).toBeGreaterThanOrEqual(10.5 - 1e-6);
          expect(place).toBeLessThanOrEqual(289.5 + 1e-6);
          if (i > 0) expect(place - (places[i - 1] as number)).toBeGreaterThanOrEqual(21 - 1e-6);
        });
      }),
      { seed: SEED, numRuns: draws(500) },
    );
  });
});

describe('arrows', () => {
  test('go into the first row that has room, those that matter most first', () => {
    const spans = [
      { from: 10, to: 30 },
      { from: 0, to: 10 },
      { from: 20, to: 40 },
      { from: 29, to: 31 },
    ];
    expect(rowsOf(spans, 2)).toEqual([0, 0, 1, -1]);
    expect(rowsOf(spans, 3)).toEqual([0, 0, 1, 2]);
  });
});
