/** Files that a link waits for: opened from their copies, asked for where there is none, and let go where nobody waits. */
import { beforeEach, expect, test } from 'vitest';
import type { AppState } from '../../../../../src/app/state/app-state.ts';
import { type LocalCopies, localCopies } from '../../../../../src/app/state/device/local-copies.ts';
import { PendingCopies } from '../../../../../src/app/state/device/pending-copies.ts';
import { createStore, type Store } from '../../../../../src/app/state/store.ts';
import {
  type LinkRequest,
  pendingTrace,
  pendingWithCopy,
} from '../../../../../src/app/state/traces/pending-traces.ts';
import type { Fingerprint } from '../../../../../src/sharing/link/fingerprint.ts';
import { EMPTY_LINK, type FileRef, type TraceRef } from '../../../../../src/sharing/link/state.ts';

const fileRef = (name: string): TraceRef => ({
  kind: 'file',
  fingerprint: { name, sizeBytes: 5, hash: 'A'.repeat(16) },
});
const A = fileRef('a');
const B = fileRef('b');
const C = fileRef('c');

let linkRequest: Store<LinkRequest | null>;
let shown: string | null;
let opened: string[];
let released: string[];
let taken: string[];
let copies: PendingCopies;
/** Runs while the copies are looked for. */
let meanwhile: () => void;

beforeEach(() => {
  linkRequest = createStore<LinkRequest | null>(null);
  [shown, opened, released, taken] = [null, [], [], []];
  meanwhile = () => undefined;
  const keeping = {
    // There is no copy of c.
    takeAll: async (files: readonly Fingerprint[]) => {
      const names = files.map(({ name }) => name);
      taken.push(...names);
      await Promise.resolve();
      meanwhile();
      if (names.includes('c')) return null;
      return names.map((name) => ({ file: new File([], name), release: () => released.push(name) }));
    },
    open: ({ file }: { readonly file: File }) => {
      opened.push(file.name);
      shown = file.name;
      return file.name;
    },
  } as unknown as LocalCopies;
  copies = new PendingCopies({
    linkRequest,
    files: {
      get shownFile() {
        return shown;
      },
      show: (name: string) => {
        shown = name;
      },
    },
    feature: (key: unknown) => (key === localCopies ? keeping : undefined),
  } as unknown as AppState);
});

function wait(shownIndex: number, ...refs: readonly TraceRef[]): void {
  const link = { ...EMPTY_LINK, traces: refs, shown: shownIndex };
  linkRequest.set({ link, pending: refs.map(pendingWithCopy), other: null });
}

test('they are opened in the order of the link, and the one that it shows is shown', async () => {
  wait(0, A, B, C);
  const absent = await copies.open();
  expect(opened).toEqual(['a', 'b']);
  expect(shown).toBe('a');
  expect(absent.map(({ ref }) => ref)).toEqual([C]);
});

test('what the link shows already stays shown', async () => {
  shown = 'an example';
  wait(2, A, B, { kind: 'example', id: 'reno' });
  await copies.open();
  expect(opened).toEqual(['a', 'b']);
  expect(shown).toBe('an example');
});

test('each is looked for once', async () => {
  wait(0, A);
  await Promise.all([copies.open(), copies.open()]);
  expect(taken).toEqual(['a']);
  expect(opened).toEqual(['a']);
});

test('a copy is let go where the link was dismissed, or another one is followed', async () => {
  wait(0, A, C);
  meanwhile = () => linkRequest.set(null);
  await copies.open();
  expect([opened, released]).toEqual([[], ['a']]);
  expect(linkRequest.get()).toBeNull();

  wait(0, A);
  const other = { link: EMPTY_LINK, pending: [pendingTrace(B)], other: null };
  meanwhile = () => linkRequest.set(other);
  await copies.open();
  expect([opened, released]).toEqual([[], ['a', 'a']]);
  expect(linkRequest.get()?.pending).toEqual(other.pending);
});

test('a trace of several files is opened where there is a copy of each, and asked for where one is missing', async () => {
  const [a, b, c] = [A, B, C].map((ref) => (ref as FileRef).fingerprint) as [
    Fingerprint,
    Fingerprint,
    Fingerprint,
  ];
  const whole: TraceRef = { kind: 'file', fingerprint: a, segments: [b] };
  const inPart: TraceRef = { kind: 'file', fingerprint: b, segments: [c] };
  wait(0, whole, inPart);
  const absent = await copies.open();
  expect(opened).toEqual(['a', 'b']);
  expect(shown).toBe('a');
  expect(absent.map(({ ref }) => ref)).toEqual([inPart]);
});
