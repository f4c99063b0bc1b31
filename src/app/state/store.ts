/**
 * A store in a few lines: one readonly value, replaced as a whole, and listeners. React takes it through
 * useSyncExternalStore; the panels subscribe to it directly, because a pan must not render React.
 */

export interface Store<T> {
  get(): T;
  /** Replaces the value; listeners run only when it has changed. */
  set(next: T): void;
  update(change: (current: T) => T): void;
  /** @returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

/** A store that only its owner changes. */
export type ReadonlyStore<T> = Pick<Store<T>, 'get' | 'subscribe'>;

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const store: Store<T> = {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    update: (change) => store.set(change(value)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return store;
}
