/** Painting a series: lines where points are apart, envelopes where they are dense, clipped values kept out. */
import { describe, expect, test } from 'vitest';
import { paintSeries, visibleMax } from '../../../../src/drawing/painters/paint-series.ts';
import type { Viewport } from '../../../../src/drawing/surface/viewport.ts';
import { windowFor } from '../../../../src/drawing/surface/viewport.ts';
import { Series } from '../../../../src/engine/columns/series.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const WIDTH = 512;
const HEIGHT = 100;
const STROKE = { color: 'blue', width: 2, dash: [] };
/** One pixel is 1024 µs, a power of two, so that columns and pixels coincide. */
const PX = 1024;
const extent = { fromUs: 0, toUs: WIDTH * PX };
const viewport: Viewport = { ...extent, width: WIDTH };

function seriesOf(points: readonly (readonly [number, number])[]): Series {
  const series = new Series({ id: 's', name: 's', unit: 'bytes', shape: 'step', origin: 'logged' });
  for (const [timeUs, value] of points) series.push(timeUs, value);
  return series;
}

function paint(series: Series, port: Viewport = viewport): RecordingSurface {
  const surface = new RecordingSurface(WIDTH, HEIGHT);
  const window = windowFor(port, extent);
  const slice = series.query(window);
  paintSeries(
    surface,
    { slice, shape: 'step', stroke: STROKE },
    window,
    port,
    (v) => HEIGHT - v,
    extent.toUs,
  );
  return surface;
}

/** The longest stretch of the main line, as [x, y] pairs. */
function lineOf(surface: RecordingSurface): readonly (readonly [number, number])[] {
  const points = surface.lines[surface.lines.length - 1]?.points ?? [];
  const pairs: [number, number][] = [];
  for (let i = 0; i < points.length; i += 2) {
    if (!Number.isNaN(points[i] as number)) pairs.push([points[i] as number, points[i + 1] as number]);
  }
  return pairs;
}

describe('sparse points', () => {
  const surface = paint(
    seriesOf([
      [100 * PX, 20],
      [300 * PX, 60],
    ]),
  );

  test('are steps: a value is held until the next point', () => {
    const line = lineOf(surface);
    expect(line[0]).toEqual([100, 80]);
    expect(line).toContainEqual([300, 80]);
    expect(line).toContainEqual([300, 40]);
    expect(surface.rects).toEqual([]);
  });

  test('end with the trace, not with the last column', () => {
    expect(Math.max(...lineOf(surface).map(([x]) => x))).toBeCloseTo(512, 6);
  });
});

test('a value held from before the viewport is drawn from its left edge', () => {
  const zoomed = { fromUs: 200 * PX, toUs: 250 * PX, width: WIDTH };
  const line = lineOf(paint(seriesOf([[100 * PX, 20]]), zoomed));
  expect(Math.min(...line.map(([x]) => x))).toBeLessThanOrEqual(0);
  expect(new Set(line.map(([, y]) => y))).toEqual(new Set([80]));
});

test('a dense oscillation is an envelope between its extremes, not separate lines', () => {
  const points = Array.from({ length: 1024 }, (_, i) => [(i * PX) / 2, i % 2 === 0 ? 10 : 70] as const);
  const surface = paint(seriesOf(points));
  expect(surface.rects.length).toBeGreaterThan(WIDTH / 8);
  // The column after the last event holds one value only.
  for (const { y, height, opacity } of surface.rects.slice(0, -1)) {
    expect([y, y + height]).toEqual([30, 90]);
    expect(opacity).toBeLessThan(0.5);
  }
  const covered = surface.rects.reduce((sum, { width }) => sum + width, 0);
  expect(covered).toBeGreaterThan(WIDTH * 0.98);
});

test('steady growth stays a line however dense its points are', () => {
  const points = Array.from({ length: 2048 }, (_, i) => [(i * PX) / 4, i / 40] as const);
  const surface = paint(seriesOf(points));
  expect(surface.rects).toEqual([]);
});

test('one short oscillation in a flat stretch stays a line', () => {
  const surface = paint(
    seriesOf([
      [0, 20],
      [200 * PX, 80],
      [201 * PX, 5],
      [202 * PX, 80],
      [203 * PX, 20],
    ]),
  );
  expect(surface.rects).toEqual([]);
  expect(lineOf(surface).some(([x, y]) => x === 201 && y === 95)).toBe(true);
});

test('the largest visible value includes the one at the start of the viewport', () => {
  const series = seriesOf([
    [10_000, 90],
    [300_000, 30],
  ]);
  const max = (fromUs: number, toUs: number): number => {
    const port = { fromUs, toUs, width: WIDTH };
    const window = windowFor(port, extent);
    return visibleMax(series.query(window), window, port);
  };
  expect(max(100_000, 200_000)).toBe(90);
  expect(max(310_000, 400_000)).toBe(30);
  expect(max(0, 5_000)).toBeNaN();
});
