/**
 * Scrolling of the event list: which pixels of it are seen, also where the scroll bar stands for it in proportion
 * only, and bringing a row into view when the model wants it. The arithmetic is `row-scroll.ts`.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from '../../controls/use-store';
import type { EventList } from './event-list';
import { clampTopPx, ROW_PX, type RowScroll, scaled, scrollTopOf, topPxOf, topPxShowing } from './row-scroll';

/** @returns what is seen of the list, and the pixels of it above the view, kept whatever the scroll bar can tell. */
export function useRowScroll(
  events: EventList,
  grid: RefObject<HTMLDivElement | null>,
): readonly [RowScroll, number] {
  const { matches, reveal } = useStore(events.state);
  const [viewPx, setViewPx] = useState(0);
  const [wishPx, setWishPx] = useState(0);
  const scroll: RowScroll = { rows: matches, viewPx };
  const topPx = clampTopPx(wishPx, scroll);
  const newest = useRef({ scroll, topPx });
  newest.current = { scroll, topPx };
  /** Where the element was last scrolled to from here: its own echo is no wish of the user. */
  const placed = useRef(0);
  const place = useCallback(
    (px: number) => {
      setWishPx(px);
      if (grid.current === null) return;
      grid.current.scrollTop = scrollTopOf(px, newest.current.scroll);
      placed.current = grid.current.scrollTop;
    },
    [grid],
  );
  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null) return;
    const measure = (): void => setViewPx(Math.max(0, element.clientHeight - ROW_PX));
    const onScroll = (): void => {
      const now = newest.current.scroll;
      if (scaled(now.rows) && Math.abs(element.scrollTop - placed.current) < 1) return;
      placed.current = element.scrollTop;
      setWishPx(topPxOf(element.scrollTop, now));
    };
    // In proportion, a turn of the wheel would pass over rows unseen.
    const onWheel = (event: WheelEvent): void => {
      const now = newest.current;
      if (!scaled(now.scroll.rows) || event.ctrlKey || event.deltaY === 0) return;
      const unit = [1, ROW_PX, now.scroll.viewPx][event.deltaMode] ?? 1;
      const next = clampTopPx(now.topPx + event.deltaY * unit, now.scroll);
      if (next === now.topPx) return;
      event.preventDefault();
      newest.current = { ...now, topPx: next };
      place(next);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
    };
  }, [grid, place]);
  const seen = viewPx > 0;
  useLayoutEffect(() => {
    const now = newest.current;
    if (reveal !== null && seen) place(topPxShowing(reveal.index, now.topPx, now.scroll));
  }, [reveal, seen, place]);
  return [scroll, topPx];
}
