/** Scroll arithmetic of long lists: every row can be reached, also where the scroll bar is in proportion only. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  heightPx,
  MAX_SCROLL_PX,
  ROW_PX,
  scaled,
  scrollTopOf,
  spanAt,
  topPxOf,
  topPxShowing,
  wholeRows,
} from '../../../../src/app/controls/row-scroll.ts';

const scrolls = fc.record({
  rows: fc.integer({ min: 0, max: 50_000_000 }),
  viewPx: fc.integer({ min: 26, max: 900 }),
});

test('the element stays below what browsers can show', () => {
  expect(heightPx(100)).toBe(100 * ROW_PX);
  expect(heightPx(50_000_000)).toBe(MAX_SCROLL_PX);
  expect([scaled(100), scaled(1_000_000)]).toEqual([false, true]);
});

test('a short list scrolls pixel by pixel', () => {
  const scroll = { rows: 1000, viewPx: 300 };
  expect(topPxOf(1234, scroll)).toBe(1234);
  expect(scrollTopOf(1234, scroll)).toBe(1234);
});

describe('in a list of any length', () => {
  test('both ends of the scroll bar are both ends of the list', () => {
    fc.assert(
      fc.property(scrolls, (scroll) => {
        const last = Math.max(0, heightPx(scroll.rows) - scroll.viewPx);
        expect(topPxOf(0, scroll)).toBe(0);
        const end = spanAt(topPxOf(last, scroll), scroll);
        expect(end.first + end.count).toBe(scroll.rows);
      }),
    );
  });

  test('the way to the scroll bar and back ends where it began', () => {
    fc.assert(
      fc.property(scrolls, fc.double({ min: 0, max: 1, noNaN: true }), (scroll, share) => {
        const topPx = share * Math.max(0, scroll.rows * ROW_PX - scroll.viewPx);
        expect(Math.abs(topPxOf(scrollTopOf(topPx, scroll), scroll) - topPx)).toBeLessThan(0.01);
      }),
    );
  });

  test('a row that is shown is seen whole, among few rows in the document', () => {
    fc.assert(
      fc.property(scrolls, fc.nat(), fc.nat(), (scroll, a, b) => {
        if (scroll.rows === 0) return;
        const row = a % scroll.rows;
        const from = topPxShowing(b % scroll.rows, 0, scroll);
        const topPx = topPxShowing(row, from, scroll);
        expect(row * ROW_PX).toBeGreaterThanOrEqual(topPx);
        expect((row + 1) * ROW_PX).toBeLessThanOrEqual(topPx + scroll.viewPx);
        const { first, count } = spanAt(topPx, scroll);
        expect(first).toBeLessThanOrEqual(row);
        expect(first + count).toBeGreaterThan(row);
        expect(count).toBeLessThanOrEqual(Math.ceil(scroll.viewPx / ROW_PX) + 9);
      }),
    );
  });
});

test('the next row moves the list by one row, a far one stands in the middle, a seen one moves nothing', () => {
  const scroll = { rows: 1000, viewPx: 10 * ROW_PX };
  expect(topPxShowing(10, 0, scroll)).toBe(ROW_PX);
  expect(topPxShowing(9, 0, scroll)).toBe(0);
  expect(topPxShowing(500, 0, scroll)).toBe(500 * ROW_PX - 4.5 * ROW_PX);
  expect(topPxShowing(499, 500 * ROW_PX, scroll)).toBe(499 * ROW_PX);
});

test('a page is the rows that are seen whole', () => {
  expect([wholeRows(10), wholeRows(100), wholeRows(260)]).toEqual([1, 3, 10]);
});
