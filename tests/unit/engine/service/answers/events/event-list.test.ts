/** The event list: windows with and without a filter, few reads, and a source that fails. */
import { beforeEach, describe, expect, test } from 'vitest';
import { QlogAccess } from '../../../../../../src/engine/input/formats/qlog/access/access.ts';
import {
  EventList,
  type EventSource,
} from '../../../../../../src/engine/service/answers/events/event-list.ts';
import { AskedList, type RowTrace, rowsOf } from '../../../../../support/event-list.ts';

let list: AskedList;
let trace: RowTrace;
let ask: AskedList['ask'];
let answer: AskedList['answer'];
beforeEach(() => {
  list = new AskedList();
  ({ trace, ask, answer } = list);
});

describe('without a filter', () => {
  test('a window of the whole trace, with details from one read', async () => {
    const got = await answer({ first: 10, count: 3 });
    expect(got).toMatchObject({ matches: 100, looked: 100, total: 100, done: true, first: 10, anchor: null });
    expect(got.rows).toEqual(
      [10, 11, 12].map((row) => ({
        row,
        timeUs: row * 1000,
        name: 'quic:packet_sent',
        space: row % 2 === 0 ? '1RTT' : null,
        packetNumber: row % 2 === 0 ? row : null,
        sizeBytes: 1200,
        detail: `n ${row}, tag ${row === 10 ? 'odd' : 'even'}`,
      })),
    );
    expect(trace.reads).toHaveLength(1);
    expect(list.answers).toHaveLength(1);
  });

  test('the scope is inclusive on both ends', async () => {
    const got = await answer({ scope: { fromUs: 2500, toUs: 5000 } });
    expect([got.matches, ...rowsOf(got)]).toEqual([3, 3, 4, 5]);
    expect((await answer({ scope: { fromUs: 9e9, toUs: 1 } })).matches).toBe(0);
  });

  test('the anchor is the first match at or after its time, counted in the scope', async () => {
    const scope = { fromUs: 10_000, toUs: 20_000 };
    expect((await answer({ anchorUs: 4001 })).anchor).toBe(5);
    expect((await answer({ anchorUs: 4000, scope })).anchor).toBe(0);
    expect((await answer({ anchorUs: 12_000, scope })).anchor).toBe(2);
    expect((await answer({ anchorUs: 20_001, scope })).anchor).toBeNull();
  });

  test('invalid requests are corrected', async () => {
    expect(rowsOf(await answer({ first: 98, count: 1e9 }))).toEqual([98, 99]);
    expect(rowsOf(await answer({ first: -5, count: 1 }))).toEqual([0]);
    expect(rowsOf(await answer({ first: Number.NaN, count: 1.5 }))).toEqual([0]);
    expect(rowsOf(await answer({ first: 1e12 }))).toEqual([]);
    expect((await answer({ count: 1e9 })).rows).toHaveLength(100);
  });

  test('a slow source gives no details, and is not read', async () => {
    trace.fast = false;
    expect((await answer({})).rows.map(({ detail }) => detail)).toEqual(Array(5).fill(null));
    expect(trace.reads).toEqual([]);
  });

  test('rows have no details if the source fails', async () => {
    trace.onRead = () => {
      throw new Error('gone');
    };
    const got = await answer({});
    expect(got.rows.map(({ detail }) => detail)).toEqual(Array(5).fill(null));
    expect(got.readError).toBeNull();
  });

  test('details of rows that stay visible are not read again', async () => {
    await answer({ first: 10, count: 5 });
    const got = await answer({ first: 11, count: 5 });
    expect(got.rows.map(({ detail }) => detail?.slice(0, 4))).toEqual([
      'n 11',
      'n 12',
      'n 13',
      'n 14',
      'n 15',
    ]);
    expect(trace.reads[1]).toEqual([trace.offsetAt(15), trace.offsetAt(16)]);
  });

  test('the trace may grow between two requests', async () => {
    await answer({});
    trace.add(100_000, 'quic:late', { n: 100 });
    const got = await answer({ first: 100 });
    expect([got.matches, got.rows[0]?.detail]).toEqual([101, 'n 100']);
  });

  test('a request during the read of other details does not change their answer', async () => {
    const both = [ask({ first: 1, count: 1 }), ask({ first: 2, count: 1 })];
    const got = await Promise.all(both.map((asked) => asked.answer));
    expect(got.map(({ rows }) => rows.map(({ row, detail }) => [row, detail?.slice(0, 3)]))).toEqual([
      [[1, 'n 1']],
      [[2, 'n 2']],
    ]);
  });
});

describe('with a filter', () => {
  test('that columns decide: matches without reading for them', async () => {
    trace.fast = false;
    const got = await answer({ filter: 'name = packet_lost', first: 2, anchorUs: 14_000 });
    expect(got).toMatchObject({ matches: 10, looked: 100, total: 100, done: true, anchor: 2 });
    expect(rowsOf(got)).toEqual([23, 33, 43, 53, 63]);
    expect(trace.reads).toEqual([]);
  });

  test('that needs records: neighbours are read together', async () => {
    trace.fast = false;
    const got = await answer({ filter: 'tag = odd', count: 200 });
    expect(rowsOf(got)).toEqual(Array.from({ length: 14 }, (_, i) => 3 + 7 * i));
    expect(trace.reads).toHaveLength(1);
    expect(got.readError).toBeNull();
  });

  test('records are read only for rows that the columns do not decide', async () => {
    trace.fast = false;
    const got = await answer({ filter: 'tag = odd and name = packet_lost and time < 20ms' });
    expect(rowsOf(got)).toEqual([3]);
    expect(trace.reads).toEqual([[trace.offsetAt(3), trace.offsetAt(14)]]);
  });

  test('matches stay in file order if columns and records both decide', async () => {
    const got = await answer({ filter: 'name = packet_lost or tag = odd', count: 6 });
    expect(rowsOf(got)).toEqual([3, 10, 13, 17, 23, 24]);
  });

  test('a record’s text does not include its neighbour, nor damaged text after it', async () => {
    trace.text += '{"n": "broken zebra"';
    trace.add(100_000, 'quic:x', { n: 'horse' });
    expect((await answer({ filter: 'zebra' })).matches).toBe(0);
    expect(rowsOf(await answer({ filter: '"\\"n\\":9,"' }))).toEqual([9]);
  });

  test('an invalid filter is reported, and all events are shown', async () => {
    const got = await answer({ filter: 'name = ' });
    expect(got.filterError).toEqual({ text: expect.stringContaining('value'), at: 7 });
    expect([got.matches, got.done]).toEqual([100, true]);
  });

  test('blank text is no filter', async () => {
    expect(await answer({ filter: '  ' })).toMatchObject({ filterError: null, matches: 100 });
  });

  test('moving the window reads nothing for the filter again', async () => {
    trace.fast = false;
    await answer({ filter: 'tag = odd' });
    const got = await answer({ filter: 'tag = odd', first: 10 });
    expect(rowsOf(got)).toEqual([73, 80, 87, 94]);
    expect(trace.reads).toHaveLength(1);
  });

  test('only rows added since are examined', async () => {
    trace.fast = false;
    await answer({ filter: 'tag = odd' });
    trace.add(100_000, 'quic:late', { tag: 'odd' });
    const from = trace.offsetAt(100);
    const got = await answer({ filter: 'tag = odd', first: 14 });
    expect([got.matches, got.total, ...rowsOf(got)]).toEqual([15, 101, 100]);
    expect(trace.reads.slice(1).map(([start]) => start)).toEqual([from]);
  });

  test('unreadable records count as no match, with number and position', async () => {
    trace.text = trace.text.slice(0, trace.offsetAt(95) + 10);
    const got = await answer({ filter: 'has n' });
    expect(got).toMatchObject({ matches: 95, done: true });
    expect(got.readError).toMatch(
      /^5 records could not be read again .*event 95 at byte [\d,]+: .* ends inside the record/,
    );
  });

  test('a source that is no longer available ends the filter, with its reason', async () => {
    trace.onRead = () => {
      throw new Error('the file has changed');
    };
    const got = await answer({ filter: 'has n' });
    expect(got).toMatchObject({ matches: 0, looked: 100, done: true });
    expect(got.readError).toContain('100 records could not be read again');
    expect(got.readError).toContain('event 0 at byte 0: the file has changed');
  });
});

test('columns are scanned in slices, yielding to the event loop in between', async () => {
  let yields = 0;
  let clockMs = 0;
  const columns: EventSource = {
    length: 100_000,
    timeAt: (row) => row,
    nameAt: () => 'a:b',
    spaceAt: () => null,
    packetNumberAt: (row) => row,
    sizeAt: () => 0,
    offsetAt: (row) => row * 10,
  };
  const sliced = new EventList({
    columns,
    records: new QlogAccess([]),
    reader: { fast: false, read: () => Promise.reject(new Error('not to be read')) },
    yieldToEventLoop: async () => {
      yields++;
    },
    now: () => (clockMs += 15),
  });
  const got = await ask({ filter: 'pn >= 99990', anchorUs: 99_995 }, sliced).answer;
  expect(got).toMatchObject({ matches: 10, anchor: 5, done: true, readError: null });
  expect(yields).toBeGreaterThan(30);
});
