/**
 * Three-way merge of notes that were changed in two places: two tabs with one trace, or a page and the store
 * on this device. Changes of one side are applied to the other; where both changed one note, the own
 * text stays, and a deletion never removes a note that the other side has changed. Pure; storing is left to `src/app/state/device`.
 */
import { MAX_NOTES, type Note, numberOfId, sameAnchor } from './note';
import type { Notebook } from './notebook';

export interface MergedNotes {
  readonly notes: readonly Note[];
  /** Own notes that got another id, since both sides used it: old → new. */
  readonly renamed: ReadonlyMap<string, string>;
}

const NOTHING_RENAMED: ReadonlyMap<string, string> = new Map();

function sameNote(a: Note | undefined, b: Note | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a === b || (a.id === b.id && a.text === b.text && sameAnchor(a.anchor, b.anchor));
}

/** @returns true where both hold the same notes in the same order. */
export function sameNotes(a: readonly Note[], b: readonly Note[]): boolean {
  return a === b || (a.length === b.length && a.every((note, i) => sameNote(note, b[i])));
}

const byId = (notes: readonly Note[]): ReadonlyMap<string, Note> =>
  new Map(notes.map((note) => [note.id, note]));

const highestOf = (...lists: readonly (readonly Note[])[]): number =>
  lists.flat().reduce((most, { id }) => Math.max(most, numberOfId(id)), 0);

/**
 * @param base the common ancestor.
 * @param mine, theirs the current notes of each side. Own additions beyond `MAX_NOTES` are dropped.
 */
export function mergeNotes(
  base: readonly Note[],
  mine: readonly Note[],
  theirs: readonly Note[],
): MergedNotes {
  if (sameNotes(base, theirs)) return { notes: mine, renamed: NOTHING_RENAMED };
  const [was, own, other] = [byId(base), byId(mine), byId(theirs)];
  const merged: Note[] = [];
  for (const note of theirs) {
    const [before, here] = [was.get(note.id), own.get(note.id)];
    const changedHere = before !== undefined && !sameNote(before, here);
    if (!changedHere) merged.push(note);
    else if (here !== undefined) merged.push(here);
    else if (!sameNote(before, note)) merged.push(note);
  }
  const renamed = new Map<string, string>();
  let highest = highestOf(base, mine, theirs);
  for (const note of mine) {
    if (merged.length >= MAX_NOTES) break;
    const [before, there] = [was.get(note.id), other.get(note.id)];
    if (before !== undefined) {
      if (there === undefined && !sameNote(before, note)) merged.push(note);
    } else if (there === undefined) merged.push(note);
    else if (!sameNote(there, note)) {
      renamed.set(note.id, `n${++highest}`);
      merged.push({ ...note, id: `n${highest}` });
    }
  }
  return { notes: merged, renamed };
}

/** The same for a notebook: the other side's changes are merged into its undo and redo steps too. */
export function mergeBook(
  book: Notebook,
  base: readonly Note[],
  theirs: readonly Note[],
): { readonly book: Notebook; readonly renamed: ReadonlyMap<string, string> } {
  const { notes, renamed } = mergeNotes(base, book.notes, theirs);
  if (sameNotes(notes, book.notes)) return { book, renamed };
  const step = (before: readonly Note[]): readonly Note[] => {
    const named = before.map((note) => ({ ...note, id: renamed.get(note.id) ?? note.id }));
    return mergeNotes(base, named, theirs).notes;
  };
  const past = book.past.map(step);
  const future = book.future.map(step);
  const nextNumber = Math.max(book.nextNumber, highestOf(notes, ...past, ...future) + 1);
  return { book: { notes, past, future, nextNumber }, renamed };
}
