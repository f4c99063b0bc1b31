/**
 * Scrolling through more rows than an element can be high. Browsers cap an element's height (Firefox near 17.9
 * million pixels, Chromium near 33.5 million); beyond a lower cap the scroll position is scaled to the list.
 * Pure arithmetic in CSS pixels; the element itself is left to the page.
 */

export const ROW_PX = 26;
/** Maximum height of the scrolled element; well below every browser's cap. */
export const MAX_SCROLL_PX = 8_000_000;
/** Rows kept in the document above and below the visible ones. */
const SPARE_ROWS = 4;

export interface RowScroll {
  readonly rows: number;
  readonly viewPx: number;
}

/** Rows in the document: from `first`, `count` of them. */
export type RowSpan = ReturnType<typeof spanAt>;

export function heightPx(rows: number): number {
  return Math.min(rows * ROW_PX, MAX_SCROLL_PX);
}

export function scaled(rows: number): boolean {
  return rows * ROW_PX > MAX_SCROLL_PX;
}

/** Maximum pixels of the list above the view. */
function lastTopPx({ rows, viewPx }: RowScroll): number {
  return Math.max(0, rows * ROW_PX - viewPx);
}

export function clampTopPx(topPx: number, scroll: RowScroll): number {
  return Math.min(Math.max(0, topPx), lastTopPx(scroll));
}

/** Pixels of the list above the view, for an element scrolled by `scrollTop`. */
export function topPxOf(scrollTop: number, scroll: RowScroll): number {
  if (!scaled(scroll.rows)) return clampTopPx(scrollTop, scroll);
  const lastScrollTop = Math.max(1, heightPx(scroll.rows) - scroll.viewPx);
  return clampTopPx((scrollTop / lastScrollTop) * lastTopPx(scroll), scroll);
}

/** `scrollTop` of the element for the pixels of the list above the view. */
export function scrollTopOf(topPx: number, scroll: RowScroll): number {
  if (!scaled(scroll.rows)) return clampTopPx(topPx, scroll);
  const lastScrollTop = Math.max(1, heightPx(scroll.rows) - scroll.viewPx);
  return (clampTopPx(topPx, scroll) / Math.max(1, lastTopPx(scroll))) * lastScrollTop;
}

/** Rows to keep in the document. */
export function spanAt(topPx: number, scroll: RowScroll) {
  const first = Math.max(0, Math.floor(topPx / ROW_PX) - SPARE_ROWS);
  const end = Math.min(scroll.rows, Math.ceil((topPx + scroll.viewPx) / ROW_PX) + SPARE_ROWS);
  return { first, count: Math.max(0, end - first) };
}

/** Fully visible rows, at least one: the step of a page key. */
export function wholeRows(viewPx: number): number {
  return Math.max(1, Math.floor(viewPx / ROW_PX));
}

/**
 * The top that shows a row: unchanged where it is fully visible; else the nearest, or with the row in the middle of the view
 * where it is further away than one view.
 */
export function topPxShowing(row: number, topPx: number, scroll: RowScroll): number {
  const rowPx = row * ROW_PX;
  const { viewPx } = scroll;
  if (rowPx >= topPx && rowPx + ROW_PX <= topPx + viewPx) return clampTopPx(topPx, scroll);
  const far = rowPx < topPx - viewPx || rowPx > topPx + 2 * viewPx;
  if (far) return clampTopPx(rowPx - (viewPx - ROW_PX) / 2, scroll);
  return clampTopPx(rowPx < topPx ? rowPx : rowPx + ROW_PX - viewPx, scroll);
}
