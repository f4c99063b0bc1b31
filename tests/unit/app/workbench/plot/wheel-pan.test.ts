/** Wheels that pan: with Shift, or sideways; as far as the page would scroll. */
import { expect, test } from 'vitest';
import { pannedByWheel } from '../../../../../src/app/workbench/plot/wheel-pan.ts';

const viewport = { fromUs: 1000, toUs: 2000, width: 100 };
const wheel = { deltaX: 0, deltaY: 0, deltaMode: 0, shiftKey: false, ctrlKey: false };

test('Shift and the wheel move by the wheel’s pixels, whichever way the browser says it', () => {
  const panned = { fromUs: 1500, toUs: 2500 };
  expect(pannedByWheel(viewport, { ...wheel, deltaY: 50, shiftKey: true })).toEqual(panned);
  expect(pannedByWheel(viewport, { ...wheel, deltaX: 50, shiftKey: true })).toEqual(panned);
});

test('a sideways wheel moves without a key, a tilted one by its larger part', () => {
  expect(pannedByWheel(viewport, { ...wheel, deltaX: -10 })).toEqual({ fromUs: 900, toUs: 1900 });
  expect(pannedByWheel(viewport, { ...wheel, deltaX: 10, deltaY: 4 })).toEqual({ fromUs: 1100, toUs: 2100 });
});

test('lines and pages are pixels', () => {
  expect(pannedByWheel(viewport, { ...wheel, deltaX: 1, deltaMode: 1 })?.fromUs).toBe(1160);
  expect(pannedByWheel(viewport, { ...wheel, deltaX: 1, deltaMode: 2 })?.fromUs).toBe(5000);
});

test('the wheel alone scrolls the page, and with Ctrl it zooms', () => {
  expect(pannedByWheel(viewport, { ...wheel, deltaY: 50 })).toBeNull();
  expect(pannedByWheel(viewport, { ...wheel, deltaX: 4, deltaY: 50 })).toBeNull();
  expect(pannedByWheel(viewport, { ...wheel, deltaX: 50, ctrlKey: true })).toBeNull();
  expect(pannedByWheel({ ...viewport, width: 0 }, { ...wheel, deltaX: 50 })).toBeNull();
});
