/** How many notes the traces of a set have. */
import { useCallback, useSyncExternalStore } from 'react';
import { traceNotes } from '../state/notes/file-notes';
import type { OpenSet } from '../state/traces/open-trace';
import { useSelected } from './use-store';

export function useNoteCount(set: OpenSet): number {
  const lanes = useSelected(set.view, (view) => view.lanes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the members are those of the lanes
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = set.members.map(({ trace }) => trace.feature(traceNotes).current.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [set, lanes],
  );
  return useSyncExternalStore(subscribe, () =>
    set.members.reduce(
      (sum, { trace }) => sum + trace.feature(traceNotes).current.get().book.notes.length,
      0,
    ),
  );
}
