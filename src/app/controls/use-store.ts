/** Reads a store in a component; also where there is no browser, as in tests of what a component says. */
import { useSyncExternalStore } from 'react';
import type { ReadonlyStore } from '../state/store';

/** A part of a store's value: renders again only where the part has another identity. */
export function useSelected<T, Part>(store: ReadonlyStore<T>, select: (value: T) => Part): Part {
  const read = (): Part => select(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}

export function useStore<T>(store: ReadonlyStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
