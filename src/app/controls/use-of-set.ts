/** What stores of all traces of a set say together. */
import { useCallback, useSyncExternalStore } from 'react';
import type { ReadonlyStore } from '../state/store';
import type { OpenSet, OpenTrace } from '../state/traces/open-trace';
import { useSelected } from './use-store';

/** @param storeOf always the same store of a trace. @param read of the values of all, in the order of the set. */
export function useOfSet<T, Read extends number | boolean>(
  set: OpenSet,
  storeOf: (trace: OpenTrace) => ReadonlyStore<T>,
  read: (values: readonly T[]) => Read,
): Read {
  const lanes = useSelected(set.view, (view) => view.lanes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the members are those of the lanes
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = set.members.map(({ trace }) => storeOf(trace).subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [set, lanes],
  );
  const now = (): Read => read(set.members.map(({ trace }) => storeOf(trace).get()));
  return useSyncExternalStore(subscribe, now, now);
}
