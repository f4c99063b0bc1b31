/** Notes of an open trace: drafts, the way back from a deletion, and a notebook per connection. */
import { beforeEach, describe, expect, test } from 'vitest';
import { NoteDesk } from '../../../../src/app/state/note-desk.ts';
import { mergeBook } from '../../../../src/sharing/notes/merge.ts';
import { type Anchor, MAX_NOTES, type Note } from '../../../../src/sharing/notes/note.ts';

const at = (timeUs: number): Anchor => ({ kind: 'time', timeUs });
let desk: NoteDesk;
beforeEach(() => {
  desk = new NoteDesk();
});

function add(text: string, anchor: Anchor = at(1)): void {
  desk.begin(anchor);
  desk.write(text);
  desk.save();
}
const texts = (): readonly string[] => desk.current.get().book.notes.map(({ text }) => text);

describe('a draft', () => {
  test('becomes a note when it is kept, and nothing when it is left', () => {
    add('a');
    desk.begin(at(2));
    desk.write('b');
    desk.cancel();
    expect(texts()).toEqual(['a']);
    expect(desk.current.get().draft).toBeNull();
  });

  test('is not replaced by another one', () => {
    desk.begin(at(2));
    desk.write('b');
    desk.begin(at(3));
    expect(desk.current.get().draft).toEqual({ id: null, anchor: at(2), text: 'b' });
  });

  test('without a word stays a draft', () => {
    desk.begin(at(2));
    desk.write('  ');
    desk.save();
    expect(desk.current.get().draft).not.toBeNull();
    expect(texts()).toEqual([]);
  });

  test('of a note writes that one anew; of one undone meanwhile, a new one', () => {
    add('a');
    const [note] = desk.current.get().book.notes;
    desk.begin(at(1), note);
    desk.write('A');
    desk.save();
    expect(texts()).toEqual(['A']);
    desk.begin(at(1), desk.current.get().book.notes[0]);
    desk.undo();
    desk.undo();
    desk.write('again');
    desk.save();
    expect(texts()).toEqual(['again']);
  });

  test('for which there is no more room is kept as a draft', () => {
    for (let i = 0; i < MAX_NOTES; i++) add(`${i}`);
    add('one more');
    expect(desk.current.get().draft?.text).toBe('one more');
    expect(texts()).toHaveLength(MAX_NOTES);
  });
});

test('a deleted note offers its way back until the next change', () => {
  add('a');
  add('b');
  desk.remove('n1');
  expect(desk.current.get().removed?.text).toBe('a');
  desk.undo();
  expect([texts(), desk.current.get().removed]).toEqual([['a', 'b'], null]);
  desk.redo();
  expect(texts()).toEqual(['b']);
  desk.move('n2', at(9));
  expect(desk.current.get().book.notes[0]?.anchor).toEqual(at(9));
});

test('every connection has notes and a draft of its own', () => {
  add('a');
  desk.begin(at(5));
  desk.turnTo(2);
  expect([texts(), desk.current.get().draft]).toEqual([[], null]);
  add('b');
  expect([...desk.all()].map(([connection, notes]) => [connection, notes.map(({ text }) => text)])).toEqual([
    [0, ['a']],
    [2, ['b']],
  ]);
  desk.turnTo(0);
  expect(texts()).toEqual(['a']);
  expect(desk.current.get().draft?.anchor).toEqual(at(5));
});

test('notes from elsewhere take their place, for the connection that they belong to', () => {
  desk.load(0, [{ id: 'n4', text: 'x', anchor: at(1) }]);
  desk.load(3, [{ id: 'n1', text: 'y', anchor: at(1) }]);
  expect(texts()).toEqual(['x']);
  add('z');
  expect(desk.current.get().book.notes.map(({ id }) => id)).toEqual(['n4', 'n5']);
  desk.turnTo(3);
  expect(texts()).toEqual(['y']);
});

describe('notes that came from another tab', () => {
  const theirs = [{ id: 'n1', text: 'theirs', anchor: at(9) }];
  const join = (connection: number, base: readonly Note[], notes: readonly Note[]): void =>
    desk.join(connection, (book) => mergeBook(book, base, notes));

  test('stand beside those written here, and a draft goes on', () => {
    add('mine');
    desk.begin(at(1), desk.current.get().book.notes[0]);
    desk.write('mine, longer');
    join(0, [], theirs);
    expect(texts()).toEqual(['theirs', 'mine']);
    desk.save();
    expect(texts()).toEqual(['theirs', 'mine, longer']);
  });

  test('wait in a connection that is not looked at', () => {
    join(3, [], theirs);
    expect(texts()).toEqual([]);
    desk.turnTo(3);
    expect(texts()).toEqual(['theirs']);
  });

  test('change nothing where they are the same', () => {
    add('mine');
    const before = desk.current.get();
    join(0, before.book.notes, before.book.notes);
    expect(desk.current.get()).toBe(before);
  });
});
