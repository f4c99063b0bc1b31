/** Which rows a trace shows: what is asked for when their order or place changes, and where they come into the answer. */
import { expect, test } from 'vitest';
import { createStore } from '../../../../../src/app/state/store.ts';
import { type RowsOf, ShownRows } from '../../../../../src/app/state/traces/shown-rows.ts';
import type { WindowAnswer, WindowRequest } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { stubRequest } from '../../../../support/request-stub.ts';
import { rowsContext } from '../../../../support/rows-context.ts';
import { madeLanes, madeStream } from '../../../../support/traffic.ts';

const TOTAL = 100;

/** An answer with rows of that order, from that one on. */
function answerWith(order: 'start' | 'bytes' | 'waited', from: number, count: number): WindowAnswer {
  const rows = Array.from({ length: count }, (_, i) => madeStream(4 * (from + i)));
  const streamLanes = { ...madeLanes(rows, 1), order, from, total: TOTAL };
  return rowsContext({ parts: { streamLanes } }).answer;
}

function setUp() {
  const answer = createStore<WindowAnswer | null>(answerWith('start', 0, 12));
  const { asked, request } = stubRequest<'window', Omit<WindowRequest, 'connection'>>();
  const kinds: RowsOf[] = [];
  const rows = new ShownRows({
    answer,
    request: (body, of) => {
      kinds.push(of);
      return request(body);
    },
  });
  rows.change('streamRows', { count: 12 });
  return { answer, asked, kinds, rows };
}

test('what the answer holds is not asked for again', () => {
  const { rows, asked } = setUp();
  rows.change('streamRows', { from: 0, order: 'start' });
  expect(asked).toEqual([]);
});

test('another place asks for its rows alone, and puts them into the newest answer', async () => {
  const { answer, rows, asked, kinds } = setUp();
  const before = answer.get() as WindowAnswer;
  rows.change('streamRows', { from: 40 });
  expect(kinds).toEqual(['streamRows']);
  expect(asked[0]?.body).toMatchObject({
    ...{ series: [], parts: ['streamLanes'], window: before.window, model: null },
    streamRows: { order: 'start', from: 40, count: 12 },
  });
  const part = answerWith('start', 40, 12);
  await asked[0]?.answer(part);
  expect(answer.get()).toEqual({
    ...before,
    parts: { ...before.parts, streamLanes: part.parts.streamLanes },
  });
  expect(asked).toHaveLength(1);
});

test('another order begins with its first row', () => {
  const { rows, asked } = setUp();
  rows.change('streamRows', { from: 40 });
  rows.change('streamRows', { order: 'waited' });
  expect(asked.map(({ body }) => body.streamRows)).toEqual([
    { order: 'start', from: 40, count: 12 },
    { order: 'waited', from: 0, count: 12 },
  ]);
});

test('a place beyond the end is the last one that fills the plot', () => {
  const { rows } = setUp();
  rows.change('streamRows', { from: 5000 });
  expect(rows.shown.get().streamRows.from).toBe(TOTAL - 12);
  rows.change('streamRows', { from: -3 });
  expect(rows.shown.get().streamRows.from).toBe(0);
});

test('rows of a window that is no longer shown are dropped, and asked for in the new one', async () => {
  const { answer, rows, asked } = setUp();
  rows.change('streamRows', { from: 40 });
  const { window } = answer.get() as WindowAnswer;
  answer.set({ ...answerWith('start', 0, 12), window: { ...window, columnUs: 500 } });
  expect(asked).toHaveLength(2);
  await asked[0]?.answer(answerWith('start', 40, 12));
  expect(answer.get()?.parts.streamLanes?.from).toBe(0);
  await asked[1]?.answer(answerWith('start', 40, 12));
  expect(answer.get()?.parts.streamLanes?.from).toBe(40);
});

test('an answer that holds other rows than were asked for is not asked for again and again', async () => {
  const { rows, asked } = setUp();
  rows.change('streamRows', { from: 40 });
  await asked[0]?.answer(answerWith('start', 30, 12));
  expect(asked).toHaveLength(1);
});

test('a request that fails is asked again when the rows change', async () => {
  const { rows, asked } = setUp();
  rows.change('streamRows', { from: 40 });
  await asked[0]?.fail(new Error('ended'));
  rows.change('streamRows', { from: 41 });
  rows.change('streamRows', { from: 40 });
  expect(asked).toHaveLength(3);
});
