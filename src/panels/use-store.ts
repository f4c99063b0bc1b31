/** Reads a store in a component. */
import { useSyncExternalStore } from 'react';
import type { Store } from '../view/store';

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
