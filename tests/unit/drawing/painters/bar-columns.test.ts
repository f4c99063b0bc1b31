/** Columns in groups for bars: a few pixels wide, or as wide as the columns of a digest. */
import { describe, expect, test } from 'vitest';
import { barColumns } from '../../../../src/drawing/painters/bar-columns.ts';

const window = { fromUs: 3072, columnUs: 1024, columns: 40 };
const viewport = { fromUs: 8192, toUs: 8192 + 16 * 1024, width: 16 };

describe('groups of a trace', () => {
  test('are as wide as a bar, from the first column of the window on', () => {
    const groups = barColumns(window, viewport, 3, null);
    expect(groups.map(({ from, to }) => [from, to])).toEqual([
      [3, 6],
      [6, 9],
      [9, 12],
      [12, 15],
      [15, 18],
      [18, 21],
    ]);
    expect(groups.map(({ x }) => x)).toEqual([-2, 1, 4, 7, 10, 13]);
    expect(new Set(groups.map(({ width }) => width))).toEqual(new Set([3]));
  });
});

describe('groups of a digest', () => {
  test('are its columns, which begin at multiples of their width', () => {
    const groups = barColumns(window, viewport, 3, 8192);
    // From 8,192, 16,384 and 24,576 µs on: 5, 13 and 21 columns after the first of the window.
    expect(groups.map(({ from, to }) => [from, to])).toEqual([
      [5, 13],
      [13, 21],
    ]);
    expect(groups.map(({ x, width }) => [x, width])).toEqual([
      [0, 8],
      [8, 8],
    ]);
  });

  test('begin with the window where it begins within one', () => {
    const early = barColumns(window, { fromUs: 3072, toUs: 3072 + 16 * 1024, width: 16 }, 3, 8192);
    expect(early[0]).toEqual({ from: 0, to: 5, x: -3, width: 8 });
  });
});
