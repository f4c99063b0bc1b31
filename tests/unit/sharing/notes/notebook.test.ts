/** Notes as values: written, edited, moved, deleted, undone; ids that never mean two notes; the order they are told in. */
import { describe, expect, test } from 'vitest';
import {
  type Anchor,
  type FindingPlace,
  MAX_NOTES,
  placedNotes,
} from '../../../../src/sharing/notes/note.ts';
import {
  addNote,
  EMPTY_NOTEBOOK,
  editNote,
  MAX_STEPS,
  moveNote,
  type Notebook,
  notebookOf,
  redoNotes,
  removeNote,
  undoNotes,
} from '../../../../src/sharing/notes/notebook.ts';

const at = (timeUs: number): Anchor => ({ kind: 'time', timeUs });
const range = (fromUs: number, toUs: number): Anchor => ({ kind: 'range', fromUs, toUs });
const texts = ({ notes }: Notebook): readonly string[] => notes.map(({ text }) => text);
const three = ['a', 'b', 'c'].reduce((book, text, i) => addNote(book, at(i), text), EMPTY_NOTEBOOK);

describe('a notebook', () => {
  test('takes notes, edits, moves and deletes them, and takes each of these back', () => {
    const edited = editNote(three, 'n2', ' B ');
    expect(texts(edited)).toEqual(['a', 'B', 'c']);
    const moved = moveNote(edited, 'n2', range(5, 9));
    expect(moved.notes[1]).toEqual({ id: 'n2', text: 'B', anchor: range(5, 9) });
    const removed = removeNote(moved, 'n1');
    expect(texts(removed)).toEqual(['B', 'c']);
    expect(undoNotes(removed).notes).toEqual(moved.notes);
    expect(undoNotes(undoNotes(removed)).notes).toEqual(edited.notes);
    expect(redoNotes(undoNotes(removed)).notes).toEqual(removed.notes);
  });

  test('changes nothing, and keeps no step, for what changes nothing', () => {
    expect(editNote(three, 'n2', 'b')).toBe(three);
    expect(editNote(three, 'n2', '  ')).toBe(three);
    expect(moveNote(three, 'n1', at(0))).toBe(three);
    expect(removeNote(three, 'n9')).toBe(three);
    expect(addNote(three, at(1), '\n')).toBe(three);
    expect(undoNotes(EMPTY_NOTEBOOK)).toBe(EMPTY_NOTEBOOK);
    expect(redoNotes(three)).toBe(three);
  });

  test('never gives an id twice, also after an undo or a deletion', () => {
    const two = addNote(addNote(removeNote(three, 'n3'), at(7), 'd'), at(8), 'e');
    expect(two.notes.map(({ id }) => id)).toEqual(['n1', 'n2', 'n4', 'n5']);
    const again = addNote(undoNotes(three), at(7), 'd');
    expect(again.notes.map(({ id }) => id)).toEqual(['n1', 'n2', 'n4']);
    expect(addNote(notebookOf(again.notes), at(8), 'e').notes.map(({ id }) => id)).toContain('n5');
  });

  test('drops what lay ahead when something else is done', () => {
    expect(redoNotes(addNote(undoNotes(three), at(7), 'd')).notes).toHaveLength(3);
    expect(texts(redoNotes(addNote(undoNotes(three), at(7), 'd')))).toEqual(['a', 'b', 'd']);
  });

  test('is bounded in notes, in their length and in its steps back', () => {
    let book: Notebook = EMPTY_NOTEBOOK;
    for (let i = 0; i < MAX_NOTES + 10; i++) book = addNote(book, at(i), `note ${i}`);
    expect(book.notes).toHaveLength(MAX_NOTES);
    expect(book.past).toHaveLength(MAX_STEPS);
    expect(addNote(EMPTY_NOTEBOOK, at(0), 'x'.repeat(10_000)).notes[0]?.text).toHaveLength(4000);
  });
});

describe('notes in their order', () => {
  const findings: readonly FindingPlace[] = [{ key: 'f.1', title: 'F', startUs: 20, endUs: 90 }];

  test('are sorted by time, the shorter first, then by id; those without a place come last', () => {
    let book = addNote(EMPTY_NOTEBOOK, { kind: 'finding', key: 'gone.1' }, 'nowhere');
    book = addNote(book, { kind: 'finding', key: 'f.1' }, 'finding');
    book = addNote(book, at(20), 'time');
    book = addNote(book, range(3, 8), 'range');
    book = addNote(book, at(20), 'younger');
    const placed = placedNotes(book.notes, findings);
    expect(placed.map(({ note }) => note.text)).toEqual(['range', 'time', 'younger', 'finding', 'nowhere']);
    expect(placed[3]).toMatchObject({ place: { fromUs: 20, toUs: 90 }, finding: { title: 'F' } });
    expect(placed[4]).toMatchObject({ place: null, finding: null });
  });
});
