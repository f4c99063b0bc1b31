/** The database of kept traces: changes in one transaction, bounds, damage, versions, and forgetting. */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test } from 'vitest';
import { DATABASE, RecentStore } from '../../../../../src/app/state/device/recent-store.ts';
import {
  keyOf,
  MAX_RECENT,
  NO_NOTES,
  type RecentTrace,
} from '../../../../../src/app/state/device/recent-trace.ts';
import { EMPTY_VIEW, type TraceRef } from '../../../../../src/sharing/link/state.ts';

let store: RecentStore;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  store = new RecentStore();
});

function recent(id: string, openedAtMs = 1): RecentTrace {
  const ref: TraceRef = { kind: 'example', id };
  const link = `v=1&example=${id}`;
  const rest = { view: EMPTY_VIEW, worst: null, notes: NO_NOTES, handle: null };
  return { key: keyOf(ref), ref, name: id, link, openedAtMs, ...rest };
}
const put = (trace: RecentTrace): Promise<void> => store.change(trace.key, () => trace);
const names = async (): Promise<readonly string[]> => (await store.list()).traces.map(({ name }) => name);

/** Puts a record there that this version would not write. */
async function putRaw(value: object): Promise<void> {
  const database = await openDB(DATABASE);
  await database.put('traces', value);
  database.close();
}

test('what is kept is listed, the newest first, also by the next page', async () => {
  await put(recent('a', 1));
  await put(recent('b', 3));
  await put(recent('c', 2));
  expect(await names()).toEqual(['b', 'c', 'a']);
  expect((await new RecentStore().list()).traces).toEqual((await store.list()).traces);
  expect((await store.get(recent('b').key))?.recent).toEqual(recent('b', 3));
  expect(await store.get('example none')).toBeNull();
});

test('a change sees what another page wrote just before', async () => {
  const other = new RecentStore();
  await put(recent('a', 1));
  const longer = (before: RecentTrace | null): RecentTrace => ({
    ...recent('a'),
    openedAtMs: (before?.openedAtMs ?? 0) + 1,
  });
  await Promise.all([store, other, store, other].map((each) => each.change(recent('a').key, longer)));
  expect((await store.list()).traces[0]?.openedAtMs).toBe(5);
});

test('a change to nothing takes the record away', async () => {
  await put(recent('a'));
  await store.change(recent('a').key, () => null);
  await store.change(recent('b').key, () => null);
  expect(await names()).toEqual([]);
});

test('the oldest makes room', async () => {
  for (let i = 0; i <= MAX_RECENT; i++) await put(recent(`t${i}`, i));
  const left = await names();
  expect(left).toHaveLength(MAX_RECENT);
  expect(left).not.toContain('t0');
});

describe('records that cannot be read', () => {
  test('are counted and left alone, and every other one is listed', async () => {
    await put(recent('a'));
    await putRaw({ key: 'x', v: 2, ours: false });
    await putRaw({ key: 'y', v: 1, link: '<script>' });
    expect(await store.list()).toMatchObject({ traces: [{ name: 'a' }], unread: 2 });
    await put(recent('b'));
    expect((await store.list()).unread).toBe(2);
  });

  test('are written over where the same trace is opened again', async () => {
    await put(recent('a'));
    await putRaw({ key: recent('a').key, v: 1 });
    await put(recent('a', 5));
    expect(await store.list()).toMatchObject({ traces: [{ openedAtMs: 5 }], unread: 0 });
  });
});

test('one is forgotten, and then everything, also what could not be read', async () => {
  await put(recent('a'));
  await put(recent('b'));
  await putRaw({ key: 'x', v: 2 });
  await store.forget(recent('a').key);
  expect(await names()).toEqual(['b']);
  await store.clear();
  expect(await store.list()).toEqual({ traces: [], unread: 0 });
});

describe('without a database', () => {
  test('of this version every call rejects, and a newer one is not touched', async () => {
    const newer = await openDB(DATABASE, 7, { upgrade: (fresh) => void fresh.createObjectStore('other') });
    newer.close();
    await expect(store.list()).rejects.toThrow();
    await expect(put(recent('a'))).rejects.toThrow();
    const again = await openDB(DATABASE);
    expect([again.version, [...again.objectStoreNames]]).toEqual([7, ['other']]);
    again.close();
  });

  test('the next call tries again', async () => {
    const factory = globalThis.indexedDB;
    globalThis.indexedDB = {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    } as unknown as IDBFactory;
    await expect(store.list()).rejects.toThrow('denied');
    globalThis.indexedDB = factory;
    expect(await store.list()).toEqual({ traces: [], unread: 0 });
  });

  test('once a newer page has changed it, which this one lets it do, every call rejects', async () => {
    await put(recent('a'));
    const newer = await openDB(DATABASE, 2);
    newer.close();
    await expect(store.list()).rejects.toThrow();
  });
});
