/**
 * Scrolling of a grid of which only the visible rows are in the document: which pixels of it are visible, also where the
 * scroll position is scaled, and scrolling to a row when that is asked for. The arithmetic is in `row-scroll.ts`.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { clampTopPx, ROW_PX, type RowScroll, scaled, scrollTopOf, topPxOf, topPxShowing } from './row-scroll';

interface ScrolledRows {
  readonly rows: number;
  /** Height of the headings, which stay. */
  readonly headPx: number;
  /** A new value asks to scroll to a row. */
  readonly asked: unknown;
  /** Index of that row; null for none. */
  readonly askedRow: () => number | null;
}

/** @returns the view, and the exact pixels of the list above it, which `scrollTop` may not be able to represent. */
export function useRowScroll(
  { rows, headPx, asked, askedRow }: ScrolledRows,
  grid: RefObject<HTMLDivElement | null>,
): readonly [RowScroll, number] {
  const [viewPx, setViewPx] = useState(0);
  const [wantedPx, setWantedPx] = useState(0);
  const scroll: RowScroll = { rows, viewPx };
  const topPx = clampTopPx(wantedPx, scroll);
  const newest = useRef({ scroll, topPx, askedRow });
  newest.current = { scroll, topPx, askedRow };
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
    const measure = (): void => setViewPx(Math.max(0, element.clientHeight - headPx));
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
  }, [grid, place, headPx]);
  const seen = viewPx > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked anew is the reason to run
  useLayoutEffect(() => {
    const now = newest.current;
    const row = now.askedRow();
    if (row !== null && seen) place(topPxShowing(row, now.topPx, now.scroll));
  }, [asked, seen, place]);
  return [scroll, topPx];
}
