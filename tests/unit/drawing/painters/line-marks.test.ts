/** Marks along a line: at the value, within the plot, at places of their own per shape, none where there is no line. */
import { describe, expect, test } from 'vitest';
import { paintLineMarks } from '../../../../src/drawing/painters/line-marks.ts';
import type { LineMark } from '../../../../src/drawing/surface/surface.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const SHAPES: readonly LineMark[] = ['tick', 'circle', 'triangle', 'square', 'cross'];

/** Middle of each mark. */
function marks(mark: LineMark | undefined, yAt: (pixel: number) => number): readonly [number, number][] {
  const surface = new RecordingSurface(500, 100);
  const stroke = { color: 'blue', width: 2, dash: [] };
  paintLineMarks(surface, mark === undefined ? stroke : { ...stroke, mark }, yAt);
  const points = surface.lines.flatMap(({ points }) => [...points]);
  const found: [number[], number[]][] = [];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] as number, points[i + 1] as number];
    if (Number.isNaN(x)) continue;
    const near = found.find(([xs]) => Math.abs((xs[0] as number) - x) < 20);
    if (near === undefined) found.push([[x], [y]]);
    else {
      near[0].push(x);
      near[1].push(y);
    }
  }
  const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
  return found.map(([xs, ys]) => [middle(xs), middle(ys)]);
}

describe.each(SHAPES)('a %s', (shape) => {
  test('lies on the line, and several on a plot', () => {
    const found = marks(shape, (pixel) => 90 - pixel / 10);
    expect(found.length).toBeGreaterThanOrEqual(4);
    for (const [x, y] of found) expect(Math.abs(y - (90 - x / 10))).toBeLessThan(2);
  });

  test('is not drawn where there is no line, or none in the plot', () => {
    expect(marks(shape, () => Number.NaN)).toEqual([]);
    expect(marks(shape, () => -20)).toEqual([]);
    expect(marks(shape, () => 140)).toEqual([]);
  });
});

test('marks of two shapes do not meet', () => {
  const places = SHAPES.map((shape) => marks(shape, () => 50)[0]?.[0] as number);
  const sorted = [...places].sort((a, b) => a - b);
  for (const [i, x] of sorted.slice(1).entries()) expect(x - (sorted[i] as number)).toBeGreaterThan(10);
});

test('a line without a mark has none', () => {
  expect(marks(undefined, () => 50)).toEqual([]);
});
