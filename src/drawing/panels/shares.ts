/**
 * Shares of time in a state slice: per name, of one column or of a part of the window. Shared by the panels that draw
 * shares; `painters/paint-states.ts` paints them.
 */
import type { ColumnWindow } from '../../engine/columns/series';
import type { StateSlice } from '../../engine/columns/state-timeline';
import { columnAt, columnsOf } from './readings';

/** Share of a column's time, 0 to 1. */
export function shareAt(slice: StateSlice, column: number, state: number): number {
  return slice.shares[column * slice.names.length + state] as number;
}

/** Shares per name over [fromUs, toUs), of the time that has a name; all 0 without any. */
export function sharesWithin(
  slice: StateSlice,
  window: ColumnWindow,
  fromUs: number,
  toUs: number,
): readonly number[] {
  const [first, last] = columnsOf(window, fromUs, toUs);
  const sums = slice.names.map(() => 0);
  let total = 0;
  for (let i = first; i < last; i++) {
    for (let state = 0; state < sums.length; state++) {
      const share = shareAt(slice, i, state);
      sums[state] = (sums[state] as number) + share;
      total += share;
    }
  }
  return total === 0 ? sums : sums.map((sum) => sum / total);
}

/** Shares per name in the column that contains a time, of its time that has a name; null outside the window. */
export function sharesAt(slice: StateSlice, window: ColumnWindow, timeUs: number): readonly number[] | null {
  const column = columnAt(window, timeUs);
  if (Number.isNaN(column)) return null;
  const shares = slice.names.map((_, state) => shareAt(slice, column, state));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return total === 0 ? shares : shares.map((share) => share / total);
}
