/**
 * Moves notes from a digest, or from a stored record, to the trace that it is about, and waits until that trace is read.
 * Called by `follow-link.ts`. A record is
 * the user's own; a digest may come from anybody and name any file, so adding its notes can be undone.
 */
import { mergeBook } from '../../../sharing/notes/merge';
import { type Note, sameAnchor } from '../../../sharing/notes/note';
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../../state/open-trace';
import { traceNotes } from '../notes/trace-notes';

/** Adds notes of a digest, by connection; the page reports it and offers Undo. */
export function bringNotes(trace: OpenTrace, notes: ReadonlyMap<number, readonly Note[]>): void {
  for (const [connection, list] of notes) trace.feature(traceNotes).bring(connection, list);
}

/** Adds notes of a stored record, by connection, without duplicates. */
export function giveNotes(trace: OpenTrace, notes: ReadonlyMap<number, readonly Note[]>): void {
  for (const [connection, list] of notes) {
    trace.feature(traceNotes).join(connection, (book) => {
      // The same text at the same place may have another id here.
      const isNew = ({ text, anchor }: Note): boolean =>
        !book.notes.some((there) => there.text === text && sameAnchor(there.anchor, anchor));
      return mergeBook(book, [], list.filter(isNew));
    });
  }
}

/** Resolves when a trace is read. @returns false where it could not be read, or was closed. */
export function readToEnd({ traces }: AppState, trace: OpenTrace): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): void => {
      const open = traces.traces.includes(trace);
      if (open && trace.state === 'loading') return;
      for (const end of ends) end();
      resolve(open && trace.state === 'ready');
    };
    const ends = [trace.snapshot, trace.crash, traces.list].map((store) => store.subscribe(look));
    look();
  });
}
