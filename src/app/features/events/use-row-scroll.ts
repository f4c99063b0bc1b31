/**
 * Scrolling of the event list: which pixels of it are visible, also where the scroll position is scaled,
 * and scrolling to a row when the model requests it. The arithmetic is in `row-scroll.ts`.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import {
  clampTopPx,
  ROW_PX,
  type RowScroll,
  scaled,
  scrollTopOf,
  topPxOf,
  topPxShowing,
} from '../../controls/row-scroll';
import { useStore } from '../../controls/use-store';
import type { EventList } from './event-list';

/** @returns the view, and the exact pixels of the list above it, which `scrollTop` may not be able to represent. */
export function useRowScroll(
  events: EventList,
  grid: RefObject<HTMLDivElement | null>,
): readonly [RowScroll, number] {
  const { matches, reveal } = useStore(events.state);
  const [viewPx, setViewPx] = useState(0);
  const [wantedPx, setWantedPx] = useState(0);
  const scroll: RowScroll = { rows: matches, viewPx };
  const topPx = clampTopPx(wantedPx, scroll);
  const newest = useRef({ scroll, topPx });
  newest.current = { scroll, topPx };
  /** The `scrollTop` last set here: its own scroll event is ignored. */
  const placed = useRef(0);
  const place = useCallback(
    (px: number) => {
      setWantedPx(px);
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
      setWantedPx(topPxOf(element.scrollTop, now));
    };
    // Where the position is scaled, a wheel step would skip rows.
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
