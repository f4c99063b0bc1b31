/** Reads a store in a component. */
import { useEffect, useReducer, useSyncExternalStore } from 'react';
import type { Store } from '../state/store';

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Renders again whenever one of the stores changes. The list must keep its identity while its items are the same. */
export function useAny(stores: readonly Store<unknown>[]): void {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const ends = stores.map((store) => store.subscribe(renderAgain));
    return () => {
      for (const end of ends) end();
    };
  }, [stores]);
}
