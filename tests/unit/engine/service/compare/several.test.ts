/** Several comparisons at once, against Holm's procedure over p-values and quantiles of published tables. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differenceInterval, shareInterval } from '../../../../../src/engine/service/compare/intervals.ts';
import { type Comparison, quantileOf, shownOf } from '../../../../../src/engine/service/compare/several.ts';
import { draws } from '../../../../support/tier.ts';

test.each([
  // Two-sided quantiles of the normal distribution, by NormalDist.inv_cdf of Python.
  [1, 1.9599639845],
  [2, 2.2414027276],
  [3, 2.3939797998],
  [10, 2.8070337683],
  [1000, 4.0556269811],
])('the quantile of 5 %% / %d', (parts, z) => {
  expect(quantileOf(parts)).toBeCloseTo(z, 7);
});

const compared = (a: number, m: number, b: number, n: number): Comparison => ({
  a: { hits: a, judged: m },
  b: { hits: b, judged: n },
});

test('one alone is what its interval says', () => {
  const [clear, chance] = [compared(9, 15, 0, 17), compared(4, 15, 1, 17)];
  expect(shownOf([clear])).toEqual([clear]);
  expect(shownOf([chance])).toEqual([]);
  expect(shownOf([])).toEqual([]);
});

test('among many one must be clearer, and a clear one lets the next be less so', () => {
  // Its interval does not hold 0 up to a quantile of 2.26: alone and as one of two, and not as one of three.
  const close = compared(7, 15, 1, 17);
  const nothing = compared(3, 15, 3, 15);
  expect(shownOf([close])).toHaveLength(1);
  const alone = shownOf([close, ...Array.from({ length: 30 }, () => nothing)]);
  expect(alone).toEqual([]);
  const clear = Array.from({ length: 30 }, () => compared(15, 15, 0, 15));
  expect(shownOf([close, ...clear])).toHaveLength(31);
  expect(shownOf([close, ...clear])[30]).toBe(close);
});

/** The level at which an interval begins to hold 0, by small steps: the p-value that Holm orders by. */
function pValue({ a, b }: Comparison): number {
  const holds = (z: number): boolean => {
    const of = ({ hits, judged }: Comparison['a']) => shareInterval(hits, judged, z);
    const { low, high } = differenceInterval(of(a), of(b));
    return low <= 0 && high >= 0;
  };
  let z = 0;
  while (z < 8 && !holds(z + 0.001)) z += 0.001;
  return 2 * upperTail(z);
}

/** 1 − Φ, by Simpson's rule over the density. */
function upperTail(z: number): number {
  const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const [steps, to] = [400, z + 12];
  const h = (to - z) / steps;
  let sum = density(z) + density(to);
  for (let i = 1; i < steps; i++) sum += (i % 2 === 0 ? 2 : 4) * density(z + i * h);
  return (sum * h) / 3;
}

test('what is shown is what the steps over p-values reject', () => {
  const counted = fc
    .integer({ min: 5, max: 40 })
    .chain((judged) => fc.integer({ min: 0, max: judged }).map((hits) => ({ hits, judged })));
  fc.assert(
    fc.property(fc.array(fc.record({ a: counted, b: counted }), { maxLength: 9 }), (all) => {
      const values = all.map((one) => ({ one, p: pValue(one) })).sort((a, b) => a.p - b.p);
      const levels = values.map((_, i) => 0.05 / (values.length - i));
      // Too near a level to be told by these steps.
      fc.pre(values.every(({ p }, i) => Math.abs(p / (levels[i] as number) - 1) > 0.02));
      const end = values.findIndex(({ p }, i) => p > (levels[i] as number));
      const rejected = values.slice(0, end < 0 ? values.length : end).map(({ one }) => one);
      expect(new Set(shownOf(all))).toEqual(new Set(rejected));
    }),
    { numRuns: draws(60) },
  );
});
