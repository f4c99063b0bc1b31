/** The event list and the panels: cursor, current row and scope follow one another. */
import { describe, expect, test } from 'vitest';
import {
  asked,
  follow,
  forgetAsked,
  list,
  newest,
  opened,
  renewList,
  reply,
  rowAt,
  shownUs,
  state,
  TOTAL,
} from './event-list-harness.ts';

renewList();

describe('the cursor', () => {
  test('pinned on a panel moves the list to the first event at or after it', async () => {
    await opened();
    follow({ pinnedUs: 4995 });
    expect(newest()).toMatchObject({ anchorUs: 4995 });
    await reply();
    expect(state()).toMatchObject({ current: 500, reveal: { index: 500 } });
    expect(shownUs).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  test('pinned, unpinned and pinned at the same place moves the list there again', async () => {
    await opened();
    follow({ pinnedUs: 100 });
    await reply();
    list.moveTo(50);
    follow({ pinnedUs: null });
    follow({ pinnedUs: 100 });
    expect(newest()).toMatchObject({ anchorUs: 100 });
    await reply();
    expect(state().current).toBe(10);
    follow({ pinnedUs: null });
    follow({ pinnedUs: 100 });
    await reply();
    expect(state().current).toBe(10);
    expect(asked).toHaveLength(3);
  });

  test('pinned after the last match leaves no row current', async () => {
    await opened();
    follow({ pinnedUs: 1e9 });
    await reply();
    expect(state().current).toBeNull();
    expect(list.pending).toBe(false);
  });

  test('is looked for until the filter has come so far', async () => {
    await opened();
    follow({ pinnedUs: 5000 });
    await reply();
    list.setFilter('x');
    expect(newest().anchorUs).toBe(5000);
    await reply({ matches: 10, done: false });
    expect(state().current).toBeNull();
    await reply({ matches: 700, done: true });
    expect(state().current).toBe(500);
  });

  test('pinned while the list is closed is found when it opens', async () => {
    await opened();
    list.setOpen(false);
    follow({ pinnedUs: 700 });
    expect(asked).toEqual([]);
    list.setOpen(true);
    await reply();
    expect(state().current).toBe(70);
  });
});

describe('a selection', () => {
  test('moves the list to its first event; where it grows at its end, the list stays', async () => {
    await opened();
    follow({ marked: { fromUs: 4995, toUs: 6000 } });
    await reply();
    expect(state()).toMatchObject({ current: 500, reveal: { index: 500 } });
    expect(shownUs).toEqual([]);
    follow({ marked: { fromUs: 4995, toUs: 7000 } });
    follow({ marked: null });
    expect(asked).toHaveLength(1);
  });
});

describe('moving in the list', () => {
  test('pins the cursor at the row’s time, and does not look for that place again', async () => {
    await opened();
    list.moveTo(7);
    expect(state()).toMatchObject({ current: 7, reveal: { index: 7 } });
    expect(shownUs).toEqual([70]);
    expect(asked).toEqual([]);
    list.moveBy(-3);
    expect(shownUs).toEqual([70, 40]);
    expect(asked).toEqual([]);
  });

  test('stays within the list', async () => {
    await opened();
    list.moveTo(-5);
    expect(state().current).toBe(0);
    list.moveTo(9999);
    expect(state().current).toBe(TOTAL - 1);
  });

  test('pins where a row is not here yet as soon as it comes', async () => {
    await opened();
    list.moveTo(950);
    expect(shownUs).toEqual([]);
    list.see({ first: 940, count: 20 });
    await reply();
    expect(shownUs).toEqual([9500]);
  });

  test('begins with the first row that is seen', async () => {
    await opened();
    list.see({ first: 30, count: 20 });
    list.moveBy(1);
    expect(state().current).toBe(30);
  });

  test('does nothing in an empty list', () => {
    list.moveBy(1);
    expect(state().current).toBeNull();
    expect(shownUs).toEqual([]);
  });
});

describe('the scope', () => {
  test('of all events follows no range', async () => {
    await opened();
    follow({ visible: { fromUs: 10, toUs: 20 } });
    expect(asked).toEqual([]);
    follow({ marked: { fromUs: 11, toUs: 12 } });
    expect(newest()).toMatchObject({ scope: null, anchorUs: 11 });
  });

  test('of the visible range follows it, one request at a time, and keeps the rows until the next answer', async () => {
    await opened();
    list.setScope('visible');
    await reply();
    list.see({ first: 90, count: 20 });
    await reply();
    forgetAsked();
    for (let fromUs = 0; fromUs < 50; fromUs += 10) follow({ visible: { fromUs, toUs: 1000 } });
    expect(asked.map(({ scope }) => scope?.fromUs)).toEqual([0]);
    expect(list.row(0)).toEqual(rowAt(0));
    await reply({ rows: [rowAt(77)], matches: 1 });
    expect(list.row(0)).toEqual(rowAt(0));
    expect(asked.map(({ scope }) => scope?.fromUs)).toEqual([0, 40]);
    await reply({ rows: [rowAt(4)], matches: 1 });
    expect(list.row(0)).toEqual(rowAt(4));
    expect(list.row(100)).toBeUndefined();
    expect(state().matches).toBe(1);
  });

  test('of the whole trace in view is no scope at all', async () => {
    await opened();
    list.setScope('visible');
    expect(newest().scope).toBeNull();
  });

  test('of the selection needs a selection, follows it, and becomes the visible range when it is cleared', async () => {
    await opened();
    list.setScope('marked');
    expect(state().scope).toBe('all');
    follow({ marked: { fromUs: 100, toUs: 200 } });
    list.setScope('marked');
    expect(newest().scope).toEqual({ fromUs: 100, toUs: 200 });
    await reply();
    follow({ visible: { fromUs: 100, toUs: 200 }, marked: null });
    expect(state().scope).toBe('visible');
    expect(newest().scope).toEqual({ fromUs: 100, toUs: 200 });
  });

  test('that changes moves the list to the pinned cursor', async () => {
    await opened();
    follow({ pinnedUs: 150 });
    await reply();
    list.setScope('visible');
    expect(newest().anchorUs).toBe(150);
  });
});
