/** What a drag over a plot does: marks, moves, or measures, as the keys were when it began. */
import { beforeEach, expect, test } from 'vitest';
import { beginDrag, type DragTarget } from '../../../../../src/app/workbench/plot/drag.ts';

/** 1,000 µs on 100 px: ten µs per pixel. */
const viewport = { fromUs: 1000, toUs: 2000, width: 100 };
let calls: (readonly unknown[])[];
let keyHeld: boolean;

const target: DragTarget = {
  viewport: () => viewport,
  onRange: (range) => calls.push(['range', range.fromUs, range.toUs]),
  onHold: () => calls.push(['hold']),
  onRelease: () => calls.push(['release']),
  onSelect: (range) => calls.push(['select', range.fromUs, range.toUs]),
  layerDrag: () =>
    keyHeld
      ? (range, held, movedUs) => calls.push(['measure', range.fromUs, range.toUs, held, movedUs])
      : null,
  onClick: (timeUs) => calls.push(['click', timeUs]),
};

const END = {} as MouseEvent;

beforeEach(() => {
  calls = [];
  keyHeld = false;
});

test('selects a range, in either direction, and measures nothing', () => {
  const drag = beginDrag(target, 50, false);
  drag.move(20);
  drag.end(20, END);
  expect(calls).toEqual([['select', 1200, 1500]]);
});

test('of two pixels is a click', () => {
  const drag = beginDrag(target, 50, false);
  drag.move(52);
  drag.end(52, END);
  expect(calls).toEqual([['click', 1520]]);
});

test('with Shift pans the range, as one gesture', () => {
  const drag = beginDrag(target, 50, true);
  drag.move(60);
  drag.end(60, END);
  expect(calls).toEqual([['hold'], ['range', 900, 1900], ['release']]);
});

test('with the measure key measures and selects nothing; the last span is kept', () => {
  keyHeld = true;
  const drag = beginDrag(target, 50, false);
  drag.move(70);
  drag.move(20);
  drag.end(20, END);
  expect(calls).toEqual([
    ['measure', 1500, 1700, true, 200],
    ['measure', 1200, 1500, true, -300],
    ['measure', 1200, 1500, false, -300],
  ]);
});

test('continues measuring when the key is released during the drag', () => {
  keyHeld = true;
  const drag = beginDrag(target, 0, false);
  drag.move(10);
  keyHeld = false;
  drag.move(30);
  drag.end(30, END);
  expect(calls.at(-1)).toEqual(['measure', 1000, 1300, false, 300]);
  expect(calls.map(([what]) => what)).not.toContain('select');
});

test('goes on marking when the key is pressed in the middle', () => {
  const drag = beginDrag(target, 0, false);
  keyHeld = true;
  drag.move(30);
  drag.end(30, END);
  expect(calls).toEqual([['select', 1000, 1300]]);
});

test('a click with the measure key measures nothing and pins nothing', () => {
  keyHeld = true;
  const drag = beginDrag(target, 50, false);
  drag.move(51);
  drag.end(51, END);
  expect(calls).toEqual([]);
});
