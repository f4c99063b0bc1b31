/** The event list's model: what it asks of the worker, keeps and drops. */
import { describe, expect, test } from 'vitest';
import { BackendEnded } from '../../../../../src/app/backend/backend.ts';
import type { RecordAnswer } from '../../../../../src/engine/reading/contract/events.ts';
import { RequestFailed } from '../../../../../src/engine/reading/contract/request-failed.ts';
import {
  answer,
  asked,
  list,
  newest,
  newestRequest,
  opened,
  records,
  renewList,
  reply,
  rowAt,
  state,
  TOTAL,
} from './event-list-harness.ts';

renewList();

describe('what is asked', () => {
  test('nothing while the list is closed or there is no snapshot yet', async () => {
    list.see({ first: 0, count: 20 });
    list.setOpen(true);
    expect(asked).toEqual([]);
    list.setOpen(false);
    list.grow(1);
    expect(asked).toEqual([]);
    expect(list.pending).toBe(false);
    list.setOpen(true);
    expect(asked).toEqual([{ filter: '', scope: null, first: 0, count: 100, anchorUs: null }]);
    expect(list.pending).toBe(true);
    await reply();
    expect(list.pending).toBe(false);
    expect(list.row(99)).toEqual(rowAt(99));
    expect(list.row(100)).toBeUndefined();
  });

  test('whole pages, two at most, and none that is here', async () => {
    await opened();
    list.see({ first: 60, count: 20 });
    expect(asked).toEqual([]);
    list.see({ first: 90, count: 20 });
    expect(newest()).toMatchObject({ first: 100, count: 100 });
    await reply();
    list.see({ first: 390, count: 20 });
    expect(newest()).toMatchObject({ first: 300, count: 200 });
    await reply();
    expect(list.row(410)).toEqual(rowAt(410));
    list.see({ first: 950, count: 50 });
    expect(newest()).toMatchObject({ first: 900, count: 100 });
    expect(asked.every(({ count }) => count <= 200)).toBe(true);
  });

  test('one part at a time, and then only the newest', async () => {
    await opened();
    for (const first of [200, 400, 600, 800]) list.see({ first, count: 20 });
    expect(asked.map(({ first }) => first)).toEqual([200]);
    await reply();
    expect(asked.map(({ first }) => first)).toEqual([200, 800]);
    await reply();
    expect(asked).toHaveLength(2);
  });

  test('a part that stays empty is not asked for again and again', async () => {
    await opened();
    list.see({ first: 500, count: 20 });
    await reply({ rows: [] });
    list.see({ first: 501, count: 20 });
    expect(asked).toHaveLength(1);
  });

  test('the last page again when the trace has grown, the full ones not', async () => {
    list.grow(1);
    list.setOpen(true);
    list.see({ first: 0, count: 20 });
    await reply({ matches: 150 });
    list.see({ first: 110, count: 20 });
    await reply({ matches: 150 });
    expect(list.row(150)).toBeUndefined();
    list.grow(2);
    await reply({ matches: 180 });
    expect(list.row(179)).toEqual(rowAt(179));
    const before = asked.length;
    list.see({ first: 0, count: 20 });
    expect(asked).toHaveLength(before);
  });

  test('a part page that is not seen while the trace grows, when it is seen again', async () => {
    list.grow(1);
    list.setOpen(true);
    list.see({ first: 110, count: 20 });
    await reply({ matches: 150 });
    list.see({ first: 0, count: 20 });
    await reply({ matches: 150 });
    list.grow(2);
    await reply({ matches: 180 });
    list.see({ first: 110, count: 20 });
    expect(newest()).toMatchObject({ first: 100, count: 100 });
    await reply({ matches: 180 });
    expect(list.row(179)).toEqual(rowAt(179));
  });

  test('memory is bounded: of many pages the oldest go', async () => {
    await opened();
    const many = 100_000;
    list.grow(2);
    await reply({ matches: many });
    for (let first = 0; first < 5000; first += 100) {
      list.see({ first, count: 20 });
      await reply({ matches: many });
    }
    const held = Array.from({ length: 5000 }, (_, i) => list.row(i)).filter((row) => row !== undefined);
    expect(held.length).toBeLessThanOrEqual(2000);
    expect(list.row(4950)).toEqual(rowAt(4950));
  });
});

describe('a filter', () => {
  test('empties the list, is asked at once, and late answers to the one before are dropped', async () => {
    await opened();
    list.see({ first: 300, count: 20 });
    const late = newestRequest();
    list.setFilter(' name = packet_lost ');
    expect(newest()).toMatchObject({ filter: 'name = packet_lost', first: 0 });
    expect(list.row(0)).toBeUndefined();
    expect(state()).toMatchObject({ matches: 0, done: false, current: null, reveal: { index: 0 } });
    await late.answer(answer(late.body));
    expect(list.row(0)).toBeUndefined();
    expect(list.pending).toBe(true);
    await reply({ matches: 3 });
    expect(state()).toMatchObject({ matches: 3, total: TOTAL, done: true });
    expect(list.row(2)).toEqual(rowAt(2));
    expect(list.pending).toBe(false);
  });

  test('that is the same, spaces aside, is not asked again', async () => {
    await opened();
    list.setFilter('  ');
    expect(asked).toEqual([]);
  });

  test('that reads records answers more than once, and the list fills', async () => {
    await opened();
    list.setFilter('"lost"');
    await reply({ matches: 2, looked: 100, done: false });
    expect(state()).toMatchObject({ matches: 2, looked: 100, done: false });
    expect(list.pending).toBe(true);
    await reply({ matches: 30, looked: TOTAL });
    expect(list.row(29)).toEqual(rowAt(29));
    expect(list.pending).toBe(false);
    expect(asked).toHaveLength(1);
  });

  test('that is wrong keeps its fault until another is asked', async () => {
    await opened();
    list.setFilter('name =');
    await reply({ filterError: { text: 'A value is missing.', at: 6 } });
    expect(state().filterError).toEqual({ text: 'A value is missing.', at: 6 });
    list.setFilter('name = x');
    expect(state().filterError).toBeNull();
  });
});

describe('a record', () => {
  const read = (text: string): RecordAnswer => ({
    row: 5,
    place: { file: null, offset: 900, form: 'stored' },
    sizeBytes: 80,
    text,
    shortened: false,
    shown: null,
    shared: null,
  });

  test('is asked for by the event’s own number, shows progress, then its text', async () => {
    await opened();
    list.openRecord(5);
    expect(records.map(({ body }) => body)).toEqual([{ row: 5 }]);
    expect(list.pending).toBe(true);
    records[0]?.options.onProgress?.({ share: 0.5 });
    expect(state().record?.share).toBe(0.5);
    expect(list.pending).toBe(true);
    await records[0]?.answer(read('{}'));
    expect(state().record).toMatchObject({ event: rowAt(5), answer: { text: '{}' } });
    expect(list.pending).toBe(false);
  });

  test('that cannot be read ends the waiting too', async () => {
    await opened();
    list.openRecord(5);
    await records[0]?.fail(new RequestFailed('The file has changed.'));
    expect(state().record).toMatchObject({ answer: null, error: 'The file has changed.' });
    expect(list.pending).toBe(false);
  });

  test('of an older request is dropped, and one that comes after closing', async () => {
    await opened();
    list.openRecord(5);
    list.openRecord(6);
    expect(records.map(({ options }) => options.signal?.aborted)).toEqual([true, false]);
    await records[0]?.answer(read('old'));
    expect(state().record).toEqual({ event: rowAt(6), share: 0, answer: null, error: null });
    list.closeRecord();
    await records[1]?.answer(read('late'));
    expect(state().record).toBeNull();
    expect(list.pending).toBe(false);
  });

  test('of a row that is not here is not asked for', async () => {
    await opened();
    list.openRecord(800);
    expect(records).toEqual([]);
  });
});

test('another connection begins a new list', async () => {
  await opened();
  list.moveTo(3);
  list.startOver();
  expect(list.row(0)).toBeUndefined();
  expect(state().current).toBeNull();
  expect(newest()).toMatchObject({ first: 0, anchorUs: 30 });
});

test('a list whose worker was given away is asked for again', async () => {
  await opened();
  list.setFilter('"lost"');
  await reply({ matches: 2, looked: 100, done: false });
  list.setOpen(false);
  await newestRequest().fail(new BackendEnded('Its worker was given to another trace.'));
  expect(asked).toHaveLength(1);
  list.setOpen(true);
  expect(asked).toHaveLength(2);
  await reply({ matches: 3 });
  expect(state()).toMatchObject({ matches: 3, readError: null, done: true });
});

test('a failed request shows why, and the next one is sent again', async () => {
  await opened();
  list.setFilter('x');
  await newestRequest().fail(new RequestFailed('A part of this page could not be fetched from its server.'));
  expect(list.pending).toBe(false);
  expect(state().readError).toContain('could not be fetched');
  list.setFilter('y');
  await reply();
  expect(state()).toMatchObject({ readError: null, matches: TOTAL });
});

test('when the worker ended, the list says so and waits for nothing', async () => {
  await opened();
  list.see({ first: 500, count: 20 });
  expect(list.pending).toBe(true);
  list.end('Reading stopped.');
  expect(list.pending).toBe(false);
  expect(state()).toMatchObject({ readError: 'Reading stopped.', done: true });
  list.see({ first: 700, count: 20 });
  list.openRecord(0);
  expect(asked).toHaveLength(1);
  expect(records).toEqual([]);
});

test('a list that ended asks again once it starts over: its file is read again', async () => {
  await opened();
  const before = asked.length;
  list.end('the worker is gone');
  list.grow(8);
  expect(asked).toHaveLength(before);
  list.startOver();
  list.grow(9);
  expect(asked.length).toBeGreaterThan(before);
  await reply();
  expect(list.row(3)).toEqual(rowAt(3));
});
