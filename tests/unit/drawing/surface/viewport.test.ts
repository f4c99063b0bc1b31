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
