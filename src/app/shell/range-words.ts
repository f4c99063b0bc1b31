/** A time range as text of two input fields: seconds on the trace's clock. */
import type { TimeRange } from '../../drawing/view/view';

/** The range after `extent`, of the same length; seconds with three decimals. */
export function rangeAfter({ fromUs, toUs }: TimeRange): { readonly from: string; readonly to: string } {
  return { from: (toUs / 1e6).toFixed(3), to: ((toUs + Math.max(1000, toUs - fromUs)) / 1e6).toFixed(3) };
}

/** @returns the range in µs, null where the texts are no two times in order. */
export function parseRange(from: string, to: string): TimeRange | null {
  const [fromUs, toUs] = [from, to].map((text) =>
    text.trim() === '' ? Number.NaN : Math.round(Number(text) * 1e6),
  ) as [number, number];
  return Number.isFinite(fromUs) && Number.isFinite(toUs) && fromUs < toUs ? { fromUs, toUs } : null;
}
