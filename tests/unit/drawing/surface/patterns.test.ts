/** The marks of patterns: each of its own, light on what is dark and dark on what is light. */
import { expect, test } from 'vitest';
import { markColor, marksOf, PATTERNS, patternPath } from '../../../../src/drawing/surface/patterns.ts';

test('no two patterns have the same marks, and only a solid fill has none', () => {
  const paths = PATTERNS.map(patternPath);
  expect(new Set(paths).size).toBe(PATTERNS.length);
  expect(PATTERNS.filter((pattern) => patternPath(pattern) === '')).toEqual(['solid']);
});

test('every mark lies on its tile, but for lines that go on in the next one', () => {
  for (const pattern of PATTERNS) {
    const { lines = [], squares = [] } = marksOf(pattern);
    for (const [x, y, side] of squares) expect(Math.max(x, y) + side).toBeLessThanOrEqual(8);
    for (const [x, y] of lines.flat()) {
      expect(Math.abs(x - 4)).toBeLessThanOrEqual(12);
      expect(Math.abs(y - 4)).toBeLessThanOrEqual(4);
    }
  }
});

test.each([
  ['#014f8e', '#ffffff'],
  ['#c6ecff', '#000000'],
  ['rgb(246, 222, 9)', '#000000'],
  ['rgb(76 75 0)', '#ffffff'],
  ['slot-1', '#ffffff'],
] as const)('marks on %s are %s', (color, mark) => {
  expect(markColor(color)).toBe(mark);
});
