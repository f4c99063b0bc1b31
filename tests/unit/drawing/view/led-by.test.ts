/** Another trace leads a set: places and styles change, what is seen stays. */
import { expect, test } from 'vitest';
import { ledBy } from '../../../../src/drawing/view/led-by.ts';
import { type SetView, setOfOne } from '../../../../src/drawing/view/set-view.ts';

const VIEW: SetView = {
  ...setOfOne('a'),
  lanes: [
    { trace: 'a', offsetUs: 0, style: 0 },
    { trace: 'b', offsetUs: 300, style: 1 },
    { trace: 'c', offsetUs: -100, style: 4 },
  ],
  range: { fromUs: 1000, toUs: 2000 },
  selection: { fromUs: 1100, toUs: 1200 },
  pinnedUs: 1500,
};

test('it has offset 0, takes the style of the former lead, and all others move with it', () => {
  const view = ledBy(VIEW, 'b');
  expect(view.lanes).toEqual([
    { trace: 'b', offsetUs: 0, style: 0 },
    { trace: 'a', offsetUs: -300, style: 1 },
    { trace: 'c', offsetUs: -400, style: 4 },
  ]);
  expect([view.range, view.selection, view.pinnedUs]).toEqual([
    { fromUs: 700, toUs: 1700 },
    { fromUs: 800, toUs: 900 },
    1200,
  ]);
  expect(ledBy(view, 'a')).toEqual(VIEW);
});

test('the lead itself, and a trace that is not in the set, change nothing', () => {
  expect(ledBy(VIEW, 'a')).toBe(VIEW);
  expect(ledBy(VIEW, 'x')).toBe(VIEW);
});
