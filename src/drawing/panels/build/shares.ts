/**
 * Shares of time in a state slice: per name, of one column or of a part of the window. Shared by the panels that draw
 * shares; `painters/paint-states.ts` paints them.
 */
import type { ColumnWindow } from '../../../engine/base/columns/series';
import type { StateSlice } from '../../../engine/base/columns/state-timeline';
import { approximate } from '../../../engine/base/text/approximate';
import { percent } from '../../../engine/base/text/figures';
import { columnAt, columnsOf } from './answer-values';

/** Share of a column's time, 0 to 1. */
export function shareAt(slice: StateSlice, column: number, state: number): number {
  return slice.shares[column * slice.names.length + state];
}

/** A share of time, and how far the trace's own may be from it: 0 but for what a digest has rounded. */
export interface Share {
  readonly share: number;
  readonly within: number;
}

/** Something of it may be drawn. */
export const isPresent = ({ share, within }: Share): boolean => share + within > SLACK;

/** What is less would be written as 0.0 %. */
const LEAST_WRITTEN = 0.0005;

/** `45.7 %`, `≈ 45.7 % ± 0.8 %`, `< 0.1 %`. */
export function shareText({ share, within }: Share): string {
  const isSmall = share > SLACK && share < LEAST_WRITTEN && within === 0;
  return isSmall ? '< 0.1 %' : approximate(share, within, percent);
}

/** Shares per name over [fromUs, toUs), of the time that has a name; all 0 without any. */
export function sharesWithin(
  slice: StateSlice,
  window: ColumnWindow,
  fromUs: number,
  toUs: number,
): readonly Share[] {
  return sharesOfColumns(slice, ...columnsOf(window, fromUs, toUs));
}

/** Shares per name in the column that contains a time, of its time that has a name; null outside the window. */
export function sharesAt(slice: StateSlice, window: ColumnWindow, timeUs: number): readonly Share[] | null {
  const column = columnAt(window, timeUs);
  return Number.isNaN(column) ? null : sharesOfColumns(slice, column, column + 1);
}

/** Of columns [first, last). */
export function sharesOfColumns(slice: StateSlice, first: number, last: number): readonly Share[] {
  const sums = slice.names.map(() => 0);
  const errors = slice.names.map(() => 0);
  let [total, totalError] = [0, 0];
  for (let i = first; i < last; i++) {
    const before = total;
    const error = slice.rounded?.byUpTo[i] ?? 0;
    for (let state = 0; state < sums.length; state++) {
      const share = shareAt(slice, i, state);
      sums[state] = sums[state] + share;
      total += share;
      if (error > 0 && !isExact(slice, state, error, share)) errors[state] = errors[state] + error;
    }
    // A column that has a name all the time is known to have one.
    if (error > 0 && Math.abs(total - before - 1) > SLACK) totalError += error * sums.length;
  }
  return sums.map((sum, state) => {
    if (total === 0) return { share: sum, within: errors[state] };
    const share = sum / total;
    return { share, within: (errors[state] + share * totalError) / total };
  });
}

/** Of sums of shares. */
const SLACK = 1e-6;

function isExact({ rounded }: StateSlice, state: number, error: number, share: number): boolean {
  return rounded?.exactEnds[state] === true && error < 1 && (share < SLACK || share > 1 - SLACK);
}
