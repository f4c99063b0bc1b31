/** Marks where a line leaves the plot: at its highest points, with their values, apart from one another. */
import { expect, test } from 'vitest';
import { clipsOf, paintClips } from '../../../../src/drawing/painters/clip-marks.ts';
import { clipLabelPlace } from '../../../../src/drawing/surface/clip-label.ts';
import { windowFor } from '../../../../src/drawing/surface/viewport.ts';
import { Series } from '../../../../src/engine/base/columns/series.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const PX = 1024;
const WIDTH = 512;
const extent = { fromUs: 0, toUs: WIDTH * PX };
const viewport = { ...extent, width: WIDTH };
const LOOK = { text: (value: number) => `${value} B`, color: 'orange' };

function clips(points: readonly (readonly [pixel: number, value: number])[], max: number) {
  const series = new Series({ id: 's', name: 's', unit: 'bytes', shape: 'step', origin: 'logged' });
  for (const [pixel, value] of points) series.push(pixel * PX, value);
  const window = windowFor(viewport, extent);
  const time = { window, viewport, endUs: extent.toUs };
  return (taken: Parameters<typeof clipsOf>[4] = []) =>
    clipsOf(series.query(window), time, max, LOOK, taken).map(({ x, text }) => [x, text]);
}

test('each stretch above the axis has its highest value, where it is', () => {
  const points = [
    [0, 5],
    [100, 50],
    [110, 80],
    [120, 5],
    [300, 40],
    [310, 5],
  ] as const;
  expect(clips(points, 20)()).toEqual([
    [110.5, '80 B'],
    [300.5, '40 B'],
  ]);
  expect(clips(points, 60)()).toEqual([[110.5, '80 B']]);
  expect(clips(points, 80)()).toEqual([]);
});

test('of stretches near one another the highest is kept, and those of another series are', () => {
  const points = [
    [0, 5],
    [100, 50],
    [101, 5],
    [140, 90],
    [141, 5],
    [400, 60],
    [401, 5],
  ] as const;
  expect(clips(points, 20)()).toEqual([
    [140.5, '90 B'],
    [400.5, '60 B'],
  ]);
  expect(clips(points, 20)([{ x: 150, text: '', color: 'blue' }])).toEqual([[400.5, '60 B']]);
});

test('an arrow points up at the upper edge, and its value stands beside it within the plot', () => {
  const surface = new RecordingSurface(WIDTH, 100);
  paintClips(surface, [{ x: 100.5, text: '90 B', color: 'orange' }]);
  const widths = surface.rects.map(({ width }) => width);
  expect(widths).toEqual([...widths].sort((a, b) => a - b));
  expect(surface.rects.every(({ x, width, y }) => x + width / 2 === 100.5 && y < 25)).toBe(true);
  expect(clipLabelPlace(100.5, WIDTH)).toEqual({ x: 107, isLeft: false });
  expect(clipLabelPlace(500.5, WIDTH)).toEqual({ x: 494, isLeft: true });
});
