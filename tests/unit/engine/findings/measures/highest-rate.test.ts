/** The highest rate over a round trip: what the first of several ACKs brings is not counted twice, nor across a pause. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Series } from '../../../../../src/engine/base/columns/series.ts';
import { highestRatesOutside } from '../../../../../src/engine/findings/measures/highest-rate.ts';
import { draws } from '../../../../support/tier.ts';

function totalOf(...steps: readonly (readonly [timeMs: number, bytes: number])[]): Series {
  const series = new Series({
    id: 'acked-total',
    name: 'acked',
    unit: 'bytes',
    shape: 'step',
    origin: 'rebuilt',
  });
  let total = 0;
  for (const [timeMs, bytes] of steps) {
    total += bytes;
    series.push(timeMs * 1000, total);
  }
  return series;
}
const RTT_US = 15_000;
/** No round trip reaches into it. */
const NEVER = { startUs: Number.POSITIVE_INFINITY, endUs: Number.POSITIVE_INFINITY };
const rateOf = (series: Series, rttUs = RTT_US): number =>
  highestRatesOutside(series, () => rttUs, [NEVER])[0] as number;

test('of two flights within one round trip only what came after the first ACK counts', () => {
  // As recorded: the flights are 14.4 ms apart, the smoothed RTT is 15 ms.
  const series = totalOf([64, 54_000], [77.4, 17_550], [78.4, 40_500]);
  expect(rateOf(series)).toBeCloseTo(58_050 / RTT_US, 9);
});

test('of one ACK a round trip it is what came since the ACK before', () => {
  const series = totalOf([0, 3000], [20, 3000], [40, 9000], [60, 3000]);
  expect(rateOf(series)).toBeCloseTo(9000 / 20_000, 9);
});

test('a steady flow has its own rate, whatever the spacing of its ACKs', () => {
  for (const gapMs of [0.5, 4, 15, 22]) {
    const series = totalOf(...Array.from({ length: 200 }, (_, i) => [i * gapMs, 1000] as const));
    const rate = rateOf(series);
    expect(rate).toBeLessThanOrEqual(1000 / (gapMs * 1000) + 1e-9);
    expect(rate).toBeGreaterThan(0.9 * (1000 / (gapMs * 1000)));
  }
});

test('without a round trip there is none', () => {
  const series = totalOf([0, 1000], [20, 1000], [40, 9000], [60, 3000]);
  expect(rateOf(series, Number.NaN)).toBe(0);
  expect(rateOf(totalOf([0, 1000]))).toBe(0);
});

test('outside of an interval only round trips count that end before it or begin after it', () => {
  const series = totalOf([0, 1000], [20, 1000], [40, 9000], [60, 3000], [80, 6000]);
  const outside = (startMs: number, endMs: number): number =>
    highestRatesOutside(series, () => RTT_US, [
      { startUs: startMs * 1000, endUs: endMs * 1000 },
    ])[0] as number;
  expect(outside(30, 50)).toBeCloseTo(6000 / 20_000, 9);
  expect(outside(40, 79)).toBeCloseTo(6000 / 20_000, 9);
  expect(outside(40, 80)).toBeCloseTo(1000 / 20_000, 9);
  expect(outside(41, 100)).toBeCloseTo(9000 / 20_000, 9);
  expect(outside(0, 39)).toBeCloseTo(9000 / 20_000, 9);
  expect(outside(0, 80)).toBe(0);
});

test('many intervals, in any order and within each other, are each told as if alone', () => {
  const time = fc.integer({ min: 0, max: 300 });
  const interval = fc
    .tuple(time, time)
    .map(([a, b]) => ({ startUs: Math.min(a, b) * 1000, endUs: Math.max(a, b) * 1000 }));
  const steps = fc.array(fc.tuple(time, fc.nat(9000)), { maxLength: 30 });
  fc.assert(
    fc.property(steps, fc.array(interval, { maxLength: 8 }), (list, intervals) => {
      const series = totalOf(...list.sort(([a], [b]) => a - b));
      const rates = highestRatesOutside(series, () => RTT_US, intervals);
      const alone = intervals.map((one) => highestRatesOutside(series, () => RTT_US, [one])[0]);
      expect(rates).toEqual(alone);
    }),
    { numRuns: draws(200) },
  );
});
