/** A transaction that the browser aborts or holds up: the call fails with its reason, and nothing else is an error. */
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DATABASE, RecentStore } from '../../../../../src/app/state/device/recent-store.ts';
import { keyOf, NO_NOTES, type RecentTrace } from '../../../../../src/app/state/device/recent-trace.ts';
import { EMPTY_VIEW, type TraceRef } from '../../../../../src/sharing/link/state.ts';

const ref: TraceRef = { kind: 'example', id: 'a' };
const KEPT: RecentTrace = {
  ...{ key: keyOf(ref), ref, name: 'a', link: 'v=1&example=a', openedAtMs: 1 },
  ...{ view: EMPTY_VIEW, worst: null, notes: NO_NOTES, handle: null },
};

let store: RecentStore;
const unhandled: unknown[] = [];
const note = (reason: unknown): void => {
  unhandled.push(reason);
};

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  store = new RecentStore();
  await store.change(KEPT.key, () => KEPT);
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  vi.restoreAllMocks();
  process.off('unhandledRejection', note);
});

/** The next request of this kind is made, and its transaction aborted at once. */
function abortAt(method: 'get' | 'getAll' | 'put' | 'delete' | 'clear'): void {
  const original = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest;
  vi.spyOn(IDBObjectStore.prototype, method).mockImplementationOnce(function (
    this: IDBObjectStore,
    ...args: unknown[]
  ) {
    const request = original.apply(this, args);
    this.transaction.abort();
    return request as never;
  } as never);
}

/** Whatever is rejected and not handled has been told by then. */
const later = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('an aborted transaction', () => {
  test.each([
    ['get', () => store.get(KEPT.key)],
    ['getAll', () => store.list()],
    ['get', () => store.change(KEPT.key, () => KEPT)],
    ['put', () => store.change(KEPT.key, () => KEPT)],
    ['getAll', () => store.change('example b', () => ({ ...KEPT, key: 'example b' }))],
    ['delete', () => store.change(KEPT.key, () => null)],
    ['delete', () => store.forget(KEPT.key)],
    ['clear', () => store.clear()],
  ] as const)('at %s is one error of the call, and the next call works', async (method, call) => {
    abortAt(method);
    await expect(call()).rejects.toMatchObject({ name: 'AbortError' });
    await later();
    expect(unhandled).toEqual([]);
    expect((await store.list()).traces).toEqual([KEPT]);
  });

  test('of the making of the database is one error of the call, and the next call makes it', async () => {
    globalThis.indexedDB = new IDBFactory();
    const fresh = new RecentStore();
    vi.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementationOnce(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await expect(fresh.list()).rejects.toThrow();
    await later();
    expect(unhandled).toEqual([]);
    await fresh.change(KEPT.key, () => KEPT);
    expect((await fresh.list()).traces).toEqual([KEPT]);
  });

  test('because the change itself fails keeps what was there', async () => {
    const fail = (): never => {
      throw new Error('no');
    };
    await expect(store.change(KEPT.key, fail)).rejects.toThrow('no');
    await later();
    expect(unhandled).toEqual([]);
    expect((await store.list()).traces).toEqual([KEPT]);
  });
});

describe('a page in the back-forward cache', () => {
  const otherRef: TraceRef = { kind: 'example', id: 'b' };
  const other = (): RecentTrace => ({
    ...KEPT,
    key: keyOf(otherRef),
    ref: otherRef,
    name: 'b',
    link: 'v=1&example=b',
  });

  /** Calls `then` within the next change, between its write and its end. */
  function whileWriting(then: () => void): Promise<void> {
    const original = IDBObjectStore.prototype.put;
    return new Promise((resolve) => {
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (
        this: IDBObjectStore,
        value,
      ) {
        const request = original.call(this, value);
        then();
        resolve();
        return request;
      });
    });
  }

  test('has no transaction while it is in the cache, and repeats it when it resumes', async () => {
    const paused = whileWriting(() => store.pause());
    const writing = store.change(other().key, other);
    await paused;
    const begunThere = store.forget(KEPT.key);
    const page = new RecentStore();
    expect((await page.list()).traces.map(({ name }) => name)).toEqual(['a']);
    await page.change(KEPT.key, () => null);
    expect((await page.list()).traces).toEqual([]);
    store.resume();
    await Promise.all([writing, begunThere]);
    expect((await page.list()).traces.map(({ name }) => name)).toEqual(['b']);
    expect(unhandled).toEqual([]);
  });

  test('repeats an aborted transaction, also when it resumes before the abort is reported', async () => {
    const back = whileWriting(() => {
      store.pause();
      store.resume();
    });
    await Promise.all([store.change(other().key, other), back]);
    expect((await store.list()).traces.map(({ name }) => name).sort()).toEqual(['a', 'b']);
    await later();
    expect(unhandled).toEqual([]);
  });

  test('does nothing again that failed by itself after it came back', async () => {
    store.pause();
    store.resume();
    abortAt('put');
    await expect(store.change(other().key, other)).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('that holds one for ever costs the next page four seconds and a reason', async () => {
    const holder = await openDB(DATABASE);
    const held = holder.transaction('traces', 'readwrite');
    let isHeld = true;
    const hold = async (): Promise<void> => {
      while (isHeld) await held.store.count();
    };
    const holding = hold();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refused = expect(store.list()).rejects.toThrow('the database does not answer');
    await vi.advanceTimersByTimeAsync(4000);
    await refused;
    vi.useRealTimers();
    isHeld = false;
    await holding;
    expect((await store.list()).traces.map(({ name }) => name)).toEqual(['a']);
    await later();
    expect(unhandled).toEqual([]);
    holder.close();
  });
});
