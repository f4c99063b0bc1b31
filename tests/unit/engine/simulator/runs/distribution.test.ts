/** Distributions as data: a constant, quantiles with straight lines between them, and both multiplied. */
import { describe, expect, test } from 'vitest';
import { type Distribution, Sampler, scaled } from '../../../../../src/engine/simulator/runs/distribution.ts';
import { Random } from '../../../../../src/engine/simulator/runs/random.ts';

/** The values of a distribution where these shares are drawn. */
function valuesAt(distribution: Distribution, shares: readonly number[]): readonly number[] {
  const random = new Random(0, '');
  const left = [...shares];
  random.share = () => left.shift() as number;
  const sampler = new Sampler(distribution, random);
  return shares.map(() => sampler.next());
}

const TABLE: Distribution = [
  [0, 10],
  [0.5, 20],
  [0.9, 100],
  [1, 1000],
];

describe('Sampler', () => {
  test('a number is always itself, and takes no random number', () => {
    const random = new Random(1, 'a');
    const sampler = new Sampler(42, random);
    expect([sampler.next(), sampler.next()]).toEqual([42, 42]);
    expect(random.share()).toBe(new Random(1, 'a').share());
  });

  test('the values of a table at its quantiles, and on straight lines between them', () => {
    expect(valuesAt(TABLE, [0, 0.5, 0.9])).toEqual([10, 20, 100]);
    const [quarter, middle, nearEnd] = valuesAt(TABLE, [0.25, 0.7, 0.95]);
    expect(quarter).toBeCloseTo(15, 10);
    expect(middle).toBeCloseTo(60, 10);
    expect(nearEnd).toBeCloseTo(550, 10);
  });

  test('a step in a table is a step: from its share on the upper value holds', () => {
    const step: Distribution = [
      [0, 1],
      [0.5, 1],
      [0.5, 7],
      [1, 7],
    ];
    expect(valuesAt(step, [0, 0.499, 0.5, 0.999])).toEqual([1, 1, 7, 7]);
  });

  test('drawn values have the shares of the table', () => {
    const sampler = new Sampler(TABLE, new Random(9, 'table'));
    const values = Array.from({ length: 20_000 }, () => sampler.next());
    expect(Math.min(...values)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...values)).toBeLessThanOrEqual(1000);
    for (const [share, value] of TABLE.slice(1, 3)) {
      const below = values.filter((one) => one < value).length / values.length;
      expect(Math.abs(below - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / values.length));
    }
  });
});

describe('scaled', () => {
  test('multiplies a constant, and every value of a table but no share', () => {
    expect(scaled(3, 2)).toBe(6);
    expect(scaled(TABLE, 0.5)).toEqual([
      [0, 5],
      [0.5, 10],
      [0.9, 50],
      [1, 500],
    ]);
  });
});
