/** The highest rate over a round trip: what the first of several ACKs brings is not counted twice, nor across a pause. */
import { expect, test } from 'vitest';
import { Series } from '../../../../src/engine/columns/series.ts';
import { highestRateIn } from '../../../../src/engine/findings/highest-rate.ts';

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
const rateOf = (series: Series, isCounted?: (fromUs: number, toUs: number) => boolean): number =>
  highestRateIn(series, () => RTT_US, isCounted);

test('of two flights within one round trip only what came behind the first ACK counts', () => {
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

test('what does not count is left out, and without a round trip there is none', () => {
  const series = totalOf([0, 1000], [20, 1000], [40, 9000], [60, 3000]);
  expect(rateOf(series, (fromUs) => fromUs > 40_000)).toBeCloseTo(3000 / 20_000, 9);
  expect(highestRateIn(series, () => Number.NaN)).toBe(0);
  expect(rateOf(totalOf([0, 1000]))).toBe(0);
});
