/** Which columns of a plot are shaded for what is chosen. */
import { expect, test } from 'vitest';
import { shadedRanges } from '../../../../src/drawing/surface/stretches.ts';

const VIEWPORT = { fromUs: 0, toUs: 1000, width: 100 };
const shaded = (...timesUs: readonly number[]) =>
  shadedRanges(timesUs, VIEWPORT).map(({ fromUs, toUs }) => [fromUs, toUs]);

test('whole columns: those of which half is covered', () => {
  expect(shaded(100, 200, 400, 414, 600, 605)).toEqual([
    [100, 200],
    [400, 410],
    [600, 610],
  ]);
});

test('a short one that is alone takes a column', () => expect(shaded(301, 302)).toEqual([[300, 310]]));

test('of many short ones near each other none is seen where they cover less than half', () => {
  const every5 = Array.from({ length: 40 }, (_, i) => [200 + 5 * i, 201 + 5 * i]).flat();
  expect(shaded(...every5)).toEqual([]);
  const most = Array.from({ length: 40 }, (_, i) => [200 + 5 * i, 203 + 5 * i]).flat();
  expect(shaded(...most)).toEqual([[200, 400]]);
});

test('what lies before and after the view is left out, and what reaches into it is cut', () => {
  expect(shaded(-500, -100, -50, 20, 990, 5000, 6000, 7000)).toEqual([
    [0, 20],
    [990, 1000],
  ]);
});
