/** Intervals by ranks against published tables, and against all orders and all differences, counted one by one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Bounded,
  medianInterval,
  pairsOutside,
  ratioInterval,
  shiftInterval,
} from '../../../../../src/engine/service/compare/shift.ts';
import { draws } from '../../../../support/tier.ts';

const values = (...numbers: readonly number[]): readonly Bounded[] =>
  numbers.map((value) => ({ low: value, high: value }));
const above = (low: number): Bounded => ({ low, high: Number.POSITIVE_INFINITY });

describe('the quantile of U', () => {
  test.each([
    // Two-sided 5 % of the tables of Mann and Whitney, the largest U that rejects (Siegel 1956, table K).
    [5, 5, 2],
    [5, 8, 6],
    [6, 6, 5],
    [7, 12, 18],
    [8, 8, 13],
    [10, 10, 23],
    [12, 15, 49],
    [15, 15, 64],
    [20, 20, 127],
  ])('of groups of %d and %d is %d', (m, n, most) => {
    expect(pairsOutside(m, n)).toBe(most + 1);
    expect(pairsOutside(n, m)).toBe(most + 1);
  });

  test('is that of all orders of the runs, counted one by one', () => {
    for (let m = 1; m <= 6; m++)
      for (let n = m; n <= 6; n++) {
        const orders: number[] = [];
        for (let mask = 0; mask < 1 << (m + n); mask++) {
          const places = Array.from({ length: m + n }, (_, i) => (mask >> i) & 1);
          if (places.reduce((sum, one) => sum + one, 0) !== m) continue;
          let [u, before] = [0, 0];
          for (const isFirst of places)
            if (isFirst === 1) u += before;
            else before++;
          orders.push(u);
        }
        let outside = 0;
        while (orders.filter((u) => u <= outside).length / orders.length <= 0.025) outside++;
        expect(pairsOutside(m, n), `${m} and ${n}`).toBe(outside);
      }
  });

  test('of large groups is near that of the normal distribution', () => {
    expect(Math.abs(pairsOutside(150, 150) / pairsOutside(170, 170) - (150 / 170) ** 2)).toBeLessThan(0.02);
  });
});

const NUMBERS = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 5, maxLength: 12 });

test('ends and middle of the shift are those among all differences', () => {
  fc.assert(
    fc.property(NUMBERS, NUMBERS, (a, b) => {
      const differences = a.flatMap((x) => b.map((y) => x - y)).sort((x, y) => x - y);
      const outside = pairsOutside(a.length, b.length);
      const at = (i: number): number => differences[i] ?? Number.NaN;
      const shift = shiftInterval(values(...a), values(...b));
      expect(shift?.low).toBe(at(outside - 1));
      expect(shift?.high).toBe(at(differences.length - outside));
      expect(shift?.estimate).toBe((at((differences.length - 1) >> 1) + at(differences.length >> 1)) / 2);
      const ratio = ratioInterval(values(...a), values(...b));
      const ratios = a.flatMap((x) => b.map((y) => x / y)).sort((x, y) => x - y);
      expect(ratio?.low).toBeCloseTo(ratios[outside - 1] ?? Number.NaN, 9);
      expect(ratio?.high).toBeCloseTo(ratios[ratios.length - outside] ?? Number.NaN, 9);
    }),
    { numRuns: draws(300) },
  );
});

test('a published example', () => {
  // Hollander, Wolfe: Nonparametric Statistical Methods, tritiated water diffusion (1973, table 4.1), as in the help of R's wilcox.test.
  const x = values(0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46);
  const y = values(1.15, 0.88, 0.9, 0.74, 1.21);
  const shift = shiftInterval(x, y);
  expect(shift?.estimate).toBeCloseTo(0.305, 9);
  expect([shift?.low, shift?.high].map((end) => end?.toFixed(2))).toEqual(['-0.15', '0.76']);
});

test('a run without a value is larger than what it came to, and widens the interval on one side', () => {
  const slow = [...values(7, 8, 9, 9.5), above(10), above(10)];
  const quick = values(3, 3.5, 4, 4.5, 5, 5.5);
  const shift = shiftInterval(slow, quick);
  expect(shift).toMatchObject({ low: expect.any(Number), high: Number.POSITIVE_INFINITY });
  expect(shift?.low).toBeGreaterThan(2);
  // Nothing is said of how much larger: with any values beyond 10 the interval lies within that one.
  for (const end of [10, 12, 1000]) {
    const whole = shiftInterval([...values(7, 8, 9, 9.5, end, end)], quick);
    expect(whole?.low).toBeGreaterThanOrEqual(shift?.low ?? Number.NaN);
  }
  // Cut before the others were done, it says nothing against them.
  const early = shiftInterval([above(1), above(1), above(1), above(1), above(1), above(1)], quick);
  expect(early).toMatchObject({ low: expect.any(Number), high: Number.POSITIVE_INFINITY });
  expect(early?.low).toBeLessThan(0);
  const none = shiftInterval([above(1), above(1), above(1), above(1), above(1)], Array(5).fill(above(2)));
  expect(none).toEqual({ estimate: 0, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY });
});

test('ratios are of values above 0', () => {
  expect(ratioInterval(values(0, 1, 2, 3, 4), values(1, 2, 3, 4, 5))).toBeNull();
  const ratio = ratioInterval(values(2, 4, 6, 8, 10, 12), values(1, 2, 3, 4, 5, 6));
  expect(ratio?.estimate).toBeCloseTo(2, 9);
});

describe('the median', () => {
  test.each([
    // Ranks of the ends of at least 95 % (Conover 1999, Practical Nonparametric Statistics, table A3 by the binomial distribution).
    [6, 1],
    [8, 1],
    [9, 2],
    [12, 3],
    [20, 6],
    [25, 8],
    [30, 10],
    // Counted in whole numbers.
    [1000, 469],
    [5000, 2431],
  ])('of %d values has its ends at rank %d from both sides', (n, rank) => {
    const numbers = Array.from({ length: n }, (_, i) => i + 1);
    expect(medianInterval(values(...numbers))).toEqual({
      estimate: (n + 1) / 2,
      low: rank,
      high: n + 1 - rank,
    });
  });

  test('has no interval of 95 % of fewer than six values', () => {
    expect(medianInterval(values(1, 2, 3, 4, 5))).toBeNull();
    expect(medianInterval([])).toBeNull();
  });

  test('is not known where half of the runs have no value', () => {
    const half = medianInterval([...values(1, 2, 3), above(9), above(9), above(9), above(9)]);
    expect(half).toEqual({ estimate: Number.POSITIVE_INFINITY, low: 1, high: Number.POSITIVE_INFINITY });
  });
});

test('covers the shift of two groups that differ by it in 95 of 100 draws, ties and runs that were cut among them', () => {
  // A generator with a seed of its own (Park, Miller 1988): the same draws in every run.
  let seed = 20_261_130;
  const next = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const SHIFT = 1.5;
  const run = (by: number, isRounded: boolean, cutAt: number): Bounded => {
    const value = by - Math.log(next()) * 2 + 1;
    const given = isRounded ? Math.round(value * 2) / 2 : value;
    return given > cutAt ? above(cutAt) : { low: given, high: given };
  };
  for (const [m, n, isRounded, cutAt] of [
    [5, 5, false, Number.POSITIVE_INFINITY],
    [8, 12, false, Number.POSITIVE_INFINITY],
    [10, 10, true, Number.POSITIVE_INFINITY],
    [20, 20, false, 6],
  ] as const) {
    const DRAWS = 1000;
    let covered = 0;
    for (let i = 0; i < DRAWS; i++) {
      const a = Array.from({ length: m }, () => run(SHIFT, isRounded, cutAt));
      const b = Array.from({ length: n }, () => run(0, isRounded, cutAt));
      const shift = shiftInterval(a, b);
      if (shift !== null && shift.low <= SHIFT && shift.high >= SHIFT) covered++;
    }
    expect(covered / DRAWS, `${m} and ${n}`).toBeGreaterThan(0.935);
  }
});
