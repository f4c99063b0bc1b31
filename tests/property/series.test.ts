/** The pyramid and the window query against the same questions answered by looking at every point. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockColumn } from '../../src/engine/base/columns/block-column.ts';
import { Pyramid } from '../../src/engine/base/columns/pyramid.ts';
import { Series } from '../../src/engine/base/columns/series.ts';
import { StateTimeline } from '../../src/engine/base/columns/state-timeline.ts';

/** Long enough for three levels, cheap enough to shrink: values from a seed. */
const longValues = fc
  .tuple(fc.integer({ min: 1, max: 3000 }), fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }))
  .map(([length, pattern]) =>
    Array.from({ length }, (_, i) => pattern[i % pattern.length]! + ((i * 7919) % 101)),
  );

describe('Pyramid', () => {
  it('gives the minimum and maximum of any range', () => {
    fc.assert(
      fc.property(
        longValues,
        fc.array(fc.tuple(fc.nat(3000), fc.nat(3000)), { minLength: 5 }),
        (values, ranges) => {
          const column = new BlockColumn();
          const pyramid = new Pyramid(column);
          for (const value of values) column.push(value);
          for (const [a, b] of ranges) {
            const from = Math.min(a, b, values.length);
            const to = Math.min(Math.max(a, b), values.length);
            const out = { min: Number.NaN, max: Number.NaN };
            expect(pyramid.query(from, to, out)).toBe(to > from);
            const inside = values.slice(from, to);
            if (to > from) expect(out).toEqual({ min: Math.min(...inside), max: Math.max(...inside) });
          }
        },
      ),
    );
  });
});

const points = fc
  .array(fc.tuple(fc.nat(50), fc.integer({ min: -5, max: 5 })), { maxLength: 400 })
  .map((steps) => {
    let timeUs = -20;
    return steps.map(([step, value]) => {
      timeUs += step;
      return { timeUs, value };
    });
  });

const windows = fc.record({
  fromUs: fc.integer({ min: -100, max: 12_000 }),
  columnUs: fc.integer({ min: 1, max: 2000 }),
  columns: fc.integer({ min: 0, max: 40 }),
});

describe('Series.query', () => {
  it.each(['line', 'step'] as const)('equals a look at every point, per column (%s)', (shape) => {
    fc.assert(
      fc.property(points, windows, (logged, window) => {
        const series = new Series({ id: 's', name: 's', unit: 'bytes', shape, origin: 'logged' });
        for (const { timeUs, value } of logged) series.push(timeUs, value);
        const kept =
          shape === 'line'
            ? logged
            : logged.filter(({ value }, i) => i === 0 || value !== logged[i - 1]!.value);
        const endUs = window.fromUs + window.columns * window.columnUs;
        const expected = Array.from({ length: window.columns }, (_, column) => {
          const fromUs = window.fromUs + column * window.columnUs;
          const inside = kept
            .filter(({ timeUs }) => timeUs >= fromUs && timeUs < fromUs + window.columnUs)
            .map(({ value }) => value);
          if (inside.length === 0) return new Array<number>(4).fill(Number.NaN);
          return [inside[0]!, Math.min(...inside), Math.max(...inside), inside.at(-1)!];
        }).flat();
        const slice = series.query(window);
        expect([...slice.values]).toEqual(expected);
        const before = kept.filter(({ timeUs }) => timeUs < window.fromUs);
        expect(slice.entry).toBe(before.at(-1)?.value ?? Number.NaN);
        expect(slice.next).toEqual(kept.find(({ timeUs }) => timeUs >= endUs) ?? null);
      }),
    );
  });
});

describe('StateTimeline', () => {
  const changes = fc.array(fc.tuple(fc.nat(40), fc.constantFrom('a', 'b', 'c', 'd')), { maxLength: 400 });

  it('gives the share of each µs, counted one by one', () => {
    fc.assert(
      fc.property(changes, fc.nat(3000), fc.integer({ min: 1, max: 300 }), (steps, fromUs, columnUs) => {
        const timeline = new StateTimeline();
        let timeUs = 0;
        const log = steps.map(([step, name]) => {
          timeUs += step;
          timeline.push(timeUs, name);
          return { timeUs, name };
        });
        const endUs = timeUs + 10;
        const { names, shares } = timeline.query({ fromUs, columnUs, columns: 2 }, endUs);
        const counted = new Array<number>(names.length * 2).fill(0);
        for (let us = fromUs; us < Math.min(fromUs + 2 * columnUs, endUs); us++) {
          const state = log.findLast((change) => change.timeUs <= us);
          if (state !== undefined)
            counted[Math.floor((us - fromUs) / columnUs) * names.length + names.indexOf(state.name)]! += 1;
        }
        expect([...shares]).toEqual(counted.map((us) => us / columnUs));
      }),
    );
  });
});
