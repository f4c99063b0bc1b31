/** Records of kept traces: what is written is read again, and whatever else is stored does no harm. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  beyondLimits,
  type FileHandle,
  keyOf,
  MAX_RECENT,
  MAX_RECENT_WITH_NOTES,
  type RecentTrace,
  readTrace,
  sizeOf,
  storedTrace,
} from '../../../../../src/app/state/device/recent-trace.ts';
import { formatLink } from '../../../../../src/sharing/link/format.ts';
import { parseLink } from '../../../../../src/sharing/link/parse.ts';
import { EMPTY_LINK, EMPTY_VIEW, type TraceRef } from '../../../../../src/sharing/link/state.ts';

const HANDLE: FileHandle = { kind: 'file', getFile: async () => new File([], 'x') };

function linkTo(ref: TraceRef): string {
  return formatLink({ ...EMPTY_LINK, traces: [ref], view: VIEW });
}

const VIEW = { ...EMPTY_VIEW, range: { fromUs: 1000, toUs: 5000 } };

function recent(changes: Partial<RecentTrace> = {}, number = 1): RecentTrace {
  const fingerprint = { name: 'a.qlog', sizeBytes: number, hash: 'A'.repeat(16) };
  const ref: TraceRef = { kind: 'file', fingerprint };
  const link = linkTo(ref);
  const known = { key: keyOf(ref), ref, name: 'logs/a.qlog', link, view: VIEW, openedAtMs: number };
  const worst = { severity: 'critical', title: 'Death spiral' } as const;
  const note = { id: 'n1', text: 'here', anchor: { kind: 'time', timeUs: 7 } } as const;
  return { ...known, worst, notes: new Map([[2, [note]]]), handle: HANDLE, ...changes };
}

test('what was written is read again', () => {
  expect(readTrace(storedTrace(recent()))).toEqual({ recent: recent(), dropped: null });
  const bare = recent({ worst: null, notes: new Map(), handle: null });
  expect(readTrace(storedTrace(bare))).toEqual({ recent: bare, dropped: null });
});

test('a file is the same under any name, and another one where its content is', () => {
  const { ref } = recent();
  if (ref.kind !== 'file') throw new Error('the test’s own trace is a file');
  const named = (changes: Partial<typeof ref.fingerprint>): string =>
    keyOf({ kind: 'file', fingerprint: { ...ref.fingerprint, ...changes } });
  expect(named({ name: 'b.qlog' })).toBe(keyOf(ref));
  expect(named({ hash: 'B'.repeat(16) })).not.toBe(keyOf(ref));
  expect(named({ sizeBytes: 9 })).not.toBe(keyOf(ref));
});

test('a run of the lab is kept by what it is made of', () => {
  const ref: TraceRef = {
    ...{ kind: 'run', scenario: 'incident', variant: 'cubic:reset', seed: 7 },
    ...{ end: 'receiver', fields: ['rtt:20'] },
  };
  const of = (other: TraceRef) =>
    recent({ ref: other, key: keyOf(other), link: linkTo(other), handle: null });
  expect(readTrace(storedTrace(of(ref)))?.recent).toEqual(of(ref));
  expect(sizeOf(of(ref))).toBeNull();
  expect(keyOf({ ...ref, seed: 8 })).not.toBe(keyOf(ref));
});

describe('a damaged part costs itself, or the record', () => {
  const stored = storedTrace(recent());
  const lost: readonly (readonly [string, object])[] = [
    ['a newer version', { v: 2 }],
    ['no version', { v: undefined }],
    ['a link that is no text', { link: 7 }],
    ['a link that names no trace', { link: 'v=1&t=1-2' }],
    ['a link of another trace', { link: 'v=1&example=reno' }],
    ['an endless link', { link: `v=1&example=reno&x=${'y'.repeat(300_000)}` }],
    ['no name', { name: '' }],
    ['a time that is none', { openedAtMs: Number.NaN }],
    ['a time beyond every calendar', { openedAtMs: 9e15 }],
  ];
  test.each(lost)('%s: not listed', (_, damage) => {
    expect(readTrace({ ...stored, ...damage })).toBeNull();
  });

  const stays: readonly (readonly [string, object, Partial<RecentTrace>])[] = [
    ['a handle that is none', { handle: { kind: 'directory' } }, { handle: null }],
    ['a severity that does not exist', { worst: { severity: 'fatal', title: 'x' } }, { worst: null }],
    ['a finding that is no object', { worst: 'critical' }, { worst: null }],
    ['notes that are no list', { notes: {} }, { notes: new Map() }],
    ['notes of a newer version', { notes: [[2, { v: 9, notes: [] }]] }, { notes: new Map() }],
    ['notes of no connection', { notes: [[-1, stored.notes[0]?.[1]]] }, { notes: new Map() }],
  ];
  test.each(stays)('%s: the rest stays', (_, damage, fallback) => {
    expect(readTrace({ ...stored, ...damage })?.recent).toEqual(recent(fallback));
  });

  test('dropped notes are reported', () => {
    expect(readTrace({ ...stored, notes: [[2, { v: 9, notes: [] }]] })?.dropped).toContain('another version');
    expect(readTrace({ ...stored, notes: 'x' })?.dropped).toContain('cannot be read');
  });
});

test('any value at all is read without harm', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.dictionary(fc.constantFrom('v', 'link', 'name', 'notes', 'worst', 'key'), fc.anything()),
      (value, damage) => {
        expect(() => readTrace(value)).not.toThrow();
        const read = readTrace({ ...storedTrace(recent()), ...damage });
        if (read !== null) expect(parseLink(read.recent.link).state.traces).toHaveLength(1);
      },
    ),
  );
});

describe('room', () => {
  const bare = (number: number): RecentTrace => recent({ notes: new Map() }, number);

  test('is for the newest', () => {
    const traces = Array.from({ length: MAX_RECENT + 3 }, (_, i) => bare(i + 1));
    expect(beyondLimits(traces)).toEqual([3, 2, 1].map((number) => bare(number).key));
    expect(beyondLimits(traces.slice(3))).toEqual([]);
  });

  test('is longer for those with notes', () => {
    const noted = Array.from({ length: MAX_RECENT_WITH_NOTES + 1 }, (_, i) => recent({}, i + 1));
    expect(beyondLimits(noted)).toEqual([recent({}, 1).key]);
    expect(beyondLimits([...noted.slice(1), bare(9000)])).toEqual([]);
  });
});
