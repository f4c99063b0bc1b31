/**
 * What passes from a digest, or from a record on this device, to the trace that it is about: its notes, beside those
 * that stand there, and its place, when that trace is really there. When this is asked is `follow-link.ts`. A record is
 * the user's own; a digest may be anybody's, and may claim to be of any file, so that its notes come with a way back.
 */
import { mergeBook } from '../../../sharing/notes/merge';
import { type Note, sameAnchor } from '../../../sharing/notes/note';
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../../state/open-trace';
import { traceNotes } from '../notes/trace-notes';

/** Notes of a digest, by connection: it is said that they came, and they can be sent away again. */
export function bringNotes(trace: OpenTrace, notes: ReadonlyMap<number, readonly Note[]>): void {
  for (const [connection, list] of notes) trace.feature(traceNotes).bring(connection, list);
}

/** Notes by connection come beside those of the trace; what it has already is not there twice. */
export function giveNotes(trace: OpenTrace, notes: ReadonlyMap<number, readonly Note[]>): void {
  for (const [connection, list] of notes) {
    trace.feature(traceNotes).join(connection, (book) => {
      // The same words at the same place may have another id here.
      const isNew = ({ text, anchor }: Note): boolean =>
        !book.notes.some((there) => there.text === text && sameAnchor(there.anchor, anchor));
      return mergeBook(book, [], list.filter(isNew));
    });
  }
}

/** Settled when nothing more comes from a trace. @returns false where it could not be read, or was closed. */
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
