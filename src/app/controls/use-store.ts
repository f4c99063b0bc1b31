/** Reads a store in a component. */
import { useSyncExternalStore } from 'react';
import type { ReadonlyStore } from '../state/store';

/** A part of a store's value: renders again only where the part has another identity. */
export function useSelected<T, Part>(store: ReadonlyStore<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

export function useStore<T>(store: ReadonlyStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
