/**
 * The notes of one connection with undo and redo: every change returns a new notebook and keeps the previous notes, up
 * to `MAX_STEPS`. Numbers of notes only grow, also after an undo, so that an id is never used for two notes.
 */
import { beginningOf } from '../../engine/base/text/plain';
import { type Anchor, MAX_NOTE_LENGTH, MAX_NOTES, type Note, numberOfId, sameAnchor } from './note';

export interface Notebook {
  /** In order of creation. */
  readonly notes: readonly Note[];
  readonly past: readonly (readonly Note[])[];
  readonly future: readonly (readonly Note[])[];
  readonly nextNumber: number;
}

export const EMPTY_NOTEBOOK: Notebook = { notes: [], past: [], future: [], nextNumber: 1 };

export const MAX_STEPS = 100;

/** A notebook with existing notes: from a link, a file, the last visit. */
export function notebookOf(notes: readonly Note[]): Notebook {
  const highest = notes.reduce((most, { id }) => Math.max(most, numberOfId(id)), 0);
  return { ...EMPTY_NOTEBOOK, notes, nextNumber: highest + 1 };
}

function changed(book: Notebook, notes: readonly Note[]): Notebook {
  return { ...book, notes, past: [...book.past, book.notes].slice(-MAX_STEPS), future: [] };
}

/** The text as stored: trimmed and bounded. */
function stored(text: string): string {
  return beginningOf(text, MAX_NOTE_LENGTH).trim();
}

/** Adds a note. An empty text, or a note beyond `MAX_NOTES`, changes nothing. */
export function addNote(book: Notebook, anchor: Anchor, text: string): Notebook {
  const words = stored(text);
  if (words === '' || book.notes.length >= MAX_NOTES) return book;
  const note: Note = { id: `n${book.nextNumber}`, text: words, anchor };
  return { ...changed(book, [...book.notes, note]), nextNumber: book.nextNumber + 1 };
}

/** Adds notes from elsewhere in one step, with new ids; duplicates are skipped. */
export function addNotes(book: Notebook, notes: readonly Note[]): Notebook {
  const isNew = ({ text, anchor }: Note): boolean =>
    !book.notes.some((there) => there.text === text && sameAnchor(there.anchor, anchor));
  const added = notes
    .filter(isNew)
    .slice(0, Math.max(0, MAX_NOTES - book.notes.length))
    .map(({ text, anchor }, i): Note => ({ id: `n${book.nextNumber + i}`, text, anchor }));
  if (added.length === 0) return book;
  return { ...changed(book, [...book.notes, ...added]), nextNumber: book.nextNumber + added.length };
}

function replaced(book: Notebook, id: string, change: (note: Note) => Note): Notebook {
  const notes = book.notes.map((note) => (note.id === id ? change(note) : note));
  return notes.every((note, i) => note === book.notes[i]) ? book : changed(book, notes);
}

/** Changes the text of a note. An empty text changes nothing: use `removeNote`. */
export function editNote(book: Notebook, id: string, text: string): Notebook {
  const words = stored(text);
  return replaced(book, id, (note) =>
    words === '' || words === note.text ? note : { ...note, text: words },
  );
}

export function moveNote(book: Notebook, id: string, anchor: Anchor): Notebook {
  return replaced(book, id, (note) => (sameAnchor(note.anchor, anchor) ? note : { ...note, anchor }));
}

export function removeNote(book: Notebook, id: string): Notebook {
  const notes = book.notes.filter((note) => note.id !== id);
  return notes.length === book.notes.length ? book : changed(book, notes);
}

/** Undoes the last change; returns the same notebook where there is none. */
export function undoNotes(book: Notebook): Notebook {
  const notes = book.past[book.past.length - 1];
  if (notes === undefined) return book;
  return { ...book, notes, past: book.past.slice(0, -1), future: [book.notes, ...book.future] };
}

export function redoNotes(book: Notebook): Notebook {
  const [notes, ...future] = book.future;
  if (notes === undefined) return book;
  return { ...book, notes, past: [...book.past, book.notes], future };
}
