/** How many notes the traces of a set have. */
import { traceNotes } from '../state/notes/file-notes';
import type { OpenSet } from '../state/traces/open-trace';
import { useOfSet } from './use-of-set';

export const useNoteCount = (set: OpenSet): number =>
  useOfSet(
    set,
    (trace) => trace.feature(traceNotes).current,
    (all) => all.reduce((sum, { book }) => sum + book.notes.length, 0),
  );
