/** Notes between a page and what is kept on its device, with a store in memory. */
import { describe, expect, test } from 'vitest';
import { FileWatch } from '../../../../../src/app/features/recents/file-watch.ts';
import type { RecentStore } from '../../../../../src/app/state/device/recent-store.ts';
import {
  keyOf,
  NO_NOTES,
  type RecentNotes,
  type RecentTrace,
} from '../../../../../src/app/state/device/recent-trace.ts';
import { FileNotes } from '../../../../../src/app/state/notes/file-notes.ts';
import { createStore } from '../../../../../src/app/state/store.ts';
import { FileHandles } from '../../../../../src/app/state/traces/file-handles.ts';
import type { OpenFile } from '../../../../../src/app/state/traces/open-file.ts';
import { setOfOne } from '../../../../../src/drawing/view/set-view.ts';
import { INITIAL_VIEW } from '../../../../../src/drawing/view/view.ts';
import type { TraceRef } from '../../../../../src/sharing/link/state.ts';
import type { Note } from '../../../../../src/sharing/notes/note.ts';

const REF: TraceRef = {
  kind: 'file',
  fingerprint: { name: 'a.sqlog', sizeBytes: 1000, hash: 'ka2TOBWYmShlkmHK' },
};

const note = (id: string, text: string): Note => ({ id, text, anchor: { kind: 'time', timeUs: 1000 } });

/** A store that holds one trace; its next writes may fail. */
function shelfWith(notes: RecentNotes | null): {
  readonly store: RecentStore;
  readonly texts: () => readonly string[];
  failing: boolean;
} {
  let recent =
    notes === null
      ? null
      : ({ key: keyOf(REF), link: 'v=1', worst: null, notes, handle: null } as unknown as RecentTrace);
  const state = {
    failing: false,
    texts: () => [...(recent?.notes ?? NO_NOTES).values()].flat().map(({ text }) => text),
    store: {
      get: async () => (recent === null ? null : { recent, dropped: null }),
      change: async (_key: string, change: (before: RecentTrace | null) => RecentTrace | null) => {
        const after = change(recent);
        await Promise.resolve();
        if (state.failing) throw new Error('no room');
        recent = after;
      },
      forget: async () => {
        recent = null;
      },
    } as unknown as RecentStore,
  };
  return state;
}

function watchOf(store: RecentStore, notes: FileNotes): FileWatch {
  const file = {
    name: 'a.sqlog',
    source: { kind: 'text', text: '', name: 'a.sqlog' },
    feature: () => notes,
    onChange: () => () => undefined,
    current: { snapshot: createStore(null), view: createStore(INITIAL_VIEW), connection: 0 },
    set: { members: [], view: createStore(setOfOne('a')), axis: createStore('time') },
  } as unknown as OpenFile;
  const host = {
    store,
    handles: new FileHandles(),
    refOf: () => null,
    onWritten: () => {},
    onRefused: () => {},
    onKnown: () => {},
  };
  return new FileWatch(file, REF, host);
}

const textsOf = (notes: FileNotes): readonly string[] =>
  [...notes.all.get().values()].flat().map(({ text }) => text);

function write(all: FileNotes, text: string): void {
  const notes = all.of(0);
  notes.begin({ kind: 'time', timeUs: 5 });
  notes.write(text);
  notes.save();
}

describe('notes that are on the page before those of the device', () => {
  for (const [what, recent, all] of [
    ['was not open here', null, ['of the digest']],
    ['was open here without notes', NO_NOTES, ['of the digest']],
    ['has notes here', new Map([[0, [note('n1', 'of the device')]]]), ['of the device', 'of the digest']],
  ] as const) {
    test(`are kept where the trace ${what}`, async () => {
      const { store, texts } = shelfWith(recent);
      const notes = new FileNotes();
      notes.of(0).load([note('n1', 'of the digest')]);
      const watch = watchOf(store, notes);
      await watch.begin();
      await watch.flush();
      expect(textsOf(notes)).toEqual(all);
      expect(texts()).toEqual(all);
      write(notes, 'one more');
      await watch.flush();
      expect(textsOf(notes)).toEqual([...all, 'one more']);
      expect(texts()).toEqual([...all, 'one more']);
    });
  }
});

test('a note that could not be written is not taken for one that another tab deleted', async () => {
  const held = shelfWith(new Map([[0, [note('n1', 'of the device')]]]));
  const notes = new FileNotes();
  const watch = watchOf(held.store, notes);
  await watch.begin();
  held.failing = true;
  write(notes, 'while the disk was full');
  await watch.flush();
  held.failing = false;
  write(notes, 'after it');
  await watch.flush();
  const all = ['of the device', 'while the disk was full', 'after it'];
  expect(textsOf(notes)).toEqual(all);
  expect(held.texts()).toEqual(all);
});

test('a deletion in another tab is followed, and one here is written', async () => {
  const two = new Map([[0, [note('n1', 'first'), note('n2', 'second')]]]);
  const { store, texts } = shelfWith(two);
  const [here, there] = [new FileNotes(), new FileNotes()];
  const [watch, other] = [watchOf(store, here), watchOf(store, there)];
  await watch.begin();
  await other.begin();
  there.of(0).remove('n1');
  await other.flush();
  await watch.take();
  await watch.flush();
  expect(textsOf(here)).toEqual(['second']);
  here.of(0).remove('n2');
  await watch.flush();
  expect(texts()).toEqual([]);
});

describe('a file that was joined to others', () => {
  test.each([
    ['made since it was opened is deleted', null, []],
    ['of an earlier visit stays', new Map([[0, [note('n1', 'of the device')]]]), ['of the device', 'new']],
  ])('a record %s', async (_, recent, left) => {
    const { store, texts } = shelfWith(recent);
    const notes = new FileNotes();
    const watch = watchOf(store, notes);
    await watch.begin();
    write(notes, 'new');
    await watch.flush();
    expect(texts()).toContain('new');
    expect(await watch.leave()).toBe(recent === null);
    expect(texts()).toEqual(left);
    write(notes, 'later');
    await watch.flush();
    expect(texts()).toEqual(left);
  });

  test('writes nothing where it was joined before its record was read', async () => {
    const { store, texts } = shelfWith(null);
    const notes = new FileNotes();
    const watch = watchOf(store, notes);
    const begun = watch.begin();
    await watch.leave();
    await begun;
    write(notes, 'later');
    await watch.flush();
    expect(texts()).toEqual([]);
  });
});
