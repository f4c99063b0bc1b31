/**
 * Bars of bytes in rows: per few pixels what a row has of something, as high as the row where it is the most that any row has. The
 * height is the square root, so that a packet is still seen beside a burst of fifty; what there is at all is two pixels high at least.
 */
import type { ColumnWindow } from '../../engine/base/columns/series';
import type { Fill, Surface } from '../surface/surface';
import { timeToX, type Viewport } from '../surface/viewport';
import type { RowPlace } from './paint-spans';
import { visibleColumns } from './pixel-columns';

const BAR_PX = 2;
const LEAST_PX = 2;

/** Values over columns, row by row: row `r`, column `c` stand at `r * columns + c`. */
export interface LaneValues {
  readonly values: Float32Array;
  readonly window: ColumnWindow;
}

/** Sums per bar of a row: columns [from, to) of each bar are its place. */
export interface LaneBar {
  readonly from: number;
  readonly to: number;
  readonly sum: number;
}

/** The visible bars of a row that are not empty, from left to right. */
export function laneBars(
  { values, window }: LaneValues,
  row: number,
  viewport: Viewport,
): readonly LaneBar[] {
  const columnPx = (window.columnUs / (viewport.toUs - viewport.fromUs)) * viewport.width;
  const size = Math.max(1, Math.ceil(BAR_PX / columnPx));
  const [first, last] = visibleColumns(window, viewport);
  const bars: LaneBar[] = [];
  for (let from = Math.floor(first / size) * size; from < last; from += size) {
    const to = Math.min(from + size, window.columns);
    const sum = laneSum({ values, window }, row, from, to);
    if (sum > 0) bars.push({ from, to, sum });
  }
  return bars;
}

/** Sum of columns [from, to) of a row. */
export function laneSum({ values, window }: LaneValues, row: number, from: number, to: number): number {
  const start = row * window.columns;
  let sum = 0;
  for (let column = from; column < to; column++) sum += values[start + column];
  return sum;
}

/** @param most the sum that is as high as the row. */
export function paintBars(
  surface: Surface,
  bars: readonly LaneBar[],
  { fromUs, columnUs }: ColumnWindow,
  viewport: Viewport,
  { top, height }: RowPlace,
  { most, fill }: { readonly most: number; readonly fill: Fill },
): void {
  const columnX = (column: number): number => timeToX(viewport, fromUs + column * columnUs);
  const painted: number[] = [];
  for (const { from, to, sum } of bars) {
    const barPx = Math.min(height, Math.max(LEAST_PX, Math.sqrt(sum / most) * height));
    const x = columnX(from);
    painted.push(x, top + height - barPx, columnX(to) - x, barPx);
  }
  surface.bars(painted, fill);
}
