/** Which open files are opened as one trace, and which stay apart. */
import { beforeEach, expect, test } from 'vitest';
import { createStore } from '../../../../../src/app/state/store.ts';
import type { OpenFile } from '../../../../../src/app/state/traces/open-file.ts';
import { SegmentFiles } from '../../../../../src/app/state/traces/segment-files.ts';
import type { SourceSpec } from '../../../../../src/engine/input/bytes/source.ts';
import type { LogEnds } from '../../../../../src/engine/reading/contract/log-ends.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';

interface Opening {
  readonly source: SourceSpec;
  readonly name: string;
}

let files: readonly OpenFile[];
let apart: WeakSet<File>;
/** Names of the files that were replaced, and what was opened for them. */
let replaced: [readonly string[], readonly Opening[]][];
let segments: SegmentFiles;

beforeEach(() => {
  [files, apart, replaced] = [[], new WeakSet(), []];
  segments = new SegmentFiles({
    get files() {
      return files;
    },
    apart,
    replace(closed, by) {
      replaced.push([closed.map(({ name }) => name), by]);
      const rest = files.filter((file) => !closed.includes(file));
      const added = by.map(({ source, name }) => opened(source, name, null));
      files = [...rest, ...added];
      return added;
    },
  });
});

function endsOf(part: number): LogEnds {
  const range = { first: part * 100, last: part * 100 + 99 };
  return {
    identity: {
      header: 'h',
      odcid: null,
      groupId: 'g',
      connectionIds: [],
      originalIds: [],
      quicVersion: Number.NaN,
    },
    ...{ timeFormat: 'relative', originMs: null, fromUs: part * 1000, toUs: part * 1000 + 999 },
    ...{ sent: [null, null, range], received: [null, null, range], paths: [] },
  };
}

function opened(source: SourceSpec, name: string, ends: LogEnds | null): OpenFile {
  const snapshot = createStore<Snapshot | null>({ ends } as unknown as Snapshot);
  return { source, name, state: 'ready', current: { snapshot } } as unknown as OpenFile;
}

function plain(part: number): OpenFile {
  const name = `folder/a.${part}.qlog`;
  return opened({ kind: 'file', file: new File([], name) }, name, endsOf(part));
}

const openNames = (): readonly string[] => files.map(({ name }) => name);

test('files that continue each other are opened as one, in their order; others stay', () => {
  files = [plain(2), plain(0), plain(1), opened({ kind: 'text', text: '', name: 't' }, 't', endsOf(3))];
  segments.join();
  expect(replaced).toHaveLength(1);
  const [[closed, by]] = replaced as [[readonly string[], readonly Opening[]]];
  expect(closed).toEqual(['folder/a.0.qlog', 'folder/a.1.qlog', 'folder/a.2.qlog']);
  expect(by).toMatchObject([
    {
      name: 'folder/a.0.qlog (3 files)',
      source: {
        kind: 'segments',
        names: ['folder/a.0.qlog', 'folder/a.1.qlog', 'folder/a.2.qlog'],
        evidence: 'group id',
      },
    },
  ]);
  expect(openNames()).toEqual(['t', 'folder/a.0.qlog (3 files)']);
});

test('a file that comes later is joined to a trace of several files', () => {
  files = [plain(0), plain(1)];
  segments.join();
  files = [...files, plain(2)];
  segments.join();
  expect(openNames()).toEqual(['folder/a.0.qlog (3 files)']);
  segments.join();
  expect(replaced).toHaveLength(2);
});

test('files of a trace that are opened again with one more are joined to it once', () => {
  files = [plain(0), plain(1)];
  segments.join();
  files = [...files, plain(0), plain(1), plain(2)];
  segments.join();
  expect(openNames()).toEqual(['folder/a.0.qlog (3 files)']);
});

test('files that are separated get their names back, and are not joined again', () => {
  files = [plain(0), plain(1)];
  segments.join();
  segments.separate(files[0] as OpenFile);
  expect(openNames()).toEqual(['folder/a.0.qlog', 'folder/a.1.qlog']);
  segments.join();
  expect(openNames()).toHaveLength(2);
});

test('files that are kept apart are not joined, nor are those read in part, or not yet', () => {
  const [first, second, third] = [plain(0), plain(1), plain(2)];
  const inPart = opened({ ...second.source, range: { fromUs: 0, toUs: 1 } }, second.name, endsOf(1));
  const unread = { ...second, state: 'loading' } as OpenFile;
  for (const other of [inPart, unread]) {
    files = [first, other];
    segments.join();
  }
  files = [first, second, third];
  apart.add((first.source as { readonly file: File }).file);
  apart.add((third.source as { readonly file: File }).file);
  segments.join();
  expect(replaced).toEqual([]);
});
