/**
 * Paints the share of time per state in cells of a few pixels (share-cells.ts), stacked to 100 %: areas show the share of a
 * state, however often the state changes.
 */
import type { ColumnWindow } from '../../engine/base/columns/series';
import type { StateSlice } from '../../engine/base/columns/state-timeline';
import { type Fill, OVERLAP_PX, type Surface } from '../surface/surface';
import { timeToX, type Viewport } from '../surface/viewport';
import { visibleColumns } from './pixel-columns';
import { shareCells } from './share-cells';

export function visibleChanges(slice: StateSlice, window: ColumnWindow, viewport: Viewport): number {
  const [first, last] = visibleColumns(window, viewport);
  let sum = 0;
  for (let i = first; i < last; i++) sum += slice.changes[i];
  return sum;
}

/** @param fills one per name of the slice; without one the share stays blank. */
export function paintStates(
  surface: Surface,
  slice: StateSlice,
  window: ColumnWindow,
  viewport: Viewport,
  fills: readonly (Fill | null)[],
): void {
  const columnX = (column: number): number => timeToX(viewport, window.fromUs + column * window.columnUs);
  const used = fills.filter((fill) => fill !== null);
  const indices = fills.map((fill) => (fill === null ? -1 : used.indexOf(fill)));
  const boxes: number[] = [];
  for (const { from, to, shares } of shareCells(slice, window, viewport)) {
    const x = columnX(from);
    const width = columnX(to) - x + OVERLAP_PX;
    let y = surface.height;
    shares.forEach((share, state) => {
      const height = share * surface.height;
      y -= height;
      const index = indices[state] ?? -1;
      if (height > 0 && index >= 0) boxes.push(x, y, width, height, index);
    });
  }
  surface.boxes(boxes, used);
}
