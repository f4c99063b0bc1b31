/** Copies on a device in memory: complete or not there, within their room, whatever ends in the middle. */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CopyFolder } from '../../../../../src/app/state/device/copy-folder.ts';
import {
  COPIES_DATABASE,
  type CopyResult,
  FileCopies,
  type FindResult,
} from '../../../../../src/app/state/device/file-copies.ts';
import type { StoredCopy } from '../../../../../src/app/state/device/file-copy.ts';
import { RecordStore } from '../../../../../src/app/state/device/record-store.ts';
import { type Fingerprint, fingerprintOf } from '../../../../../src/sharing/link/fingerprint.ts';
import { MemoryLocks, PrivateFiles } from '../../../../support/private-files.ts';

let disk: PrivateFiles;
let locks: MemoryLocks;
let records: RecordStore<StoredCopy>;
let copies: FileCopies;
let nowMs: number;
let quota: number;
let ids: number;

/** Another page of the same browser. */
function page(): FileCopies {
  return new FileCopies({
    folder: new CopyFolder(async () => disk),
    records: new RecordStore<StoredCopy>(COPIES_DATABASE, 'copies'),
    locks: locks.locks,
    write: disk.write,
    estimate: async () => ({ quota, usage: disk.bytesUsed }),
    now: () => nowMs++,
    newId: () => `id-${ids++}`,
  });
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  disk = new PrivateFiles();
  locks = new MemoryLocks();
  records = new RecordStore(COPIES_DATABASE, 'copies');
  [nowMs, quota, ids] = [1000, 8000, 0];
  copies = page();
});
afterEach(() => vi.useRealTimers());

/** A file of 1000 bytes, or as many as given. */
const file = (name: string, sizeBytes = 1000, lastModified = 50): File =>
  new File([name.padEnd(sizeBytes, '.')], name, { lastModified });

const keep = (one: File, by = copies, signal = new AbortController().signal): Promise<CopyResult> =>
  by.keep(one, signal);
const printOf = async (one: File): Promise<Fingerprint> => (await fingerprintOf(one)) as Fingerprint;
const find = async (one: File, by = copies): Promise<FindResult> => by.find(await printOf(one));
const namesOf = async (by = copies): Promise<readonly string[]> =>
  (await by.list()).copies.map(({ name }) => name);
const filesOnDisk = (): readonly string[] => [...(disk.files?.keys() ?? [])];

async function textOf(found: FindResult): Promise<string> {
  if (found.kind !== 'found') throw new Error(`the copy is ${found.kind}`);
  return found.file.text();
}

test('a file that was kept is found by its fingerprint, under its own name, byte for byte', async () => {
  expect(await keep(file('a'))).toEqual({ kind: 'kept', dropped: [] });
  const renamed = { ...(await printOf(file('a'))), name: '' };
  const found = await copies.find(renamed);
  expect(await textOf(found)).toBe('a'.padEnd(1000, '.'));
  expect(found).toMatchObject({ file: { name: 'a', size: 1000, lastModified: 50 } });
  expect(await find(file('b'))).toEqual({ kind: 'none' });
});

test('one that is there is not written again, but one that was changed since is, in its place', async () => {
  await keep(file('a'));
  expect(await keep(file('a'))).toEqual({ kind: 'there' });
  expect(disk.written).toHaveLength(1);
  expect(await keep(file('a', 1000, 51))).toEqual({ kind: 'kept', dropped: [] });
  expect(filesOnDisk()).toEqual(['id-1']);
  expect(await namesOf()).toEqual(['a']);
  // Evicted by the browser: written again.
  disk.files?.clear();
  expect(await keep(file('a', 1000, 51))).toEqual({ kind: 'kept', dropped: [] });
  expect(await textOf(await find(file('a')))).toHaveLength(1000);
});

describe('room', () => {
  test('is what the browser allows: the list says how much is used', async () => {
    await keep(file('a'));
    await keep(file('b', 500));
    expect(await copies.list()).toMatchObject({ usedBytes: 1500, allowedBytes: 4000 });
  });

  test('is made by dropping the least recently used: opening a copy, or its file, is a use', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await keep(file(name));
    const found = await find(file('a'));
    if (found.kind === 'found') found.release();
    await keep(file('b'));
    expect(await keep(file('e', 1500))).toMatchObject({
      kind: 'kept',
      dropped: [{ name: 'c' }, { name: 'd' }],
    });
    expect(await namesOf()).toEqual(['e', 'b', 'a']);
    expect(disk.bytesUsed).toBe(3500);
  });

  test('is not made for a file that is larger than all of it', async () => {
    await keep(file('a'));
    expect(await keep(file('large', 4001))).toEqual({ kind: 'too-large', allowedBytes: 4000 });
    expect(await namesOf()).toEqual(['a']);
    expect(disk.written).toHaveLength(1);
  });

  test('is not made by dropping a copy that a trace of any page is read from, until it is closed', async () => {
    await keep(file('a', 3000));
    const found = await find(file('a', 3000), page());
    expect(await keep(file('b', 3000))).toEqual({ kind: 'in-use', allowedBytes: 4000 });
    if (found.kind === 'found') found.release();
    expect(await keep(file('b', 3000))).toMatchObject({ kind: 'kept', dropped: [{ name: 'a' }] });
  });

  test('shrinks with the disk: more are dropped', async () => {
    for (const name of ['a', 'b', 'c']) await keep(file(name));
    quota = 4000;
    expect(await keep(file('d'))).toMatchObject({ dropped: [{ name: 'a' }, { name: 'b' }] });
  });
});

describe('nothing is lost and nothing half is offered', () => {
  test('where the disk is full', async () => {
    await keep(file('a'));
    disk.diskBytes = 1800;
    expect(await keep(file('b', 3500))).toEqual({ kind: 'failed', name: 'QuotaExceededError' });
    expect(await namesOf()).toEqual(['a']);
    expect(disk.bytesUsed).toBe(1000);
    expect(await find(file('b', 3500))).toEqual({ kind: 'none' });
  });

  test('where the page is closed in the middle: the next page removes what is unfinished', async () => {
    await keep(file('a'));
    let arrived = (): void => undefined;
    const halfway = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    disk.halfway = () => {
      arrived();
      return new Promise(() => undefined);
    };
    void keep(file('b'));
    await halfway;
    expect(filesOnDisk()).toEqual(['id-0', 'id-1']);
    // Its locks end with it.
    locks = new MemoryLocks();
    disk.halfway = async () => undefined;
    const next = page();
    expect(await find(file('b'), next)).toEqual({ kind: 'none' });
    await next.tidy();
    expect(filesOnDisk()).toEqual(['id-0']);
    expect(await keep(file('b'), next)).toEqual({ kind: 'kept', dropped: [] });
  });

  test('where writing is stopped', async () => {
    await keep(file('a'));
    const stop = new AbortController();
    disk.halfway = async () => stop.abort();
    expect(await keep(file('b', 3500), copies, stop.signal)).toEqual({ kind: 'stopped' });
    expect(filesOnDisk()).toEqual(['id-0']);
    expect(await namesOf()).toEqual(['a']);
    expect(await keep(file('c'), copies, AbortSignal.abort())).toEqual({ kind: 'stopped' });
    expect(disk.written).toHaveLength(2);
  });

  test('where the file changes while it is copied', async () => {
    disk.halfway = async () => undefined;
    const { write } = disk;
    const torn: PrivateFiles['write'] = async (one, id, signal) => {
      const written = await write(one, id, signal);
      disk.files?.set(id, new Uint8Array(999));
      return written;
    };
    Object.assign(disk, { write: torn });
    expect(await keep(file('a'), page())).toEqual({ kind: 'changed' });
    expect(filesOnDisk()).toEqual([]);
    expect(await find(file('a'))).toEqual({ kind: 'none' });
  });

  test('where the file cannot be read, or no worker can be started', async () => {
    const gone = Object.assign(file('a'), {
      slice: () => {
        throw new DOMException('gone', 'NotReadableError');
      },
    });
    expect(await keep(gone)).toEqual({ kind: 'failed', name: 'NotReadableError' });
    Object.assign(disk, { write: () => Promise.reject(new TypeError('no worker')) });
    expect(await keep(file('a'), page())).toEqual({ kind: 'failed', name: 'TypeError' });
  });

  test('where the record cannot be written', async () => {
    await keep(file('a'));
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await keep(file('b', 3500))).toEqual({ kind: 'failed', name: 'QuotaExceededError' });
    expect(filesOnDisk()).toEqual(['id-0']);
    expect(await namesOf()).toEqual(['a']);
  });
});

describe('a copy that is no longer what it was', () => {
  test('because the browser removed it is lost, and then there is none', async () => {
    await keep(file('a'));
    disk.files?.clear();
    expect(await find(file('a'))).toEqual({ kind: 'lost', name: 'a', why: 'gone' });
    expect(await find(file('a'))).toEqual({ kind: 'none' });
  });

  test('because the browser removed all files is lost too', async () => {
    await keep(file('a'));
    disk.files = null;
    expect(await find(file('a'))).toMatchObject({ kind: 'lost', why: 'gone' });
  });

  test.each([
    ['shorter', new Uint8Array(10)],
    ['of another content', new Uint8Array(1000)],
  ])('because it is %s is deleted', async (_, bytes) => {
    await keep(file('a'));
    disk.files?.set('id-0', bytes);
    expect(await find(file('a'))).toEqual({ kind: 'lost', name: 'a', why: 'damaged' });
    expect(filesOnDisk()).toEqual([]);
  });
});

describe('two pages at once', () => {
  test('write one copy of one file', async () => {
    const results = await Promise.all([keep(file('a')), keep(file('a'), page())]);
    expect(results.map(({ kind }) => kind).sort()).toEqual(['kept', 'there']);
    expect(filesOnDisk()).toEqual(['id-0']);
  });

  test('stay within the room together', async () => {
    const other = page();
    await Promise.all([
      ...['a', 'b', 'c'].map((name) => keep(file(name))),
      ...['d', 'e', 'f'].map((name) => keep(file(name), other)),
    ]);
    expect(await copies.list()).toMatchObject({ usedBytes: 4000, allowedBytes: 4000 });
    expect(disk.bytesUsed).toBe(4000);
  });

  test('one waits for the other, and can be stopped while it waits', async () => {
    const stop = new AbortController();
    let finish = (): void => undefined;
    const isHalfway = new Promise<void>((halfway) => {
      disk.halfway = () =>
        new Promise((resolve) => {
          finish = resolve;
          halfway();
        });
    });
    const first = keep(file('a'));
    await isHalfway;
    const second = keep(file('b'), page(), stop.signal);
    stop.abort();
    expect(await second).toEqual({ kind: 'stopped' });
    finish();
    expect(await first).toMatchObject({ kind: 'kept' });
  });
});

describe('forgetting', () => {
  test('one deletes its record and its bytes', async () => {
    await keep(file('a'));
    await keep(file('b'));
    const [{ key } = { key: '' }] = (await copies.list()).copies;
    await copies.forget(key);
    expect(await namesOf()).toEqual(['a']);
    expect(filesOnDisk()).toEqual(['id-0']);
    await copies.forget('5.q3fXl0kd_3-aBcDE');
    expect(await namesOf()).toEqual(['a']);
  });

  test('everything leaves no record, no file and no folder, also of what could not be read', async () => {
    await keep(file('a'));
    await records.change((store) => store.put({ key: 'newer', v: 2 } as unknown as StoredCopy));
    disk.files?.set('unfinished', new Uint8Array(5));
    await copies.clear();
    expect(disk.files).toBeNull();
    expect(await records.read((store) => store.getAll())).toEqual([]);
    await copies.clear();
    expect(await copies.list()).toMatchObject({ copies: [], usedBytes: 0 });
  });

  test('everything waits for a page that writes, and fails where that does not stop', async () => {
    let arrived = (): void => undefined;
    const halfway = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    disk.halfway = () => {
      arrived();
      return new Promise(() => undefined);
    };
    void keep(file('a'), page());
    await halfway;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const cleared = copies.clear();
    const refused = expect(cleared).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
  });
});

describe('what another version of the page has stored', () => {
  test('is left alone, with all files that it may mean', async () => {
    await keep(file('a'));
    await records.change((store) => store.put({ key: 'newer', v: 2 } as unknown as StoredCopy));
    disk.files?.set('of-a-newer-version', new Uint8Array(5));
    await copies.tidy();
    expect(filesOnDisk()).toEqual(['id-0', 'of-a-newer-version']);
    expect(await namesOf()).toEqual(['a']);
  });

  test('and cannot be read is no copy: its file is removed', async () => {
    await keep(file('a'));
    await records.change(async (store) => {
      const [stored] = (await store.getAll()) as StoredCopy[];
      await store.put({ ...(stored as StoredCopy), id: '..' });
    });
    expect(await find(file('a'))).toEqual({ kind: 'none' });
    await copies.tidy();
    expect(filesOnDisk()).toEqual([]);
    expect(await keep(file('a'))).toMatchObject({ kind: 'kept' });
  });
});

test('a file that a trace is read from is not removed with its record, but when the trace is closed', async () => {
  await keep(file('a'));
  const found = await find(file('a'));
  await keep(file('a', 1000, 51));
  expect(filesOnDisk()).toEqual(['id-0', 'id-1']);
  await copies.tidy();
  expect(await textOf(found)).toHaveLength(1000);
  expect(filesOnDisk()).toEqual(['id-0', 'id-1']);
  if (found.kind === 'found') found.release();
  await Promise.resolve();
  await copies.tidy();
  expect(filesOnDisk()).toEqual(['id-1']);
});
