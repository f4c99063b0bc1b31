/** A shaded range: a tint, or where colours are forced a frame that covers nothing but its own edges. */
import { expect, test } from 'vitest';
import { paintMeasure } from '../../../../src/drawing/painters/paint-measure.ts';
import { paintShade } from '../../../../src/drawing/surface/shade.ts';
import { PALETTE, pointsOf } from '../../../support/panel-context.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const SHADE = { tint: 'band', color: 'frame' };

function painted(from: number, to: number, isFramed: boolean): RecordingSurface {
  const surface = new RecordingSurface(100, 50);
  paintShade(surface, from, to, SHADE, { isFramed });
  return surface;
}

test('a tint covers what is in view of the range, a pixel at the least', () => {
  expect(painted(-5, 30, false).rects.map(({ x, width, height }) => [x, width, height])).toEqual([
    [0, 30, 50],
  ]);
  expect(painted(40, 40.2, false).rects.map(({ width }) => width)).toEqual([1]);
  expect(painted(120, 140, false).rects).toEqual([]);
});

test('a frame has the sides that are in view, and none at the foot, nor where it is narrow', () => {
  const sides = ({ lines }: RecordingSurface): readonly number[] =>
    lines.flatMap(({ points }) => points.flatMap((x, i) => (i % 2 === 0 && points[i + 1] === 50 ? x : [])));
  expect(painted(20, 60, true).rects).toEqual([]);
  expect(sides(painted(20, 60, true))).toEqual([21, 59]);
  expect(sides(painted(20, 59, true))).toEqual([]);
  expect(sides(painted(-5, 60, true))).toEqual([59]);
  expect(sides(painted(-5, 160, true))).toEqual([]);
  expect(pointsOf(painted(-5, 160, true), 'frame')).toEqual([
    [0, 1],
    [100, 1],
  ]);
});

test('a measured range has no tint there', () => {
  const viewport = { fromUs: 0, toUs: 100, width: 100 };
  const surface = new RecordingSurface(100, 50);
  paintMeasure(surface, viewport, { fromUs: 20, toUs: 80 }, { ...PALETTE, isFramed: true });
  expect(surface.rects).toEqual([]);
  expect(surface.lines.length).toBeGreaterThan(2);
});
