/** Where the files of a trace begin, over a panel. */
import { expect, it } from 'vitest';
import { paintSeams, seamsIn } from '../../../../src/drawing/painters/paint-seams.ts';
import { blankSurface } from '../../../../src/drawing/surface/surface.ts';

const VIEW = { fromUs: 0, toUs: 1000, width: 100 };
const FILES = [0, 250, Number.NaN, 700, 2000].map((fromUs) => ({ fromUs }));

it('a seam stands where a file begins that is not the first, in view, and holds events', () => {
  expect(seamsIn(VIEW, FILES)).toEqual([
    { x: 25.5, part: 2 },
    { x: 70.5, part: 4 },
  ]);
  expect(seamsIn({ ...VIEW, toUs: 0 }, FILES)).toEqual([]);
});

it('each is a dashed line over the height of the panel', () => {
  const lines: (readonly number[])[] = [];
  const dashes: (readonly number[])[] = [];
  const surface = {
    ...blankSurface(100, 40),
    polyline: (points: readonly number[], { dash }: { readonly dash: readonly number[] }) => {
      lines.push(points);
      dashes.push(dash);
    },
  };
  paintSeams(surface, VIEW, FILES, 'faint');
  expect(lines).toEqual([
    [25.5, 0, 25.5, 40],
    [70.5, 0, 70.5, 40],
  ]);
  expect(dashes.every((dash) => dash.length === 2)).toBe(true);
});
