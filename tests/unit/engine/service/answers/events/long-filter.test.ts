/** A filter of the event list that takes many reads: progress, windows that move meanwhile, other filters, and its end. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { EventsAnswer } from '../../../../../../src/engine/reading/contract/events.ts';
import { type Asked, AskedList, type RowTrace, rowsOf } from '../../../../../support/event-list.ts';

let list: AskedList;
let trace: RowTrace;
let answers: EventsAnswer[];
let ask: AskedList['ask'];
let answer: AskedList['answer'];
beforeEach(() => {
  list = new AskedList();
  ({ trace, answers, ask, answer } = list);
});

describe('a long filter', () => {
  const big = 'x'.repeat(20_000);
  beforeEach(() => {
    for (let i = 100; i < 300; i++) trace.add(i * 1000, 'quic:packet_sent', { tag: 'odd', big });
    trace.fast = false;
    list.tickMs = 50;
  });

  test('reads about a mebibyte at a time and answers with progress', async () => {
    const got = await answer({ filter: 'tag = odd', first: 12 });
    expect(got).toMatchObject({ matches: 214, looked: 300, done: true });
    expect(trace.reads.length).toBeGreaterThan(3);
    for (const [from, to] of trace.reads) expect(to - from).toBeLessThanOrEqual(1024 * 1024);
    const early = answers.slice(0, -1);
    expect(early.length).toBeGreaterThan(0);
    expect(early.every(({ done, looked, total }) => !done && looked < total)).toBe(true);
    expect(early.map(({ looked }) => looked)).toEqual(
      early.map(({ looked }) => looked).sort((a, b) => a - b),
    );
  });

  test('a moved window is answered at once, and the filter continues', async () => {
    list.tickMs = 0;
    let moved: Asked | null = null;
    let read = 0;
    trace.onRead = () => {
      if (++read !== 2) return;
      moved = ask({ filter: 'tag = odd', first: 7, count: 2 });
      // As the page does it: the newer one is sent before the older one is cancelled.
      older.abort();
    };
    const older = ask({ filter: 'tag = odd' });
    await expect(older.answer).rejects.toThrow('aborted');
    const newer = moved as Asked | null;
    expect(await newer?.answer).toMatchObject({ done: true, matches: 214 });
    expect(newer?.told[0]).toMatchObject({ done: false, first: 7 });
    expect(newer?.told.map(rowsOf).every(([row]) => row === 52)).toBe(true);
    expect(answers.slice(answers.indexOf(newer?.told[0] as EventsAnswer))).toEqual(newer?.told);
    const starts = trace.reads.map(([from]) => from);
    expect(new Set(starts).size).toBe(starts.length);
  });

  test('two requests waiting for one filter share its reads, and each gets its answer', async () => {
    const [a, b] = [ask({ filter: 'tag = odd', count: 1 }), ask({ filter: 'tag = odd', first: 1, count: 1 })];
    expect([rowsOf(await a.answer), rowsOf(await b.answer)]).toEqual([[3], [10]]);
    const starts = trace.reads.map(([from]) => from);
    expect(new Set(starts).size).toBe(starts.length);
  });

  test('another filter in its place stops the previous one, including its reads', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    let second: Asked | null = null;
    trace.onRead = (_from, options) => {
      signals.push(options?.signal);
      if (signals.length > 1) return;
      queueMicrotask(() => {
        second = ask({ filter: 'name = packet_lost' });
        first.abort();
      });
    };
    const first = ask({ filter: 'tag = odd' });
    await expect(first.answer).rejects.toThrow('aborted');
    await (second as Asked | null)?.answer;
    expect(signals).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(true);
    expect(answers.map(({ matches }) => matches)).toEqual([10]);
  });

  test('another filter in parallel does not', async () => {
    const [a, b] = [ask({ filter: 'tag = odd' }), ask({ filter: 'name = packet_lost' })];
    expect([(await a.answer).matches, (await b.answer).matches]).toEqual([214, 10]);
  });

  test('cancelling ends it without further messages; a new request restarts it', async () => {
    trace.onRead = () => queueMicrotask(() => asked.abort());
    const asked = ask({ filter: 'tag = odd' });
    await expect(asked.answer).rejects.toThrow('aborted');
    expect(answers).toEqual([]);
    expect(trace.reads).toHaveLength(1);
    trace.onRead = () => undefined;
    expect((await answer({ filter: 'tag = odd' })).matches).toBe(214);
  });

  test('a record longer than one read is read to its end', async () => {
    trace.add(300_000, 'quic:long', { big: 'y'.repeat(3_000_000), tag: 'last' });
    trace.add(301_000, 'quic:end', { tag: 'last' });
    expect(rowsOf(await answer({ filter: 'tag = last' }))).toEqual([300, 301]);
  });
});
