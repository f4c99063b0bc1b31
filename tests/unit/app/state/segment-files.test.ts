/** Which open files are opened as one trace, and which stay apart. */
import { expect, test } from 'vitest';
import type { OpenFile } from '../../../../src/app/state/open-file.ts';
import { joinedName, SegmentFiles } from '../../../../src/app/state/segment-files.ts';
import { createStore } from '../../../../src/app/state/store.ts';
import type { LogEnds } from '../../../../src/engine/contract/log-ends.ts';
import type { Snapshot } from '../../../../src/engine/contract/snapshot.ts';

function endsOf(part: number): LogEnds {
  const range = { first: part * 100, last: part * 100 + 99 };
  return {
    identity: { header: 'h', odcid: null, groupId: 'g', connectionIds: [] },
    ...{ timeFormat: 'relative', originMs: null, fromUs: part * 1000, toUs: part * 1000 + 999 },
    ...{ sent: [null, null, range], received: [null, null, range] },
  };
}

const opened = (source: OpenFile['source'], name: string, ends: LogEnds | null): OpenFile => {
  const snapshot = createStore<Snapshot | null>({ ends } as unknown as Snapshot);
  return { source, name, state: 'ready', current: { snapshot } } as unknown as OpenFile;
};

function plain(part: number): OpenFile {
  const name = `a.${part}.qlog`;
  return opened({ kind: 'file', file: new File([], name) }, name, endsOf(part));
}

const fileOf = ({ source }: OpenFile): File => (source as { readonly file: File }).file;

function joinedOf(files: readonly OpenFile[]): OpenFile {
  const names = files.map(({ name }) => name);
  return opened({ kind: 'segments', files: files.map(fileOf), names }, joinedName([]), null);
}

test('files that continue each other are opened as one, in their order', () => {
  const segments = new SegmentFiles();
  const files = [plain(2), plain(0), plain(7), plain(1)];
  const [plan, another] = segments.plans(files.filter((_, i) => i !== 2));
  expect(another).toBeUndefined();
  expect(plan?.parts.map(({ name }) => name)).toEqual(['a.0.qlog', 'a.1.qlog', 'a.2.qlog']);
  expect(plan?.replaces).toHaveLength(3);
  expect(plan?.evidence).toBe('group id');
  expect(joinedName(plan?.parts ?? [])).toBe('a.0.qlog (3 files)');
});

test('a file that comes later is joined to a trace of several files', () => {
  const segments = new SegmentFiles();
  const first = [plain(0), plain(1)];
  expect(segments.plans(first)).toHaveLength(1);
  const joined = joinedOf(first);
  expect(segments.plans([joined])).toEqual([]);
  const third = plain(2);
  const [plan] = segments.plans([joined, third]);
  expect(plan?.parts.map(({ name }) => name)).toEqual(['a.0.qlog', 'a.1.qlog', 'a.2.qlog']);
  expect(plan?.replaces).toEqual([joined, third]);
});

test('files that the user has separated are not joined again, nor are those read in part', () => {
  const segments = new SegmentFiles();
  const files = [plain(0), plain(1)];
  segments.plans(files);
  expect(segments.separate(joinedOf(files)).map(({ name }) => name)).toEqual(['a.0.qlog', 'a.1.qlog']);
  expect(segments.plans(files)).toEqual([]);
  const ranged = plain(1);
  const part = opened({ ...ranged.source, range: { fromUs: 0, toUs: 1 } }, ranged.name, endsOf(1));
  expect(new SegmentFiles().plans([plain(0), part])).toEqual([]);
});

test('what a trace was joined by is known of it alone', () => {
  const segments = new SegmentFiles();
  const files = [plain(0), plain(1)];
  const [plan] = segments.plans(files);
  const joined = joinedOf(files);
  if (plan !== undefined) segments.opened(joined, plan);
  expect(segments.evidenceOf(joined)).toBe('group id');
  expect(segments.evidenceOf(files[0] as OpenFile)).toBeNull();
});
