/**
 * Which streams the packets of a few pixels carried: the columns of an answer added up in cells, because stripes of a pixel cannot
 * be distinguished from one another. Cells are aligned to the answer's columns, so that a pan moves them with the data.
 */
import type { ColumnWindow } from '../../engine/base/columns/series';
import type { StreamShares } from '../../engine/reading/contract/streams';
import type { Viewport } from '../surface/viewport';
import { visibleColumns } from './pixel-columns';
import { CELL_PX } from './share-cells';

/** Bytes by stream id, ascending, and of streams that have no entry. */
export interface StreamBytes {
  readonly streams: ReadonlyMap<number, number>;
  readonly others: number;
  readonly total: number;
  /** How far each number may be from the trace's own, of `total` for each stream; 0 but in a digest. */
  readonly within: number;
}

export interface StreamCell extends StreamBytes {
  /** Columns [from, to) of the answer. */
  readonly from: number;
  readonly to: number;
}

/** Adds up columns [from, to). */
export function streamBytes(shares: StreamShares, from: number, to: number): StreamBytes {
  const { starts, ids, bytes } = shares;
  const totals = new Map<number, number>();
  let [others, total, within] = [0, 0, 0];
  for (let column = from; column < to; column++) {
    others += shares.others[column];
    within += shares.within?.[column] ?? 0;
    for (let i = starts[column]; i < starts[column + 1]; i++) {
      const id = ids[i];
      const size = bytes[i];
      totals.set(id, (totals.get(id) ?? 0) + size);
      total += size;
    }
  }
  const streams = new Map([...totals].sort(([a], [b]) => a - b));
  return { streams, others, total: total + others, within };
}

function cellColumns({ columnUs }: ColumnWindow, { fromUs, toUs, width }: Viewport): number {
  const columnPx = (columnUs / (toUs - fromUs)) * width;
  return Math.max(1, Math.ceil(CELL_PX / columnPx));
}

/** The columns [from, to) of the cell that holds a column. */
export function cellAt(window: ColumnWindow, viewport: Viewport, column: number): readonly [number, number] {
  const size = cellColumns(window, viewport);
  const from = Math.floor(column / size) * size;
  return [from, Math.min(from + size, window.columns)];
}

/** The visible cells that carried data, from left to right. */
export function streamCells(
  shares: StreamShares,
  window: ColumnWindow,
  viewport: Viewport,
): readonly StreamCell[] {
  const size = cellColumns(window, viewport);
  const [first, last] = visibleColumns(window, viewport);
  const cells: StreamCell[] = [];
  for (let from = Math.floor(first / size) * size; from < last; from += size) {
    const to = Math.min(from + size, window.columns);
    const sums = streamBytes(shares, from, to);
    if (sums.total > 0) cells.push({ from, to, ...sums });
  }
  return cells;
}
