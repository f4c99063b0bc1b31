/** Notes changed in two places: nobody's words are lost, and no id means two notes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeBook, mergeNotes, sameNotes } from '../../../../src/sharing/notes/merge.ts';
import { MAX_NOTES, type Note } from '../../../../src/sharing/notes/note.ts';
import {
  addNote,
  editNote,
  notebookOf,
  removeNote,
  undoNotes,
} from '../../../../src/sharing/notes/notebook.ts';

const note = (number: number, text = `text ${number}`): Note => ({
  id: `n${number}`,
  text,
  anchor: { kind: 'time', timeUs: number },
});
const A = note(1);
const B = note(2);
const texts = (notes: readonly Note[]): readonly string[] => notes.map(({ text }) => text);

describe('what one side did is done', () => {
  const cases: readonly (readonly [string, Note[], Note[], Note[], string[]])[] = [
    ['theirs is new', [A], [A], [A, B], ['text 1', 'text 2']],
    ['mine is new', [A], [A, B], [A], ['text 1', 'text 2']],
    [
      'both are new, with one id',
      [A],
      [A, note(2, 'mine')],
      [A, note(2, 'theirs')],
      ['text 1', 'theirs', 'mine'],
    ],
    ['theirs is deleted', [A, B], [A, B], [B], ['text 2']],
    ['mine is deleted', [A, B], [B], [A, B], ['text 2']],
    ['theirs is changed', [A], [A], [note(1, 'new')], ['new']],
    ['mine is changed', [A], [note(1, 'new')], [A, B], ['new', 'text 2']],
    ['both are changed', [A], [note(1, 'mine')], [note(1, 'theirs')], ['mine']],
    ['mine is deleted, theirs changed', [A], [], [note(1, 'theirs')], ['theirs']],
    ['mine is changed, theirs deleted', [A], [note(1, 'mine')], [], ['mine']],
    ['both are the same', [], [A], [A], ['text 1']],
  ];
  test.each(cases)('%s', (_, base, mine, theirs, wanted) => {
    expect(texts(mergeNotes(base, mine, theirs).notes)).toEqual(wanted);
  });
});

test('a note that got another id is reported', () => {
  const { notes, renamed } = mergeNotes([], [note(1, 'mine')], [note(1, 'theirs')]);
  expect([...renamed]).toEqual([['n1', 'n2']]);
  expect(notes.map(({ id }) => id)).toEqual(['n1', 'n2']);
});

test('there are never more notes than there may be', () => {
  const many = (from: number): Note[] => Array.from({ length: MAX_NOTES }, (_, i) => note(from + i));
  expect(mergeNotes([], many(1), many(1000)).notes).toHaveLength(MAX_NOTES);
});

test('a notebook keeps its way back, with the other side’s notes on every step', () => {
  const begun = addNote(notebookOf([A]), { kind: 'time', timeUs: 5 }, 'mine');
  const { book } = mergeBook(begun, [A], [A, note(2, 'theirs')]);
  expect(texts(book.notes)).toEqual(['text 1', 'theirs', 'mine']);
  const back = undoNotes(book);
  expect(texts(back.notes)).toEqual(['text 1', 'theirs']);
  const next = addNote(back, { kind: 'time', timeUs: 9 }, 'next');
  expect(new Set(next.notes.map(({ id }) => id)).size).toBe(3);
});

test('a notebook that gains nothing stays the same value', () => {
  const book = notebookOf([A, B]);
  expect(mergeBook(book, [A, B], [A, { ...B }]).book).toBe(book);
});

/** Steps of one side, as a hand makes them. */
const steps = fc.array(fc.record({ what: fc.constantFrom('add', 'edit', 'remove'), at: fc.nat(5) }), {
  maxLength: 6,
});

test('two tabs that merge in turn end with the same notes, with all additions', () => {
  fc.assert(
    fc.property(fc.nat(4), steps, steps, (length, ours, others) => {
      const base = Array.from({ length }, (_, i) => note(i + 1));
      const after = (name: string, hand: typeof ours): readonly Note[] =>
        hand.reduce((book, { what, at }, i) => {
          const id = book.notes[at]?.id ?? '';
          if (what === 'add') return addNote(book, { kind: 'time', timeUs: i }, `${name} ${i}`);
          return what === 'edit' ? editNote(book, id, `${name} edit ${i}`) : removeNote(book, id);
        }, notebookOf(base)).notes;
      const [mine, theirs] = [after('mine', ours), after('theirs', others)];
      const merged = mergeNotes(base, mine, theirs).notes;
      expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length);
      for (const side of [mine, theirs])
        for (const { id, text } of side)
          if (!base.some((before) => before.id === id)) expect(texts(merged)).toContain(text);
      // The other tab reads what was written: nothing is left to be merged.
      expect(sameNotes(mergeNotes(theirs, theirs, merged).notes, merged)).toBe(true);
    }),
  );
});
