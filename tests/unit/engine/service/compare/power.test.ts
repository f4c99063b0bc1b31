/** Power of the comparison of shares against an enumeration of every outcome, with binomials and intervals by other code. */
import { expect, test } from 'vitest';
import {
  leastPointsShown,
  MOST_RUNS,
  POWER,
  powerOf,
  runsToShow,
} from '../../../../../src/engine/service/compare/power.ts';
import { madeOnce } from '../../../../support/made-once.ts';
import { wilson } from '../../../../support/wilson.ts';

/** Of Pascal's triangle: no logarithms, no mode. */
function chances(runs: number, share: number): readonly number[] {
  let row = [1];
  for (let n = 0; n < runs; n++) {
    const before = row;
    row = Array.from(
      { length: n + 2 },
      (_, k) => (before[k - 1] ?? 0) * share + (before[k] ?? 0) * (1 - share),
    );
  }
  return row;
}

const boundsOf = madeOnce(2000, (key: string) => {
  const [hits = 0, runs = 0] = key.split(' of ').map(Number);
  return wilson(hits, runs);
});

/** Newcombe's method 10: the lower bound of the difference is above 0. */
function isShown(a: number, m: number, b: number, n: number): boolean {
  const [p, q] = [a / m, b / n];
  const [low, high] = [boundsOf(`${a} of ${m}`)[0], boundsOf(`${b} of ${n}`)[1]];
  return p - q - Math.sqrt((p - low) ** 2 + (high - q) ** 2) > 1e-12;
}

function enumerated(high: number, m: number, low: number, n: number): number {
  const [ofHigh, ofLow] = [chances(m, high), chances(n, low)];
  let sum = 0;
  for (const [a, p] of ofHigh.entries())
    for (const [b, q] of ofLow.entries()) if (isShown(a, m, b, n)) sum += p * q;
  return sum;
}

test.each([
  [0.8, 5, 0, 5],
  [0.5, 12, 0.1, 9],
  [0.9, 7, 0.6, 31],
  [1, 6, 0.5, 20],
  [0.3, 30, 0.3, 30],
  [0.2, 40, 0.05, 25],
])('of %d in %d runs against %d in %d', (high, m, low, n) => {
  expect(powerOf(high, m, low, n)).toBeCloseTo(enumerated(high, m, low, n), 10);
});

test.each([
  [0.5, 0.1],
  [0.35, 0],
  [0.95, 0.6],
])('%d against %d is shown by so many runs, and not by one less', (a, b) => {
  const runs = runsToShow(a, b) ?? 0;
  expect(runsToShow(b, a)).toBe(runs);
  expect(enumerated(a, runs, b, runs)).toBeGreaterThanOrEqual(POWER);
  expect(enumerated(a, runs - 1, b, runs - 1)).toBeLessThan(POWER);
});

test('the same share needs no number of runs, and too many are not counted', () => {
  expect(runsToShow(0.3, 0.3)).toBeNull();
  expect(runsToShow(0.5, 0.49)).toBeNull();
  const [high, low] = [0.1, 0.08];
  expect(powerOf(high, MOST_RUNS, low, MOST_RUNS)).toBeLessThan(POWER);
  expect(runsToShow(high, low)).toBeNull();
});

test.each([
  [0, 30, 30, 1],
  [0, 30, 8, 1],
  [0.1, 12, 20, 1],
  [1, 15, 15, -1],
  [14 / 15, 15, 15, -1],
])('from %d of %d runs, against %d, the next smaller difference is not shown', (share, m, n, way) => {
  const points = leastPointsShown(share, m, n) ?? 0;
  const at = (d: number): number => {
    const other = share + (way * d) / 100;
    return way > 0 ? enumerated(other, n, share, m) : enumerated(share, m, other, n);
  };
  expect(at(points)).toBeGreaterThanOrEqual(POWER);
  expect(at(points - 1)).toBeLessThan(POWER);
});

test('five runs from a half show no difference at all', () => {
  expect(leastPointsShown(0.5, 5, 5)).toBeNull();
});
