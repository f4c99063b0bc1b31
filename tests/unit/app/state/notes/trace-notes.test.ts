/** Notes of an open trace: drafts, the way back from a deletion, and a notebook per connection. */
import { beforeEach, describe, expect, test } from 'vitest';
import { FileNotes, traceNotes } from '../../../../../src/app/state/notes/file-notes.ts';
import { TraceNotes } from '../../../../../src/app/state/notes/trace-notes.ts';
import type { OpenTrace } from '../../../../../src/app/state/traces/open-trace.ts';
import { mergeBook } from '../../../../../src/sharing/notes/merge.ts';
import { type Anchor, MAX_NOTES, type Note } from '../../../../../src/sharing/notes/note.ts';

const at = (timeUs: number): Anchor => ({ kind: 'time', timeUs });
let held: TraceNotes;
beforeEach(() => {
  held = new TraceNotes();
});

function add(text: string, anchor: Anchor = at(1)): void {
  held.begin(anchor);
  held.write(text);
  held.save();
}
const texts = (): readonly string[] => held.current.get().book.notes.map(({ text }) => text);

describe('a draft', () => {
  test('becomes a note when it is kept, and nothing when it is left', () => {
    add('a');
    held.begin(at(2));
    held.write('b');
    held.cancel();
    expect(texts()).toEqual(['a']);
    expect(held.current.get().draft).toBeNull();
  });

  test('that is left is closed where nothing was changed, and stays where something was', () => {
    held.begin(at(2));
    held.leave();
    expect(held.current.get().draft).toBeNull();
    add('a');
    const [note] = held.current.get().book.notes;
    held.begin(at(1), note as Note);
    expect(held.isChanged).toBe(false);
    held.write('a, changed');
    held.leave();
    expect([held.isChanged, held.current.get().draft?.text]).toEqual([true, 'a, changed']);
  });

  test('is saved where its trace is closed', () => {
    const all = new FileNotes();
    let end = (): void => undefined;
    const trace = {
      file: { feature: () => all },
      connection: 0,
      onEnd: (listener: () => void) => (end = listener),
    };
    const notes = traceNotes.create(trace as unknown as OpenTrace);
    notes.begin(at(2));
    notes.write('half a sentence');
    end();
    expect([...all.all.get()].map(([, list]) => list.map(({ text }) => text))).toEqual([['half a sentence']]);
  });

  test('is not replaced by another one', () => {
    held.begin(at(2));
    held.write('b');
    held.begin(at(3));
    expect(held.current.get().draft).toEqual({ id: null, anchor: at(2), text: 'b' });
  });

  test('without a word stays a draft', () => {
    held.begin(at(2));
    held.write('  ');
    held.save();
    expect(held.current.get().draft).not.toBeNull();
    expect(texts()).toEqual([]);
  });

  test('of an existing note changes it; of one undone meanwhile adds a new one', () => {
    add('a');
    const [note] = held.current.get().book.notes;
    held.begin(at(1), note);
    held.write('A');
    held.save();
    expect(texts()).toEqual(['A']);
    held.begin(at(1), held.current.get().book.notes[0]);
    held.undo();
    held.undo();
    held.write('again');
    held.save();
    expect(texts()).toEqual(['again']);
  });

  test('for which there is no more room is kept as a draft', () => {
    for (let i = 0; i < MAX_NOTES; i++) add(`${i}`);
    add('one more');
    expect(held.current.get().draft?.text).toBe('one more');
    expect(texts()).toHaveLength(MAX_NOTES);
  });
});

test('a deleted note offers its way back until the next change', () => {
  add('a');
  add('b');
  held.remove('n1');
  expect(held.current.get().removed?.text).toBe('a');
  held.undo();
  expect([texts(), held.current.get().removed]).toEqual([['a', 'b'], null]);
  held.redo();
  expect(texts()).toEqual(['b']);
  held.move('n2', at(9));
  expect(held.current.get().book.notes[0]?.anchor).toEqual(at(9));
});

describe('the notes of a file', () => {
  const ofFile = (): FileNotes => {
    const all = new FileNotes();
    for (const [connection, text] of [
      [2, 'b'],
      [0, 'a'],
    ] as const)
      all.of(connection).load([{ id: 'n1', text, anchor: at(1) }]);
    return all;
  };
  const textsOf = (all: FileNotes) =>
    [...all.all.get()].map(([connection, notes]) => [connection, notes.map(({ text }) => text)]);

  test('stand by connection, each with a draft of its own', () => {
    const all = ofFile();
    all.of(0).begin(at(5));
    expect(all.of(2).current.get().draft).toBeNull();
    expect(textsOf(all)).toEqual([
      [0, ['a']],
      [2, ['b']],
    ]);
  });

  test('change with those of each trace, and not with a draft', () => {
    const all = ofFile();
    let changes = 0;
    all.all.subscribe(() => changes++);
    all.of(7).begin(at(5));
    all.of(7).write('c');
    expect(changes).toBe(0);
    all.of(7).save();
    expect(changes).toBe(1);
    expect(textsOf(all).at(-1)).toEqual([7, ['c']]);
    all.of(7).undo();
    expect(textsOf(all)).toHaveLength(2);
  });
});

test('notes from elsewhere take the place of the own ones', () => {
  add('own');
  held.load([{ id: 'n4', text: 'x', anchor: at(1) }]);
  expect(texts()).toEqual(['x']);
  add('z');
  expect(held.current.get().book.notes.map(({ id }) => id)).toEqual(['n4', 'n5']);
});

describe('notes that came from another tab', () => {
  const theirs = [{ id: 'n1', text: 'theirs', anchor: at(9) }];
  const join = (base: readonly Note[], notes: readonly Note[]): void =>
    held.join((book) => mergeBook(book, base, notes));

  test('stand beside those written here, and a draft goes on', () => {
    add('mine');
    held.begin(at(1), held.current.get().book.notes[0]);
    held.write('mine, longer');
    join([], theirs);
    expect(texts()).toEqual(['theirs', 'mine']);
    held.save();
    expect(texts()).toEqual(['theirs', 'mine, longer']);
  });

  test('change nothing where they are the same', () => {
    add('mine');
    const before = held.current.get();
    join(before.book.notes, before.book.notes);
    expect(held.current.get()).toBe(before);
  });
});
