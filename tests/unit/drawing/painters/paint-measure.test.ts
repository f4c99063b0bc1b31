/** The measured span over a panel: edges where they are in view, and a line between them. */
import { expect, test } from 'vitest';
import { paintMeasure } from '../../../../src/drawing/painters/paint-measure.ts';
import { PALETTE } from '../../../support/panel-context.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const viewport = { fromUs: 1000, toUs: 2000, width: 100 };

function painted(fromUs: number, toUs: number) {
  const surface = new RecordingSurface(100, 80);
  paintMeasure(surface, viewport, { fromUs, toUs }, PALETTE);
  const edges = surface.lines
    .filter(({ points }) => points.length === 4 && points[0] === points[2])
    .map(({ points }) => points[0]);
  const lines = surface.lines.filter(({ points }) => points.length === 4 && points[1] === points[3]);
  return { surface, edges, lines, heads: surface.lines.filter(({ points }) => points.length === 6) };
}

test('has two edges over the whole height, a line and two arrowheads, and a transparent tint', () => {
  const { surface, edges, lines, heads } = painted(1200, 1700);
  expect(edges).toEqual([20, 70]);
  expect(lines.map(({ points }) => [points[0], points[2]])).toEqual([[20, 70]]);
  expect(heads.map(({ points }) => points[2])).toEqual([20, 70]);
  expect(surface.rects).toHaveLength(1);
  expect(surface.rects[0]).toMatchObject({ x: 20, width: 50, height: 80 });
  expect(surface.rects[0]?.opacity).toBeLessThan(0.2);
});

test('shows an edge only if it is visible', () => {
  const { edges, heads, surface } = painted(500, 1700);
  expect(edges).toEqual([70]);
  expect(heads).toHaveLength(1);
  expect(surface.rects[0]).toMatchObject({ x: 0, width: 70 });
  expect(painted(500, 2500).edges).toEqual([]);
});

test('out of view paints nothing', () => {
  expect(painted(2500, 3000).surface.lines).toEqual([]);
  expect(painted(2500, 3000).surface.rects).toEqual([]);
});

test('of a few pixels is only its edges', () => {
  const { edges, lines, heads } = painted(1500, 1530);
  expect(edges).toEqual([50, 53]);
  expect([lines.length, heads.length]).toEqual([0, 0]);
});
