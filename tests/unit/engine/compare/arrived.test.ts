/** The map of what had arrived: its values, and the area below it against a sum over small steps. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivedBy, arrivedIntegral } from '../../../../src/engine/compare/arrived.ts';
import type { Arrived } from '../../../../src/engine/contract/outline.ts';

const arrivedOf = (points: readonly (readonly [number, number])[]): Arrived => ({
  quantity: 'goodput',
  timesUs: Float64Array.from(points, ([timeUs]) => timeUs),
  bytes: Float64Array.from(points, ([, bytes]) => bytes),
});

const MAP = arrivedOf([
  [1000, 100],
  [2000, 300],
  [4000, 300],
  [5000, 500],
]);

test.each([
  [0, 0],
  [999, 0],
  [1000, 100],
  [1500, 200],
  [3000, 300],
  [4500, 400],
  [9000, 500],
])('at %d µs %d bytes had arrived', (timeUs, bytes) => {
  expect(arrivedBy(MAP, timeUs)).toBe(bytes);
});

test('nothing arrived where there is no point', () => {
  expect(arrivedBy(arrivedOf([]), 5)).toBe(0);
  expect(arrivedIntegral(arrivedOf([]), 0, 5)).toBe(0);
});

test('the area is that of the steps before, between and behind the points', () => {
  // 200 in the first ms, 300 in two, 400 in one, 500 held for five.
  expect(arrivedIntegral(MAP, 0, 10_000) * 1e6).toBeCloseTo(200e3 + 600e3 + 400e3 + 2500e3, 6);
  expect(arrivedIntegral(MAP, 1500, 1500)).toBe(0);
});

test('the area over any range is the sum over small steps', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 900 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 0, max: 3000 }),
      (list, from, length) => {
        let [timeUs, bytes] = [0, 0];
        const points = list.map(([gap, more]): [number, number] => {
          timeUs += gap;
          bytes += more;
          return [timeUs, bytes];
        });
        const map = arrivedOf(points);
        let sum = 0;
        for (let at = from; at < from + length; at++)
          sum += (arrivedBy(map, at + 0.25) + arrivedBy(map, at + 0.75)) / 2;
        expect(arrivedIntegral(map, from, from + length) * 1e6).toBeCloseTo(sum, 4);
      },
    ),
  );
});
