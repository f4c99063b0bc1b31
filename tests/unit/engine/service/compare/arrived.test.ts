/** The map of what had arrived: its values, and the area below it against a sum over small steps. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Arrived } from '../../../../../src/engine/reading/contract/outline.ts';
import {
  arrivedBy,
  arrivedIntegral,
  timeArrived,
} from '../../../../../src/engine/service/compare/arrived.ts';
import { draws, SEED } from '../../../../support/tier.ts';

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

test('the area is that of the steps before, between and after the points', () => {
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

test.each([
  [0, 1000],
  [100, 1000],
  [200, 1500],
  [300, 2000],
  [400, 4500],
  [500, 5000],
  [501, Number.NaN],
])('%d bytes had arrived at %d µs first', (bytes, timeUs) => {
  expect(timeArrived(MAP, bytes)).toBe(timeUs);
});

test('nothing ever arrived where there is no point', () => {
  expect(timeArrived(arrivedOf([]), 0)).toBeNaN();
});

/** Rising totals of bytes over rising times, some of them equal. */
const anyMap = fc
  .array(fc.tuple(fc.nat(5000), fc.nat(3000)), { minLength: 1, maxLength: 40 })
  .map((steps) => {
    let [us, bytes] = [0, 0];
    return arrivedOf(
      steps.map(([afterUs, more]) => {
        us += afterUs;
        bytes += more;
        return [us, bytes] as const;
      }),
    );
  });

test('an axis of bytes rises with time, and time with bytes', () => {
  fc.assert(
    fc.property(
      anyMap,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }),
      (map, shares) => {
        const lastUs = map.timesUs.at(-1) as number;
        const most = map.bytes.at(-1) as number;
        const sorted = shares.sort((a, b) => a - b);
        const amounts = sorted.map((share) => arrivedBy(map, share * lastUs));
        const times = sorted.map((share) => timeArrived(map, share * most));
        for (let i = 1; i < sorted.length; i++) {
          expect(amounts[i]).toBeGreaterThanOrEqual(amounts[i - 1] as number);
          expect(times[i]).toBeGreaterThanOrEqual(times[i - 1] as number);
        }
      },
    ),
    { seed: SEED, numRuns: draws(500) },
  );
});

test('an amount, its time, and the amount at that time are the same where it did not arrive at once', () => {
  fc.assert(
    fc.property(anyMap, fc.double({ min: 0, max: 1, noNaN: true }), (map, share) => {
      const [least, most] = [map.bytes[0] as number, map.bytes.at(-1) as number];
      const amount = least + share * (most - least);
      const us = timeArrived(map, amount);
      const again = arrivedBy(map, us);
      const isJump = map.timesUs.filter((one) => one === us).length > 1;
      if (isJump) expect(again).toBeGreaterThanOrEqual(amount - 1e-6);
      else expect(again).toBeCloseTo(amount, 5);
      // And never later than the time that one began with.
      const fromUs = share * (map.timesUs.at(-1) as number);
      if (arrivedBy(map, fromUs) >= least && fromUs >= (map.timesUs[0] as number))
        expect(timeArrived(map, arrivedBy(map, fromUs))).toBeLessThanOrEqual(fromUs + 1e-6);
    }),
    { seed: SEED, numRuns: draws(500) },
  );
});
