/** Marks told apart by their shape, and thinned out where they stand close. */
import { describe, expect, test } from 'vitest';
import {
  MARK_REACH_PX,
  type MarkShape,
  onePerCell,
  paintMarks,
} from '../../../../src/drawing/painters/paint-sequence.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const SHAPES: readonly MarkShape[] = [
  'square',
  'hollow',
  'tick',
  'bar',
  'cross',
  'diamond',
  'triangle',
  'triangle-hollow',
  'triangle-down',
  'stub',
  'ring',
];

function drawn(shape: MarkShape, points: readonly number[]): RecordingSurface {
  const surface = new RecordingSurface(200, 100);
  paintMarks(surface, shape, points, 'ink');
  return surface;
}

describe('a mark', () => {
  test('of each shape is drawn differently', () => {
    const pictures = SHAPES.map((shape) => {
      const { rects, lines } = drawn(shape, [50, 50]);
      return JSON.stringify([rects, lines]);
    });
    expect(new Set(pictures).size).toBe(SHAPES.length);
  });

  test.each(SHAPES)('%s is centred on its position, within the margin at an axis end', (shape) => {
    const { rects, lines } = drawn(shape, [50, 30]);
    const xs = lines
      .flatMap(({ points }) => points.filter((_, i) => i % 2 === 0))
      .filter((x) => !Number.isNaN(x));
    const ys = lines.flatMap(({ points }) =>
      points.filter((_, i) => i % 2 === 1 && !Number.isNaN(points[i - 1])),
    );
    for (const { x, y, width, height } of rects) {
      xs.push(x, x + width);
      ys.push(y, y + height);
    }
    expect(xs.length).toBeGreaterThan(1);
    for (const x of xs) expect(Math.abs(x - 50)).toBeLessThanOrEqual(MARK_REACH_PX);
    for (const y of ys) expect(Math.abs(y - 30)).toBeLessThanOrEqual(MARK_REACH_PX);
  });

  test('outside the surface or without a position is left out', () => {
    const outside = [50, Number.POSITIVE_INFINITY, 50, -1, 50, 101, -30, 50, 230, 50, Number.NaN, 50];
    for (const shape of SHAPES) {
      const { rects, lines } = drawn(shape, outside);
      expect([rects.length, lines.length], shape).toEqual([0, 0]);
    }
  });
});

test('marks of one kind are one path with separate parts', () => {
  const { lines } = drawn('tick', [10, 10, 20, 20]);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.points).toEqual([Number.NaN, 0, 10, 7, 10, 13, Number.NaN, 0, 20, 17, 20, 23]);
});

describe('one per cell', () => {
  test('keeps a single mark, and one of those that share a cell', () => {
    expect(onePerCell([1, 1, 2, 2, 13, 1, 14, 20], 6, 0)).toEqual([1, 1, 13, 1, 14, 20]);
  });

  test('moves with the data: the same marks are kept after a pan', () => {
    const points = [3, 5, 5, 5, 8, 5, 11, 5, 14, 5];
    const moved = points.map((value, i) => (i % 2 === 0 ? value + 2.5 : value));
    const kept = onePerCell(points, 6, 0);
    expect(onePerCell(moved, 6, 2.5)).toEqual(kept.map((value, i) => (i % 2 === 0 ? value + 2.5 : value)));
    expect(kept.length).toBeLessThan(points.length);
  });
});
