/** Intervals of shares against figures of the papers and of published tables. */
import { expect, test } from 'vitest';
import { differenceInterval, shareInterval } from '../../../../../src/engine/service/compare/intervals.ts';

test.each([
  // Newcombe 1998, Statistics in Medicine 17:857, table I, method 3.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('%d of %d', (hits, total, low, high) => {
  const interval = shareInterval(hits, total);
  expect(interval.share).toBeCloseTo(hits / total, 12);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

test('all hits mirror none', () => {
  const [none, all] = [shareInterval(0, 12), shareInterval(12, 12)];
  expect(all.high).toBe(1);
  expect(all.low).toBeCloseTo(1 - none.high, 12);
});

test.each([
  // Newcombe 1998, Statistics in Medicine 17:873, table II, method 10.
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [10, 10, 0, 10, 0.6075, 1],
  [10, 10, 0, 20, 0.6791, 1],
])('%d of %d against %d of %d', (a, m, b, n, low, high) => {
  const interval = differenceInterval(shareInterval(a, m), shareInterval(b, n));
  expect(interval.share).toBeCloseTo(a / m - b / n, 12);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

test('of nothing there is no share', () => {
  expect(shareInterval(0, 0).share).toBeNaN();
});
