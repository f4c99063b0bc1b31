/**
 * Whether an element of a long list is in sight, so that only what is there has content: one observer tells it for all.
 * Printing brings everything into sight.
 */
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** What is this near to the window, or to what scrolls in it, counts as in sight: it has content before it is scrolled to. */
const NEAR = '400px';

type OnTurn = (isInSight: boolean) => void;

const followed = new WeakMap<Element, OnTurn>();
let observer: IntersectionObserver | null = null;

function follow(element: Element, onTurn: OnTurn): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) followed.get(target)?.(isIntersecting);
    },
    { rootMargin: NEAR, scrollMargin: NEAR },
  );
  const of = observer;
  followed.set(element, onTurn);
  of.observe(element);
  return () => {
    of.unobserve(element);
    followed.delete(element);
  };
}

let isPrinting = false;

function followPrinting(changed: () => void): () => void {
  const begin = (): void => {
    isPrinting = true;
    changed();
  };
  const end = (): void => {
    isPrinting = false;
    changed();
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** Whether the page is being printed: then nothing is folded or left out. */
export function usePrinting(): boolean {
  return useSyncExternalStore(followPrinting, () => isPrinting);
}

/** @returns the height that the element had when it was last in sight, CSS pixels, where it is out of sight; null in sight. */
export function useHeightOutOfSight(element: RefObject<HTMLElement | null>, usualPx: number): number | null {
  const printing = usePrinting();
  const [heightPx, setHeightPx] = useState<number | null>(usualPx);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    return follow(current, (isInSight) => setHeightPx(isInSight ? null : current.offsetHeight));
  }, [element]);
  return printing ? null : heightPx;
}
