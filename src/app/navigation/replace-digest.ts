/**
 * Moves notes from a digest, or from a stored record, to the file that it is about, and waits until that file is read.
 * Called by `follow-link.ts`. A record is
 * the user's own; a digest may come from anybody and name any file, so adding its notes can be undone.
 */
import { mergeBook } from '../../sharing/notes/merge';
import { type Note, sameAnchor } from '../../sharing/notes/note';
import { fileNotes, type NotesByConnection } from '../state/notes/file-notes';
import type { OpenFile } from '../state/traces/open-file';

/** Adds notes of a digest, by connection; the page reports it and offers Undo. */
export function bringNotes(file: OpenFile, notes: NotesByConnection): void {
  for (const [connection, list] of notes) file.feature(fileNotes).of(connection).bring(list);
}

/** Adds notes of a stored record, by connection, without duplicates. */
export function giveNotes(file: OpenFile, notes: NotesByConnection): void {
  for (const [connection, list] of notes) {
    file
      .feature(fileNotes)
      .of(connection)
      .join((book) => {
        // The same text at the same place may have another id here.
        const isNew = ({ text, anchor }: Note): boolean =>
          !book.notes.some((there) => there.text === text && sameAnchor(there.anchor, anchor));
        return mergeBook(book, [], list.filter(isNew));
      });
  }
}
