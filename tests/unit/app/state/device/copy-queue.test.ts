/** Which open files are copied, and when: one after the other, while nothing is being read. */
import { beforeEach, expect, test } from 'vitest';
import type { AppState } from '../../../../../src/app/state/app-state.ts';
import type { Outcome } from '../../../../../src/app/state/device/copies-words.ts';
import { CopyQueue } from '../../../../../src/app/state/device/copy-queue.ts';
import type { CopyResult, FileCopies } from '../../../../../src/app/state/device/file-copies.ts';
import { createStore, type Store } from '../../../../../src/app/state/store.ts';
import type { OpenFile } from '../../../../../src/app/state/traces/open-file.ts';
import type { SourceSpec } from '../../../../../src/engine/input/bytes/source.ts';

/** An open file that is being read. */
class Read {
  readonly #listeners = new Set<() => void>();
  readonly digest: object | null;
  readonly source: SourceSpec;
  state: OpenFile['state'] = 'loading';

  constructor(source: SourceSpec, digest: object | null = null) {
    this.source = source;
    this.digest = digest;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  become(state: OpenFile['state']): void {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }
}

let list: Store<{ readonly files: readonly Read[] }>;
let choices: Store<{ readonly keepCopies: boolean }>;
let begun: string[];
let finish: ((result: CopyResult) => void)[];
let outcomes: (readonly Outcome[])[];
let writing: (string | null)[];
let queue: CopyQueue;

beforeEach(() => {
  list = createStore<{ readonly files: readonly Read[] }>({ files: [] });
  choices = createStore({ keepCopies: true });
  [begun, finish, outcomes, writing] = [[], [], [], []];
  const keep = (file: File, signal: AbortSignal): Promise<CopyResult> =>
    new Promise((resolve) => {
      begun.push(file.name);
      finish.push(resolve);
      signal.addEventListener('abort', () => resolve({ kind: 'stopped' }));
    });
  const files = {
    list,
    get files() {
      return list.get().files;
    },
  };
  queue = new CopyQueue({
    app: { files, choices } as unknown as AppState,
    copies: { keep } as unknown as FileCopies,
    onWriting: (name) => writing.push(name),
    onDone: (all) => outcomes.push(all),
  });
});

/** What follows from a message has happened. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const fileTrace = (name: string): Read => new Read({ kind: 'file', file: new File([name], name) });

function open(...opened: readonly Read[]): void {
  list.update((now) => ({ files: [...now.files, ...opened] }));
}

async function end(result: CopyResult = { kind: 'kept', dropped: [] }): Promise<void> {
  finish.shift()?.(result);
  await turn();
}

test('a file is copied when it and all others are read, one after the other', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map(fileTrace) as [Read, Read, Read];
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
  const [a, b, c] = ['a', 'b', 'c'].map(fileTrace) as [Read, Read, Read];
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
    new Read({ kind: 'text', text: '', name: 'pasted' }),
    new Read({ kind: 'url', url: 'https://a.example/b', name: 'b' }),
    new Read({ kind: 'example', url: 'c', name: 'c' }),
    new Read({ kind: 'text', text: '', name: 'd' }, {}),
    new Read({ kind: 'file', file: copy }),
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
  const [a, b] = ['a', 'b'].map(fileTrace) as [Read, Read];
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
  const [a, b, c] = ['a', 'b', 'c'].map(fileTrace) as [Read, Read, Read];
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
