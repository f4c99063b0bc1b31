/**
 * Shares of time in cells of a few pixels, for everything that is coloured by them: a run of a colour is never narrower
 * than a cell, because stripes of a pixel cannot be distinguished from one another. Cells are aligned to the answer's columns, so
 * that a pan moves them with the data.
 */
import type { ColumnWindow } from '../../engine/base/columns/series';
import type { StateSlice } from '../../engine/base/columns/state-timeline';
import type { Viewport } from '../surface/viewport';
import { visibleColumns } from './pixel-columns';

export const CELL_PX = 4;

/** Neighbouring columns [from, to) that are drawn alike. */
export interface ShareCell {
  readonly from: number;
  readonly to: number;
  /** Per name, of the time that has a name: they sum to 1. */
  readonly shares: readonly number[];
}

interface Sums {
  readonly from: number;
  readonly to: number;
  readonly sums: readonly number[];
}

/** The visible cells from left to right; columns without a name are in none. */
export function shareCells(
  slice: StateSlice,
  window: ColumnWindow,
  viewport: Viewport,
): readonly ShareCell[] {
  const columnPx = (window.columnUs / (viewport.toUs - viewport.fromUs)) * viewport.width;
  const size = Math.max(1, Math.ceil(CELL_PX / columnPx));
  const [first, last] = visibleColumns(window, viewport);
  const cells: Sums[] = [];
  for (let from = Math.floor(first / size) * size; from < last; from += size) {
    const sums = sumsOf(slice, from, Math.min(from + size, window.columns));
    if (sums !== null) cells.push(sums);
  }
  return merged(widened(cells, size));
}

/** Sums over the columns that have a name, which are neighbours; null where none has. */
function sumsOf({ names, shares }: StateSlice, first: number, last: number): Sums | null {
  const states = names.length;
  const sums = names.map(() => 0);
  let [from, to] = [last, first];
  for (let column = first; column < last; column++) {
    for (let state = 0; state < states; state++) {
      const share = shares[column * states + state];
      if (!(share > 0)) continue;
      sums[state] = sums[state] + share;
      from = Math.min(from, column);
      to = column + 1;
    }
  }
  return to > from ? { from, to, sums } : null;
}

/** Joins what begins or ends within a cell with its neighbour. */
function widened(cells: readonly Sums[], size: number): readonly Sums[] {
  const wide: Sums[] = [];
  for (const cell of cells) {
    const before = wide.at(-1);
    const isNext = before !== undefined && before.to === cell.from;
    const isNarrow = cell.to - cell.from < size || (before !== undefined && before.to - before.from < size);
    if (isNext && isNarrow) wide[wide.length - 1] = joined(before, cell);
    else wide.push(cell);
  }
  return wide;
}

function joined(a: Sums, b: Sums): Sums {
  return { from: a.from, to: b.to, sums: a.sums.map((sum, i) => sum + b.sums[i]) };
}

function merged(cells: readonly Sums[]): readonly ShareCell[] {
  const result: ShareCell[] = [];
  for (const { from, to, sums } of cells) {
    const total = sums.reduce((all, sum) => all + sum, 0);
    const shares = sums.map((sum) => sum / total);
    const before = result.at(-1);
    const isSame =
      before !== undefined && before.to === from && shares.every((share, i) => share === before.shares[i]);
    if (isSame) result[result.length - 1] = { ...before, to };
    else result.push({ from, to, shares });
  }
  return result;
}

/** Index of the name with the largest share; -1 for none. */
export function largestShare(shares: readonly number[]): number {
  return shares.reduce((best, share, i) => (share > (shares[best] ?? 0) ? i : best), -1);
}
