/** The viewport and the windows it asks for: three widths, a power-of-two grid, one truth about coverage. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  covers,
  timeToX,
  type Viewport,
  windowFor,
  xToTime,
} from '../../../../src/drawing/surface/viewport.ts';

const extent = { fromUs: 0, toUs: 10_000_000 };
const viewports = fc
  .record({
    from: fc.double({ min: 0, max: 9_999_000, noNaN: true }),
    length: fc.double({ min: 100, max: 10_000_000, noNaN: true }),
    width: fc.integer({ min: 50, max: 4000 }),
  })
  .map(
    ({ from, length, width }): Viewport => ({
      fromUs: from,
      toUs: Math.min(from + length, 10_000_000),
      width,
    }),
  )
  .filter(({ fromUs, toUs }) => toUs - fromUs >= 100);

describe('window of a viewport', () => {
  test('covers it, at most one pixel and more than half a pixel per column', () => {
    fc.assert(
      fc.property(viewports, (viewport) => {
        const window = windowFor(viewport, extent);
        const perPixel = (viewport.toUs - viewport.fromUs) / viewport.width;
        expect(covers(window, viewport, extent)).toBe(true);
        expect(window.columnUs).toBeLessThanOrEqual(perPixel);
        expect(window.columnUs).toBeGreaterThan(perPixel / 2);
        expect(window.columns).toBeLessThanOrEqual(6 * viewport.width + 3);
      }),
    );
  });

  test('lies on a grid that does not depend on where the viewport begins', () => {
    fc.assert(
      fc.property(viewports, (viewport) => {
        const { fromUs, columnUs } = windowFor(viewport, extent);
        expect(Number.isInteger(fromUs / columnUs)).toBe(true);
        expect(Number.isInteger(Math.log2(columnUs))).toBe(true);
      }),
    );
  });

  test('still covers after a pan of less than one width, and not after a zoom', () => {
    const viewport = { fromUs: 4_000_000, toUs: 5_000_000, width: 1000 };
    const window = windowFor(viewport, extent);
    expect(covers(window, { ...viewport, fromUs: 4_900_000, toUs: 5_900_000 }, extent)).toBe(true);
    expect(covers(window, { ...viewport, fromUs: 5_100_000, toUs: 6_100_000 }, extent)).toBe(false);
    expect(covers(window, { ...viewport, toUs: 4_400_000 }, extent)).toBe(false);
  });

  test('holds the last event of the trace', () => {
    const { fromUs, columnUs, columns } = windowFor({ ...extent, width: 930 }, extent);
    expect(fromUs + columns * columnUs).toBeGreaterThan(extent.toUs);
  });
});

test('time and pixels are each other’s inverse', () => {
  fc.assert(
    fc.property(viewports, fc.double({ min: 0, max: 1, noNaN: true }), (viewport, share) => {
      const x = share * viewport.width;
      expect(timeToX(viewport, xToTime(viewport, x))).toBeCloseTo(x, 3);
    }),
  );
});

describe('the window of a viewport, computed', () => {
  const range = { fromUs: 0, toUs: 10_240 };

  test.each([
    [
      'one µs a pixel',
      { fromUs: 2048, toUs: 3072, width: 1024 },
      { fromUs: 1024, columnUs: 1, columns: 3073 },
    ],
    ['just below two', { fromUs: 0, toUs: 2047, width: 1024 }, { fromUs: 0, columnUs: 1, columns: 4095 }],
    ['two', { fromUs: 0, toUs: 2048, width: 1024 }, { fromUs: 0, columnUs: 2, columns: 2049 }],
    [
      'the end of the trace',
      { fromUs: 9216, toUs: 10_240, width: 1024 },
      { fromUs: 8192, columnUs: 1, columns: 2049 },
    ],
    ['off the grid', { fromUs: 3333, toUs: 4357, width: 64 }, { fromUs: 2304, columnUs: 16, columns: 193 }],
    ['no width', { fromUs: 0, toUs: 1024, width: 0 }, { fromUs: 0, columnUs: 1024, columns: 3 }],
    [
      'after the trace',
      { fromUs: 90_000, toUs: 91_024, width: 1024 },
      { fromUs: 88_976, columnUs: 1, columns: 1 },
    ],
  ])('%s', (_, viewport, window) => {
    expect(windowFor(viewport, range)).toEqual(window);
  });

  test.each([
    ['its own', {}, true],
    ['a column later', { fromUs: 1025 }, true],
    ['beginning a µs too late', { fromUs: 2049 }, false],
    ['beginning with it', { fromUs: 2048, columns: 2049 }, true],
    ['ending with it', { columns: 2048 }, true],
    ['ending a µs before', { columns: 2047 }, false],
    ['of half the resolution', { columnUs: 2 }, false],
    ['of twice the resolution', { columnUs: 0.5, columns: 9999 }, false],
  ])('is covered by a window %s: %s', (_, change, yes) => {
    const viewport = { fromUs: 2048, toUs: 3072, width: 1024 };
    expect(covers({ ...windowFor(viewport, range), ...change }, viewport, range)).toBe(yes);
  });

  test('is covered where the trace ends, not where the viewport does', () => {
    const window = { fromUs: 0, columnUs: 1, columns: 10_240 };
    expect(covers(window, { fromUs: -500, toUs: 524, width: 1024 }, range)).toBe(true);
    expect(covers(window, { fromUs: 9728, toUs: 10_752, width: 1024 }, range)).toBe(true);
    expect(covers({ ...window, fromUs: 1 }, { fromUs: -500, toUs: 524, width: 1024 }, range)).toBe(false);
    expect(covers({ ...window, columns: 10_239 }, { fromUs: 9728, toUs: 10_752, width: 1024 }, range)).toBe(
      false,
    );
  });
});
