/** Bands of made runs against quantiles that are found by counting: no sorting, no shared grid. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandGrid, bandOf, type SampledRun } from '../../src/engine/service/compare/bands.ts';
import { LEAST_RUNS } from '../../src/engine/service/compare/groups.ts';

const run: fc.Arbitrary<SampledRun> = fc
  .record({
    fromUs: fc.integer({ min: 0, max: 5000 }),
    stepUs: fc.integer({ min: 1, max: 400 }),
    offsetUs: fc.integer({ min: -3000, max: 3000 }),
    values: fc.array(fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(Number.NaN)), {
      minLength: 1,
      maxLength: 40,
    }),
  })
  .map(({ fromUs, stepUs, offsetUs, values }) => ({
    offsetUs,
    samples: { fromUs, stepUs, series: [{ quantity: 'cwnd', values: Float64Array.from(values) }] },
  }));

/** The value of a run at a time of the common axis; NaN for none. */
function valueAt({ samples, offsetUs }: SampledRun, timeUs: number): number {
  const { fromUs, stepUs, series } = samples;
  const values = series[0]?.values ?? new Float64Array(0);
  for (let i = 0; i < values.length; i++) {
    const startUs = fromUs + offsetUs + i * stepUs;
    if (timeUs >= startUs && timeUs < startUs + stepUs) return values[i] as number;
  }
  return Number.NaN;
}

test('low and high are the values that so many runs do not exceed, and half of the runs the median', () => {
  fc.assert(
    fc.property(
      fc.array(run, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 30 }),
      (runs, steps) => {
        const grid = bandGrid(runs, steps);
        const band = bandOf(runs, 'cwnd', grid);
        for (let step = 0; step < steps; step++) {
          const timeUs = grid.fromUs + (step + 0.5) * grid.stepUs;
          const values = runs.map((one) => valueAt(one, timeUs)).filter((value) => !Number.isNaN(value));
          expect(band.runs[step]).toBe(values.length);
          const all = [
            [band.low, 0.1],
            [band.high, 0.9],
          ] as const;
          // As many runs lie above the median as below it.
          const median = band.median[step] as number;
          const below = values.filter((one) => one < median).length;
          const above = values.filter((one) => one > median).length;
          if (values.length < LEAST_RUNS) expect(median).toBeNaN();
          else {
            expect(Math.max(below, above)).toBeLessThanOrEqual(values.length / 2);
            const mirrored = values.map((one) => -one).sort((x, y) => x - y);
            const [low, high] = [Math.floor((values.length - 1) / 2), Math.ceil((values.length - 1) / 2)];
            expect(median).toBeCloseTo(-((mirrored[low] as number) + (mirrored[high] as number)) / 2, 9);
          }
          for (const [line, share] of all) {
            if (values.length < LEAST_RUNS) {
              expect(line[step]).toBeNaN();
              continue;
            }
            const value = line[step] as number;
            expect(values).toContain(value);
            // Nearest rank: at least this share of the runs is not above it, and fewer are below.
            expect(values.filter((one) => one <= value).length).toBeGreaterThanOrEqual(share * values.length);
            expect(values.filter((one) => one < value).length).toBeLessThan(
              Math.max(1, Math.ceil(share * values.length)),
            );
          }
        }
      },
    ),
  );
});

test('the grid covers every value of every run', () => {
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 10 }), (runs) => {
      const { fromUs, stepUs, steps } = bandGrid(runs, 20);
      for (const { samples, offsetUs } of runs) {
        const length = samples.series[0]?.values.length ?? 0;
        expect(samples.fromUs + offsetUs).toBeGreaterThanOrEqual(fromUs);
        expect(samples.fromUs + offsetUs + length * samples.stepUs).toBeLessThanOrEqual(
          fromUs + stepUs * steps + 1e-6,
        );
      }
    }),
  );
});

test('no runs, and runs without the quantity, have no band', () => {
  const grid = bandGrid([], 4);
  expect([...bandOf([], 'cwnd', grid).median]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  const runs: readonly SampledRun[] = Array.from({ length: 6 }, () => ({
    offsetUs: 0,
    samples: { fromUs: 0, stepUs: 10, series: [{ quantity: 'cwnd', values: Float64Array.of(1, 2) }] },
  }));
  expect([...bandOf(runs, 'goodput', bandGrid(runs, 2)).runs]).toEqual([0, 0]);
  expect([...bandOf(runs, 'cwnd', bandGrid(runs, 2)).median]).toEqual([1, 2]);
});
