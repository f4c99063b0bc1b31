/** A range of time as two fields hold it: seconds on the trace's clock. */
import type { TimeRange } from '../../drawing/view/view';

/** What comes behind `extent`, as long as it is; seconds with three decimals. */
export function rangeBehind({ fromUs, toUs }: TimeRange): { readonly from: string; readonly to: string } {
  return { from: (toUs / 1e6).toFixed(3), to: ((toUs + Math.max(1000, toUs - fromUs)) / 1e6).toFixed(3) };
}

/** @returns the range in µs, null where the texts are no two times in order. */
export function parseRange(from: string, to: string): TimeRange | null {
  const [fromUs, toUs] = [from, to].map((text) =>
    text.trim() === '' ? Number.NaN : Math.round(Number(text) * 1e6),
  ) as [number, number];
  return Number.isFinite(fromUs) && Number.isFinite(toUs) && fromUs < toUs ? { fromUs, toUs } : null;
}
