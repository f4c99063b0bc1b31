/**
 * Which entries of a long list are in sight, so that only these have content: one observer tells it for all of them. A page
 * that is printed shows all.
 */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { createStore, type ReadonlyStore, type Store } from '../state/store';
import { useStore } from './use-store';

/** What is this near to the window, or to what scrolls in it, counts as in sight: it has content before it is scrolled to. */
const NEAR = '400px';

type OnTurn = (isInSight: boolean) => void;

export class ListSight {
  readonly #isPrinted: Store<boolean> = createStore(false);
  readonly #followed = new Map<Element, OnTurn>();
  #observer: IntersectionObserver | null = null;

  get isPrinted(): ReadonlyStore<boolean> {
    return this.#isPrinted;
  }

  /** Follows the window's printing. @returns the function that ends it. */
  begin(): () => void {
    const ends = new AbortController();
    const { signal } = ends;
    window.addEventListener('beforeprint', () => this.#isPrinted.set(true), { signal });
    window.addEventListener('afterprint', () => this.#isPrinted.set(false), { signal });
    return () => ends.abort();
  }

  /** Calls back when the entry comes into sight or leaves it, first with what it is. @returns the function that ends it. */
  follow(element: Element, onTurn: OnTurn): () => void {
    this.#observer ??= new IntersectionObserver((entries) => this.#take(entries), {
      rootMargin: NEAR,
      scrollMargin: NEAR,
    });
    this.#followed.set(element, onTurn);
    this.#observer.observe(element);
    return () => {
      this.#observer?.unobserve(element);
      this.#followed.delete(element);
    };
  }

  #take(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) this.#followed.get(target)?.(isIntersecting);
  }
}

/** That of a list, as long as it is there. */
export function useListSight(): ListSight {
  const [sight] = useState(() => new ListSight());
  useEffect(() => sight.begin(), [sight]);
  return sight;
}

/**
 * @param usualPx height of an entry that was not in sight yet, CSS pixels.
 * @returns the height that an entry out of sight has to have, CSS pixels; null for one in sight.
 */
export function useHeightOutOfSight(
  sight: ListSight,
  element: RefObject<HTMLElement | null>,
  usualPx: number,
): number | null {
  const isPrinted = useStore(sight.isPrinted);
  const [heightPx, setHeightPx] = useState<number | null>(usualPx);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    return sight.follow(current, (isInSight) => setHeightPx(isInSight ? null : current.offsetHeight));
  }, [sight, element]);
  return isPrinted ? null : heightPx;
}
