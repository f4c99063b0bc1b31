/** Notes of an open trace: drafts, the way back from a deletion, and a notebook per connection. */
import { beforeEach, describe, expect, test } from 'vitest';
import { TraceNotes } from '../../../../../src/app/features/notes/trace-notes.ts';
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

test('every connection has notes and a draft of its own', () => {
  add('a');
  held.begin(at(5));
  held.turnTo(2);
  expect([texts(), held.current.get().draft]).toEqual([[], null]);
  add('b');
  expect([...held.all()].map(([connection, notes]) => [connection, notes.map(({ text }) => text)])).toEqual([
    [0, ['a']],
    [2, ['b']],
  ]);
  held.turnTo(0);
  expect(texts()).toEqual(['a']);
  expect(held.current.get().draft?.anchor).toEqual(at(5));
});

test('notes from elsewhere take their place, for the connection that they belong to', () => {
  held.load(0, [{ id: 'n4', text: 'x', anchor: at(1) }]);
  held.load(3, [{ id: 'n1', text: 'y', anchor: at(1) }]);
  expect(texts()).toEqual(['x']);
  add('z');
  expect(held.current.get().book.notes.map(({ id }) => id)).toEqual(['n4', 'n5']);
  held.turnTo(3);
  expect(texts()).toEqual(['y']);
});

describe('notes that came from another tab', () => {
  const theirs = [{ id: 'n1', text: 'theirs', anchor: at(9) }];
  const join = (connection: number, base: readonly Note[], notes: readonly Note[]): void =>
    held.join(connection, (book) => mergeBook(book, base, notes));

  test('stand beside those written here, and a draft goes on', () => {
    add('mine');
    held.begin(at(1), held.current.get().book.notes[0]);
    held.write('mine, longer');
    join(0, [], theirs);
    expect(texts()).toEqual(['theirs', 'mine']);
    held.save();
    expect(texts()).toEqual(['theirs', 'mine, longer']);
  });

  test('are kept for a connection that is not shown', () => {
    join(3, [], theirs);
    expect(texts()).toEqual([]);
    held.turnTo(3);
    expect(texts()).toEqual(['theirs']);
  });

  test('change nothing where they are the same', () => {
    add('mine');
    const before = held.current.get();
    join(0, before.book.notes, before.book.notes);
    expect(held.current.get()).toBe(before);
  });
});
