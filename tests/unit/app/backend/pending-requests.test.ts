/** Requests under way: only one that is superseded or cancelled is dropped, and every other one is settled once. */
import { beforeEach, describe, expect, test } from 'vitest';
import { answerIfAny, BackendEnded, isAbort } from '../../../../src/app/backend/backend.ts';
import { PendingRequests } from '../../../../src/app/backend/pending-requests.ts';
import type { Rows } from '../../../../src/engine/reading/contract/parts.ts';
import { RequestFailed } from '../../../../src/engine/reading/contract/request-failed.ts';
import type { RequestMessage } from '../../../../src/engine/service/answers/serve.ts';

let sent: (RequestMessage | { readonly cancelled: number })[];
let pending: PendingRequests;

beforeEach(() => {
  sent = [];
  pending = new PendingRequests({
    send: (message) => sent.push(message),
    cancel: (cancelled) => sent.push({ cancelled }),
  });
});

const rows = (fromUs: number): Rows => ({ fromUs, columns: [] });
const ask = (fromUs: number, options = {}): Promise<Rows> =>
  pending.request('rows', { connection: 0, series: [], fromUs, toUs: 9 }, options);
const answer = (id: number): void => pending.take({ type: 'answer', id, answer: rows(id) });

describe('without a key', () => {
  test('nothing is ever dropped: each has its own answer, in whatever order they come', async () => {
    const asked = [ask(1), ask(2), ask(3)];
    expect(pending.size).toBe(3);
    for (const id of [2, 3, 1]) answer(id);
    expect((await Promise.all(asked)).map(({ fromUs }) => fromUs)).toEqual([1, 2, 3]);
    expect([pending.size, sent.length]).toEqual([0, 3]);
  });

  test('a failure is a rejection with its reason', async () => {
    const asked = ask(1);
    pending.take({ type: 'failed', id: 1, reason: 'No room.' });
    await expect(asked).rejects.toEqual(new RequestFailed('No room.'));
  });

  test('what comes again or about something unknown changes nothing', async () => {
    const asked = ask(1);
    answer(7);
    answer(1);
    pending.take({ type: 'failed', id: 1, reason: 'late' });
    expect(await asked).toEqual(rows(1));
  });
});

describe('a request that supersedes', () => {
  test('aborts the older one of its key after its own message, and none of another key', async () => {
    const [older, other, keyless] = [ask(1, { supersedes: 'a' }), ask(2, { supersedes: 'b' }), ask(3)];
    const newer = ask(4, { supersedes: 'a' });
    const error = await older.catch((reason: unknown) => reason);
    expect(isAbort(error)).toBe(true);
    expect(sent.slice(-2)).toMatchObject([{ id: 4 }, { cancelled: 1 }]);
    for (const id of [1, 2, 3, 4]) answer(id);
    expect(await Promise.all([other, keyless, newer])).toEqual([rows(2), rows(3), rows(4)]);
  });

  test('cancels nothing that is answered already', async () => {
    const first = ask(1, { supersedes: 'a' });
    answer(1);
    await first;
    const second = ask(2, { supersedes: 'a' });
    answer(2);
    await second;
    expect(sent.some((message) => 'cancelled' in message)).toBe(false);
  });
});

describe('a signal', () => {
  test('that fires cancels, and its progress is heard no more', async () => {
    const stop = new AbortController();
    const told: number[] = [];
    const range = { connection: 0, row: 3 };
    const asked = pending.request('record', range, {
      signal: stop.signal,
      onProgress: ({ share }) => told.push(share),
    });
    pending.take({ type: 'progress', id: 1, progress: { share: 0.5 } });
    stop.abort();
    pending.take({ type: 'progress', id: 1, progress: { share: 0.9 } });
    await expect(asked).rejects.toThrow('aborted');
    expect(told).toEqual([0.5]);
    expect(sent.at(-1)).toEqual({ cancelled: 1 });
  });

  test('that has fired sends nothing; one that fires late cancels nothing', async () => {
    await expect(ask(1, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(sent).toEqual([]);
    const stop = new AbortController();
    const asked = ask(2, { signal: stop.signal });
    answer(1);
    stop.abort();
    expect(await asked).toEqual(rows(1));
    expect(sent).toHaveLength(1);
  });
});

test('an end rejects all that is under way once, and nothing that is asked later', async () => {
  const ended = new BackendEnded('gone');
  const asked = [ask(1), ask(2, { supersedes: 'a' })];
  pending.rejectAll(ended);
  answer(1);
  for (const one of asked) await expect(one).rejects.toBe(ended);
  const later = ask(3, { supersedes: 'a' });
  answer(3);
  expect(await later).toEqual(rows(3));
});

test('answerIfAny gives null for an aborted request and an ended backend', async () => {
  const stop = AbortSignal.abort();
  expect(await answerIfAny(ask(1, { signal: stop }))).toBeNull();
  const asked = answerIfAny(ask(2));
  pending.rejectAll(new BackendEnded('gone'));
  expect(await asked).toBeNull();
  const failed = answerIfAny(ask(3));
  pending.take({ type: 'failed', id: 2, reason: 'No.' });
  await expect(failed).rejects.toThrow('No.');
});
