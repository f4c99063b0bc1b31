/** Rates of running totals: those of the weights written out, steady where the flow is, and zero in a pause. */
import { describe, expect, test } from 'vitest';
import {
  type RateGrid,
  type RunningTotal,
  rateGrid,
  rateWidthUs,
  slidingRates,
} from '../../../../../src/engine/base/columns/sliding-rate.ts';

/** Steps of `size` at the given times. */
function totalOf(timesUs: readonly number[], size = 1): RunningTotal {
  return { timesUs: Float64Array.from(timesUs), after: (events) => events * size };
}

/** A step of 1 at each time, weighted by how near it is: 1 at the middle, 0 a width away. */
function byHand(timesUs: readonly number[], { fromUs, stepUs, count, widthUs }: RateGrid): readonly number[] {
  return Array.from({ length: count }, (_, i) => {
    const middleUs = fromUs + i * stepUs;
    const weights = timesUs.map((timeUs) => Math.max(0, 1 - Math.abs(timeUs - middleUs) / widthUs));
    return weights.reduce((sum, weight) => sum + weight, 0) / (widthUs / 1e6);
  });
}

const bursts = (everyUs: number, count: number, sizes: readonly number[] = [0]): readonly number[] =>
  Array.from({ length: count }, (_, i) => sizes.map((offset) => i * everyUs + offset)).flat();

/** Ends are far away. */
const extent = { fromUs: -1e9, toUs: 1e9 };

describe('a rate', () => {
  test('weighs every event by its distance', () => {
    const times = [3, 900, 905, 2500, 7000, 7100, 12_000, 12_500, 19_999].map((us) => us + 0.25);
    const grid = { extent, fromUs: 3000, stepUs: 250, count: 60, widthUs: 2000 };
    const expected = byHand(times, grid);
    slidingRates(totalOf(times), grid).forEach((rate, i) => {
      expect(rate).toBeCloseTo(expected[i] as number, 6);
    });
  });

  test.each([56_000, 49_000, 62_000, 81_234])('of bursts every 14 ms is steady over %d µs', (widthUs) => {
    // Two events 90 µs apart, as the transitions of a spiral.
    const total = totalOf(bursts(14_000, 1000, [0, 90]));
    const grid = { extent, fromUs: 200_000, stepUs: widthUs / 8, count: 1000, widthUs };
    const rates = slidingRates(total, grid);
    expect(Math.max(...rates) / Math.min(...rates)).toBeLessThan(1.05);
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    expect(mean).toBeCloseTo(2 / 0.014, 0);
  });

  test.each([56_000, 62_000, 81_234])(
    'is as steady up to the ends of what is known, over %d µs',
    (widthUs) => {
      const times = bursts(14_000, 100, [0, 90]);
      const ends = { fromUs: 0, toUs: times.at(-1) as number };
      const grid = rateGrid({ fromUs: 0, columnUs: 1000, columns: 1400 }, ends, widthUs);
      const rates = slidingRates(totalOf(times), grid);
      expect(Math.max(...rates) / Math.min(...rates)).toBeLessThan(1.05);
      expect(rates[0]).toBeCloseTo(2 / 0.014, -1);
    },
  );

  test('near an end leans on what lies within: a flow that begins late is not held back to the first event', () => {
    const times = Array.from({ length: 1000 }, (_, i) => 500_000 + i * 1000);
    const grid = rateGrid(
      { fromUs: 0, columnUs: 1000, columns: 1500 },
      { fromUs: 0, toUs: 1_499_000 },
      100_000,
    );
    const rates = slidingRates(totalOf(times), grid);
    const at = (timeUs: number): number => rates[Math.round((timeUs - grid.fromUs) / grid.stepUs)] as number;
    expect(at(25_000)).toBe(0);
    expect(at(400_000)).toBe(0);
    expect(Math.abs(at(500_000) - 500)).toBeLessThan(10);
    expect(at(700_000)).toBeCloseTo(1000, -1);
    expect(rates.at(-1)).toBeCloseTo(1000, -2);
  });

  test('of whole bursts per width does not swing at all', () => {
    const grid = { extent, fromUs: 100_000, stepUs: 7000, count: 500, widthUs: 56_000 };
    const rates = slidingRates(totalOf(bursts(14_000, 1000), 1500), grid);
    for (const rate of rates) expect(rate).toBeCloseTo(1500 / 0.014, 3);
  });

  test('is zero a width away from anything', () => {
    const grid = { extent, fromUs: 1e6, stepUs: 1000, count: 10, widthUs: 8000 };
    expect([...slidingRates(totalOf([5000, 991_999]), grid)]).toEqual(Array(10).fill(0));
  });

  test('of very many events is their number over the time', () => {
    const grid = { extent, fromUs: 1e6, stepUs: 10_000, count: 20, widthUs: 80_000 };
    const rates = slidingRates(totalOf(Array.from({ length: 200_000 }, (_, i) => i * 10)), grid);
    for (const rate of rates) expect(rate / 1e5).toBeCloseTo(1, 2);
  });

  test('of nothing is zero', () => {
    expect([...slidingRates(totalOf([]), { extent, fromUs: 0, stepUs: 1, count: 2, widthUs: 8 })]).toEqual([
      0, 0,
    ]);
  });
});

describe('the width', () => {
  const window = { fromUs: 0, columnUs: 1024, columns: 100 };

  test('is four round trips, or as many whole ones as eight columns take', () => {
    expect(rateWidthUs(window, 14_000)).toBe(56_000);
    expect(rateWidthUs({ ...window, columnUs: 16_384 }, 14_000)).toBe(140_000);
  });

  test('is the initial RTT of RFC 9002 where none is known', () => {
    expect(rateWidthUs(window, Number.NaN)).toBe(333_000);
    expect(rateWidthUs({ ...window, columnUs: 65_536 }, Number.NaN)).toBe(524_288);
  });
});

describe('the grid', () => {
  const extent = { fromUs: 1000, toUs: 101_000 };
  const window = { fromUs: 40_000, columnUs: 100, columns: 100 };

  test('covers the window, and stands still when it moves', () => {
    const grid = rateGrid(window, extent, 8000);
    expect(grid.fromUs).toBeLessThanOrEqual(40_000);
    expect(grid.fromUs + (grid.count - 1) * grid.stepUs).toBeGreaterThanOrEqual(50_000);
    const moved = rateGrid({ ...window, fromUs: 40_700 }, extent, 8000);
    expect((moved.fromUs - grid.fromUs) % grid.stepUs).toBe(0);
  });

  test('leaves out a quarter of a width at both ends of what is known', () => {
    const grid = rateGrid({ fromUs: 0, columnUs: 1000, columns: 200 }, extent, 8000);
    expect(grid.fromUs).toBe(3000);
    expect(grid.fromUs + (grid.count - 1) * grid.stepUs).toBe(99_000);
  });

  test('of a short trace has an eighth of it as its width', () => {
    const grid = rateGrid({ fromUs: 0, columnUs: 100, columns: 100 }, { fromUs: 0, toUs: 6400 }, 8000);
    expect(grid).toMatchObject({ fromUs: 200, stepUs: 100, count: 61, widthUs: 800 });
  });

  test('of no trace is one time', () => {
    const grid = rateGrid(window, { fromUs: 0, toUs: 0 }, 8000);
    expect([grid.count, grid.widthUs]).toEqual([1, 1]);
    expect([...slidingRates(totalOf([]), grid)]).toEqual([0]);
  });
});
