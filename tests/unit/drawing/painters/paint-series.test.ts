/** Painting a series as a line: the same look at every zoom, bars where it moves, pieces of line where it is held. */
import { describe, expect, test } from 'vitest';
import { paintSeries } from '../../../../src/drawing/painters/paint-series.ts';
import { visibleMax } from '../../../../src/drawing/painters/pixel-columns.ts';
import type { Stroke } from '../../../../src/drawing/surface/surface.ts';
import type { Viewport } from '../../../../src/drawing/surface/viewport.ts';
import { windowFor } from '../../../../src/drawing/surface/viewport.ts';
import { Series } from '../../../../src/engine/base/columns/series.ts';
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

interface Options {
  readonly port?: Viewport;
  readonly stroke?: Stroke;
  readonly isCoarse?: boolean;
}

function paint(
  series: Series,
  { port = viewport, stroke = STROKE, isCoarse = false }: Options = {},
): RecordingSurface {
  const surface = new RecordingSurface(WIDTH, HEIGHT);
  const window = windowFor(port, extent);
  const slice = series.query(window);
  const time = { window, viewport: port, endUs: extent.toUs, isCoarse };
  paintSeries(surface, { slice, stroke }, time, (v) => HEIGHT - v);
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

describe('a solid line', () => {
  const surface = paint(
    seriesOf([
      [100 * PX, 20],
      [300 * PX, 60],
    ]),
  );

  test('holds a value until the next point', () => {
    expect(lineOf(surface)).toEqual([
      [100.5, 80],
      [300, 80],
      [301, 40],
      [512, 40],
    ]);
  });

  test('moves in one pixel column, which reaches as far as the line is wide', () => {
    expect(surface.rects).toEqual([
      {
        ...{ x: 300, y: 39, width: 1, height: 42 },
        ...{ fill: { color: 'blue', pattern: 'solid' }, opacity: 1 },
      },
    ]);
  });

  test('ends with the trace, not with its last pixel', () => {
    const series = seriesOf([[100 * PX, 20]]);
    const port = { fromUs: 0, toUs: 600 * PX, width: WIDTH };
    const end = (WIDTH * WIDTH) / 600;
    expect(Math.max(...lineOf(paint(series, { port })).map(([x]) => x))).toBeCloseTo(end, 6);
  });
});

test('a value held from before the viewport is drawn from its left edge', () => {
  const port = { fromUs: 200 * PX, toUs: 250 * PX, width: WIDTH };
  expect(lineOf(paint(seriesOf([[100 * PX, 20]]), { port }))).toEqual([
    [0, 80],
    [512, 80],
  ]);
});

/** Every half pixel from 10 to 70 and back. */
const oscillating = seriesOf(
  Array.from({ length: 1024 }, (_, i) => [(i * PX) / 2, i % 2 === 0 ? 10 : 70] as const),
);

describe('a dense oscillation', () => {
  const spans = (surface: RecordingSurface): readonly string[] =>
    surface.rects.map(({ x, y, width, height }) => `${x}+${width}: ${y} to ${y + height}`);
  const wanted = (reach: number): readonly string[] =>
    Array.from({ length: WIDTH }, (_, x) => `${x}+1: ${30 - reach} to ${90 + reach}`);

  test('is a bar in every pixel column, between its extremes', () => {
    expect(spans(paint(oscillating))).toEqual(wanted(1));
  });

  test('of a dashed line is light, and exactly as high', () => {
    const surface = paint(oscillating, { stroke: { ...STROKE, dash: [2, 2] } });
    expect(spans(surface)).toEqual(wanted(0));
    expect(new Set(surface.rects.map(({ opacity }) => opacity))).toEqual(new Set([0.35]));
  });

  test('of columns wider than a pixel is hatched', () => {
    const surface = paint(oscillating, { isCoarse: true });
    expect(new Set(surface.rects.map(({ fill }) => fill.pattern))).toEqual(new Set(['diagonal']));
  });
});

test('steady growth is a line however dense its points are', () => {
  const points = Array.from({ length: 2048 }, (_, i) => [(i * PX) / 4, i / 40] as const);
  const surface = paint(seriesOf(points));
  expect(surface.rects).toEqual([]);
});

test('moves of a pixel or two keep the dashes', () => {
  const points = Array.from({ length: 512 }, (_, i) => [i * PX, i % 2 === 0 ? 10 : 12] as const);
  const surface = paint(seriesOf(points), { stroke: { ...STROKE, dash: [2, 2] } });
  expect(surface.rects).toEqual([]);
  expect(surface.lines).toHaveLength(1);
});

test('two columns of an answer in one pixel are one bar, with the value held between', () => {
  // 1.6 columns per pixel: the pixel from 16 to 17.6 columns takes in the columns 16 and 17.
  const series = seriesOf([
    [0, 50],
    [16.2 * PX, 20],
    [17.1 * PX, 80],
    [17.2 * PX, 50],
  ]);
  const port = { fromUs: 0, toUs: WIDTH * PX, width: 320 };
  const { rects } = paint(series, { port });
  const bar = rects.find(({ x }) => x === 10);
  expect([bar?.y, (bar?.y ?? 0) + (bar?.height ?? 0)]).toEqual([19, 81]);
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

test('a first value and a move in the next pixel give finite points', () => {
  const surface = paint(
    seriesOf([
      [10.2 * PX, 20],
      [10.4 * PX, 22],
      [11.3 * PX, 70],
    ]),
    { port: { fromUs: 0, toUs: WIDTH * PX, width: 470 } },
  );
  for (const { points } of surface.lines) {
    const ys = points.filter((_, i) => i % 2 === 1);
    expect(ys.every(Number.isFinite)).toBe(true);
  }
});
