/** Painting a series as an area: solid up to the least of a column, light up to its most, an edge below that. */
import { expect, test } from 'vitest';
import { AREA_OPACITY, paintArea, REACHED_OPACITY } from '../../../../src/drawing/painters/paint-area.ts';
import { windowFor } from '../../../../src/drawing/surface/viewport.ts';
import { Series } from '../../../../src/engine/base/columns/series.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const PX = 1024;
const WIDTH = 8;
const HEIGHT = 100;
const extent = { fromUs: 0, toUs: WIDTH * PX };

function paint(points: readonly (readonly [pixel: number, value: number])[], isCoarse = false) {
  const series = new Series({ id: 's', name: 's', unit: 'bytes', shape: 'step', origin: 'logged' });
  for (const [pixel, value] of points) series.push(pixel * PX, value);
  const surface = new RecordingSurface(WIDTH, HEIGHT);
  const viewport = { ...extent, width: WIDTH };
  const window = windowFor(viewport, extent);
  const time = { window, viewport, endUs: extent.toUs, isCoarse };
  paintArea(
    surface,
    series.query(window),
    { color: 'orange', pattern: 'solid', strength: 1 },
    time,
    (value) => HEIGHT - value,
  );
  const boxes = (opacity: number): readonly string[] =>
    surface.rects
      .filter((rect) => rect.opacity === opacity)
      .map(({ x, y, width, height }) => `${x}+${width}: ${y}+${height}`);
  return { surface, solid: boxes(AREA_OPACITY), light: boxes(REACHED_OPACITY), edge: boxes(0.75) };
}

test('a column is solid up to what is held all the time, and light up to what is reached', () => {
  const { solid, light } = paint([
    [0, 20],
    [3.5, 50],
    [3.7, 10],
    [5, 40],
  ]);
  // In column 5 the value held before lasts for an instant.
  expect(solid).toEqual(['0+3: 80+20', '3+3: 90+10', '6+2: 60+40']);
  expect(light).toEqual(['3+1: 50+40', '5+1: 60+30']);
});

test('the edge lies at the highest value, never above it, and not at zero', () => {
  const { edge } = paint([
    [0, 20],
    [4, 0],
  ]);
  expect(edge).toEqual(['0+5: 80+1']);
});

test('before the first value is nothing', () => {
  expect(paint([[6, 20]]).solid).toEqual(['6+2: 80+20']);
  expect(paint([]).surface.rects).toEqual([]);
});

test('the envelope of columns wider than a pixel is hatched', () => {
  const { surface } = paint([[0, 20]], true);
  expect(surface.rects.map(({ fill }) => fill.pattern)).toEqual(['diagonal', 'solid']);
});
