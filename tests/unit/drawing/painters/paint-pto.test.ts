/** Painting probe timeouts: bars on the window's grid, their share of spurious ones, and spans after them. */
import { describe, expect, test } from 'vitest';
import { paintPtoBars, paintPtoSpans, ptoBars } from '../../../../src/drawing/painters/paint-pto.ts';
import { windowFor } from '../../../../src/drawing/surface/viewport.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const extent = { fromUs: 0, toUs: 512_000 };
const viewport = { fromUs: 128_000, toUs: 384_000, width: 256 };
const window = windowFor(viewport, extent);

/** One PTO in each of the given columns; the n-th is the n-th in a row. */
function columnsWith(places: readonly number[]) {
  const columns = () => new Uint32Array(window.columns);
  const slice = { counts: columns(), spurious: columns(), consecutive: columns() };
  places.forEach((column, i) => {
    slice.counts[column] = (slice.counts[column] as number) + 1;
    slice.consecutive[column] = i + 1;
  });
  return slice;
}

test('PTOs of the same four pixels are one bar, as high as the maximum of consecutive ones', () => {
  const slice = columnsWith([400, 402, 404, 407, 600]);
  const bars = ptoBars(slice, window, viewport);
  expect(bars.map(({ count, consecutive }) => [count, consecutive])).toEqual([
    [4, 4],
    [1, 5],
  ]);
});

test('a pan moves the bars with the data', () => {
  const slice = columnsWith([400, 406, 412]);
  const panned = { ...viewport, fromUs: viewport.fromUs + 3000, toUs: viewport.toUs + 3000 };
  const before = ptoBars(slice, window, viewport);
  const after = ptoBars(slice, window, panned);
  expect(after.map(({ count }) => count)).toEqual(before.map(({ count }) => count));
  expect(after.map(({ x }, i) => (before[i]?.x ?? 0) - x)).toEqual(before.map(() => 3));
});

test('a hollow box leaves its middle open, also in a bar of one pixel of height', () => {
  const surface = new RecordingSurface(256, 100);
  const look = { color: 'ink', pattern: 'solid', max: 100, showNeeded: true, showSpurious: true } as const;
  paintPtoBars(surface, [{ x: 10.3, width: 4, count: 1, spurious: 1, consecutive: 1 }], look);
  expect(surface.rects).toEqual([]);
  expect(surface.lines.map(({ points }) => points)).toEqual([
    [10.5, 99.5, 10.5, 99.5, 13.5, 99.5, 13.5, 99.5, 10.5, 99.5],
  ]);
});

describe('a span', () => {
  const fill = { color: 'red', pattern: 'diagonal' } as const;
  const stripsOf = (startUs: number, endUs: number) => {
    const surface = new RecordingSurface(256, 100);
    paintPtoSpans(surface, [{ startUs, endUs }], viewport, fill);
    return surface.rects.filter((rect) => rect.fill.pattern === 'diagonal').map(({ x, width }) => [x, width]);
  };

  test('is clipped to the picture', () => {
    expect(stripsOf(100_000, 228_000)).toEqual([[0, 100]]);
    expect(stripsOf(328_000, 500_000)).toEqual([[200, 56]]);
  });

  test('that is short is wide enough to be visible, and one out of view is not drawn', () => {
    expect(stripsOf(228_000, 228_500)).toEqual([[100, 3]]);
    expect(stripsOf(100_000, 120_000)).toEqual([]);
    expect(stripsOf(400_000, 420_000)).toEqual([]);
  });
});
