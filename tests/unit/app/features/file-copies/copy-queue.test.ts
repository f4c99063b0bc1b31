/** Which open files are copied, and when: one after the other, while nothing is being read. */
import { beforeEach, expect, test } from 'vitest';
import type { Outcome } from '../../../../../src/app/features/file-copies/copies-words.ts';
import { CopyQueue } from '../../../../../src/app/features/file-copies/copy-queue.ts';
import type { AppState } from '../../../../../src/app/state/app-state.ts';
import type { FileCopies, KeepResult } from '../../../../../src/app/state/keep/file-copies.ts';
import type { OpenTrace } from '../../../../../src/app/state/open-trace.ts';
import { createStore, type Store } from '../../../../../src/app/state/store.ts';
import type { SourceSpec } from '../../../../../src/engine/bytes/source.ts';

/** An open trace that is being read. */
class Trace {
  readonly snapshot = createStore<object | null>(null);
  readonly crash = createStore<object | null>(null);
  readonly digest: object | null;
  readonly source: SourceSpec;
  state: OpenTrace['state'] = 'loading';

  constructor(source: SourceSpec, digest: object | null = null) {
    this.source = source;
    this.digest = digest;
  }

  become(state: OpenTrace['state']): void {
    this.state = state;
    (state === 'failed' ? this.crash : this.snapshot).set({});
  }
}

let list: Store<{ readonly traces: readonly Trace[] }>;
let choices: Store<{ readonly keepCopies: boolean }>;
let begun: string[];
let finish: ((result: KeepResult) => void)[];
let outcomes: (readonly Outcome[])[];
let writing: (string | null)[];
let queue: CopyQueue;

beforeEach(() => {
  list = createStore<{ readonly traces: readonly Trace[] }>({ traces: [] });
  choices = createStore({ keepCopies: true });
  [begun, finish, outcomes, writing] = [[], [], [], []];
  const keep = (file: File, signal: AbortSignal): Promise<KeepResult> =>
    new Promise((resolve) => {
      begun.push(file.name);
      finish.push(resolve);
      signal.addEventListener('abort', () => resolve({ kind: 'stopped' }));
    });
  const traces = {
    list,
    get traces() {
      return list.get().traces;
    },
  };
  queue = new CopyQueue({
    app: { traces, choices } as unknown as AppState,
    copies: { keep } as unknown as FileCopies,
    onWriting: (name) => writing.push(name),
    onDone: (all) => outcomes.push(all),
  });
});

/** What follows from a message has happened. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const fileTrace = (name: string): Trace => new Trace({ kind: 'file', file: new File([name], name) });

function open(...traces: readonly Trace[]): void {
  list.update((now) => ({ traces: [...now.traces, ...traces] }));
}

async function end(result: KeepResult = { kind: 'kept', dropped: [] }): Promise<void> {
  finish.shift()?.(result);
  await turn();
}

test('a file is copied when it and all others are read, one after the other', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map(fileTrace) as [Trace, Trace, Trace];
  open(a, b, c);
  a.become('ready');
  b.become('ready');
  expect(begun).toEqual([]);
  c.become('failed');
  expect(begun).toEqual(['a']);
  await end();
  expect(begun).toEqual(['a', 'b']);
  expect(outcomes).toEqual([]);
  await end({ kind: 'changed' });
  expect(begun).toEqual(['a', 'b']);
  expect(outcomes.map((all) => all.map(({ name, result }) => [name, result.kind]))).toEqual([
    [
      ['a', 'kept'],
      ['b', 'changed'],
    ],
  ]);
  expect(writing).toEqual(['a', 'b', null]);
});

test('a file that is opened meanwhile is read first', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map(fileTrace) as [Trace, Trace, Trace];
  open(a, b);
  a.become('ready');
  b.become('ready');
  expect(begun).toEqual(['a']);
  open(c);
  await end();
  expect(begun).toEqual(['a']);
  c.become('ready');
  await turn();
  expect(begun).toEqual(['a', 'b']);
  await end();
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('only files are copied, each once: no text, no address, no example, no digest, no copy', async () => {
  const copy = new File(['copy'], 'copy');
  queue.skip(copy);
  const others = [
    new Trace({ kind: 'text', text: '', name: 'pasted' }),
    new Trace({ kind: 'url', url: 'https://a.example/b', name: 'b' }),
    new Trace({ kind: 'example', url: 'c', name: 'c' }),
    new Trace({ kind: 'text', text: '', name: 'd' }, {}),
    new Trace({ kind: 'file', file: copy }),
  ];
  const a = fileTrace('a');
  open(...others, a);
  for (const trace of [...others, a]) trace.become('ready');
  await end();
  a.become('ready');
  await turn();
  expect(begun).toEqual(['a']);
});

test('nothing is copied while copies are off; switched on, the open files are', async () => {
  choices.set({ keepCopies: false });
  const a = fileTrace('a');
  open(a);
  a.become('ready');
  await turn();
  expect(begun).toEqual([]);
  choices.set({ keepCopies: true });
  expect(begun).toEqual(['a']);
});

test('switched off, it stops, and copies again when it is switched on', async () => {
  const [a, b] = ['a', 'b'].map(fileTrace) as [Trace, Trace];
  open(a, b);
  a.become('ready');
  b.become('ready');
  choices.set({ keepCopies: false });
  await turn();
  expect(begun).toEqual(['a']);
  expect(writing.at(-1)).toBeNull();
  choices.set({ keepCopies: true });
  expect(begun).toEqual(['a', 'a']);
});

test('one that is forgotten is not copied, whether it is waiting or being written; the others are', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map(fileTrace) as [Trace, Trace, Trace];
  open(a, b, c);
  for (const trace of [a, b, c]) trace.become('ready');
  const isNamed =
    (name: string) =>
    async (file: File): Promise<boolean> =>
      file.name === name;
  const waiting = queue.stop(isNamed('b'));
  await turn();
  const current = queue.stop(isNamed('a'));
  await turn();
  expect(begun).toEqual(['a', 'c']);
  await end();
  await end();
  await Promise.all([waiting, current]);
  expect(outcomes.flat().map(({ name, result }) => [name, result.kind])).toEqual([
    ['a', 'stopped'],
    ['c', 'kept'],
  ]);
});
