/** Records of copies: what was stored may be damaged or newer, and how much room copies may take. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allowedBytes,
  copiesToDrop,
  copyKey,
  type FileCopy,
  isNewer,
  readCopy,
  storedCopy,
} from '../../../../../src/app/state/device/file-copy.ts';

const COPY: FileCopy = {
  key: '1000.q3fXl0kd_3-aBcDE',
  id: 'e2f5',
  name: 'server.sqlog',
  sizeBytes: 1000,
  modifiedMs: 5,
  usedAtMs: 7,
};

test('a record is read as it was written, and its key has no name in it', () => {
  expect(readCopy(storedCopy(COPY))).toEqual(COPY);
  expect(copyKey({ name: 'other', sizeBytes: 1000, hash: 'q3fXl0kd_3-aBcDE' })).toBe(COPY.key);
});

describe('a damaged record', () => {
  test.each([
    ['without a name', { name: undefined }, { name: 'trace.qlog' }],
    ['with a name that is no text', { name: 4 }, { name: 'trace.qlog' }],
    ['without times', { modifiedMs: undefined, usedAtMs: 'now' }, { modifiedMs: 0, usedAtMs: 0 }],
    ['with times outside the calendar', { modifiedMs: -1, usedAtMs: 9e15 }, { modifiedMs: 0, usedAtMs: 0 }],
  ])('%s opens with a default', (_, damage, fallback) => {
    expect(readCopy({ ...storedCopy(COPY), ...damage })).toEqual({ ...COPY, ...fallback });
  });

  test.each([
    ['without a key', { key: undefined }],
    ['whose key is no size and hash', { key: 'a.b' }],
    ['whose key has a name', { key: `${COPY.key}.name` }],
    ['whose file would lie elsewhere', { id: '../e2f5' }],
    ['without a file', { id: '' }],
    ['of another version', { v: 2 }],
  ])('%s is none', (_, damage) => {
    expect(readCopy({ ...storedCopy(COPY), ...damage })).toBeNull();
  });

  test('of any shape never throws, and is of a newer version only where it says so', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        readCopy(value);
        expect(isNewer(value)).toBe(false);
      }),
    );
    expect(isNewer({ v: 2 })).toBe(true);
    expect(isNewer(storedCopy(COPY))).toBe(false);
  });
});

describe('the room for copies', () => {
  test.each([
    ['2 GB at most', { quota: 60e9, usage: 1e9 }, 0, 2e9],
    ['half of what the browser has left for the page', { quota: 1e9, usage: 200e6 }, 0, 400e6],
    ['whatever copies take of it already', { quota: 1e9, usage: 300e6 }, 100e6, 400e6],
    ['none where the page has used it up', { quota: 1e9, usage: 1.2e9 }, 0, 0],
    ['half of everything where the browser counts less than the copies', { quota: 1e9, usage: 0 }, 5e6, 5e8],
    ['500 MB where the browser says nothing', null, 3e6, 500e6],
    ['500 MB where it names no quota', {}, 3e6, 500e6],
  ])('is %s', (_, estimate, usedBytes, allowed) => {
    expect(allowedBytes(estimate, usedBytes)).toBe(allowed);
  });

  const copies = [30, 10, 20].map((usedAtMs) => ({ ...COPY, key: `${usedAtMs}`, usedAtMs }));
  const dropped = (sizeBytes: number, allowed: number, used: readonly string[] = []): unknown =>
    copiesToDrop(copies, sizeBytes, allowed, ({ key }) => used.includes(key))?.map(({ key }) => key);

  test('is made by dropping the least recently used, no more than needed', () => {
    expect(dropped(1000, 4000)).toEqual([]);
    expect(dropped(1000, 3999)).toEqual(['10']);
    expect(dropped(1001, 3000)).toEqual(['10', '20']);
    expect(dropped(3000, 3000)).toEqual(['10', '20', '30']);
  });

  test('is not made by dropping one that a trace is read from', () => {
    expect(dropped(1000, 3000, ['10'])).toEqual(['20']);
    expect(dropped(1001, 3000, ['10', '20'])).toBeUndefined();
  });
});
