/** Axes of plots: ends, places and ticks of linear and logarithmic ones. */
import { expect, test } from 'vitest';
import { axisScale } from '../../../../src/drawing/plots/axis-scale.ts';
import type { PlotAxis } from '../../../../src/engine/simulator/lab/plot.ts';

const axis = (scale: PlotAxis['scale'], ends: Partial<PlotAxis> = {}): PlotAxis => ({
  ...{ title: 't', unit: 'u', scale },
  ...ends,
});
const labels = (of: ReturnType<typeof axisScale>): readonly string[] => of.ticks.map(({ label }) => label);

test('a linear axis has round ends around its values, and fixed ones where they are given', () => {
  const free = axisScale(axis('linear'), [3, Number.NaN, 97], 5);
  expect([free.from, free.to]).toEqual([0, 100]);
  expect(labels(free)).toEqual(['0', '20', '40', '60', '80', '100']);
  expect([free.at(0), free.at(50), free.at(100)]).toEqual([0, 0.5, 1]);
  const fixed = axisScale(axis('linear', { from: 0, to: 90 }), [3, 97], 5);
  expect([fixed.from, fixed.to]).toEqual([0, 90]);
  expect(fixed.at(97)).toBeGreaterThan(1);
});

test('one value, none, or a fixed end beyond all of them still make an axis', () => {
  for (const values of [[], [0], [5], [Number.NaN], [Number.POSITIVE_INFINITY], [-3]])
    for (const scale of ['linear', 'log'] as const)
      for (const ends of [{}, { from: 0 }, { from: 10 }, { to: 1 }]) {
        const { from, to, ticks } = axisScale(axis(scale, ends), values, 6);
        expect(to, JSON.stringify({ values, scale, ends })).toBeGreaterThan(from);
        expect(ticks.length).toBeLessThan(14);
      }
});

test('a logarithmic axis ends at 1, 2 or 5 of a decade; what is not positive has no place', () => {
  const scale = axisScale(axis('log'), [16, 324, 0, -1], 8);
  expect([scale.from, scale.to]).toEqual([10, 500]);
  expect(labels(scale)).toEqual(['10', '20', '50', '100', '200', '500']);
  expect(scale.at(10)).toBe(0);
  expect(scale.at(500)).toBe(1);
  expect(scale.at(0)).toBeNaN();
  expect(axisScale(axis('log'), [0.001, 1000], 20).from).toBeCloseTo(0.001, 12);
});

test('decades are thinned where there is no room, and long ones are powers of ten', () => {
  const scale = axisScale(axis('log'), [1e-10, 1], 4);
  expect(labels(scale)).toEqual(['10⁻⁹', '10⁻⁶', '10⁻³', '10⁰']);
  expect(labels(axisScale(axis('log'), [0.002, 0.05], 9))).toEqual([
    '0.002',
    '0.005',
    '0.01',
    '0.02',
    '0.05',
  ]);
});
