/** The pages of the event list that are kept: which rows are there, which are asked for, and which go first. */
import { beforeEach, describe, expect, test } from 'vitest';
import { EventPages, PAGE_ROWS } from '../../../../../src/app/state/events/event-pages.ts';
import type { EventRow } from '../../../../../src/engine/reading/contract/events.ts';
import { rowAt } from './event-list-harness.ts';

let pages: EventPages;
beforeEach(() => {
  pages = new EventPages();
});

const rows = (first: number, count: number): readonly EventRow[] =>
  Array.from({ length: count }, (_, i) => rowAt(first + i));
/** Answers of whole pages, out of so many matches. */
function store(first: number, count: number, matches: number): void {
  pages.store({ first, count }, first, rows(first, Math.min(count, matches - first)), matches);
}
const held = (...indexes: readonly number[]): readonly (number | undefined)[] =>
  indexes.map((index) => pages.row(index)?.row);

test('a row is that of its match, in whichever page of an answer it stands', () => {
  store(200, 200, 350);
  expect(held(199, 200, 299, 300, 349, 350)).toEqual([undefined, 200, 299, 300, 349, undefined]);
  pages.clear();
  expect(held(200)).toEqual([undefined]);
});

test.each([
  [
    { first: 0, count: 20 },
    { first: 0, count: 100 },
  ],
  [
    { first: 80, count: 20 },
    { first: 0, count: 100 },
  ],
  [
    { first: 80, count: 21 },
    { first: 0, count: 200 },
  ],
  [
    { first: 199, count: 0 },
    { first: 100, count: 100 },
  ],
  [
    { first: 150, count: 900 },
    { first: 100, count: 200 },
  ],
])('around %j are whole pages, of one request at most: %j', (part, around) => {
  expect(pages.around(part)).toEqual(around);
});

describe('what is missing of the rows in view', () => {
  const seen = { first: 80, count: 40 };

  test('is both pages, the one that is not here, or none', () => {
    expect(pages.missing(seen, 1000)).toEqual({ first: 0, count: 200 });
    store(0, 100, 1000);
    expect(pages.missing(seen, 1000)).toEqual({ first: 100, count: 100 });
    store(100, 100, 1000);
    expect(pages.missing(seen, 1000)).toBeNull();
  });

  test('is no page after the last match', () => {
    expect(pages.missing(seen, 101)).toEqual({ first: 0, count: 200 });
    expect(pages.missing(seen, 100)).toEqual({ first: 0, count: 100 });
    expect(pages.missing(seen, 0)).toBeNull();
  });

  test('is a page in part once there are more matches; a whole one never', () => {
    store(0, 200, 150);
    expect(pages.missing(seen, 150)).toBeNull();
    expect(pages.missing(seen, 151)).toEqual({ first: 100, count: 100 });
    store(100, 100, 250);
    expect(pages.missing(seen, 1000)).toBeNull();
  });

  test('is no page that was asked for and came without rows, until there are more matches', () => {
    pages.store({ first: 100, count: 100 }, 100, [], 150);
    pages.store({ first: 0, count: 100 }, 0, rows(0, 100), 150);
    expect(pages.missing(seen, 150)).toBeNull();
    expect(pages.missing(seen, 160)).toEqual({ first: 100, count: 100 });
  });
});

test('an answer that begins later than it was asked for leaves the page before it empty', () => {
  pages.store({ first: 0, count: 200 }, 100, rows(100, 100), 200);
  expect(held(0, 99, 100, 199)).toEqual([undefined, undefined, 100, 199]);
});

test('twenty pages are kept; the one that was stored longest ago goes first', () => {
  const most = 20;
  for (let page = 0; page < most; page++) store(page * PAGE_ROWS, PAGE_ROWS, 10_000);
  store(0, PAGE_ROWS, 10_000);
  store(most * PAGE_ROWS, PAGE_ROWS, 10_000);
  expect(held(0, PAGE_ROWS, 2 * PAGE_ROWS, most * PAGE_ROWS)).toEqual([
    ...[0, undefined, 2 * PAGE_ROWS],
    most * PAGE_ROWS,
  ]);
});
