/**
 * Columns of an answer in groups, for bars: as wide as a bar, or as the columns that a digest holds where those are wider.
 * Groups lie on a grid of their own width, so that a pan moves them with the data and a wide column is one group.
 */
import type { ColumnWindow } from '../../engine/base/columns/series';
import { timeToX, type Viewport } from '../surface/viewport';
import { visibleColumns } from './pixel-columns';

/** Columns [from, to) of the window, and where they are drawn. */
export interface BarColumns {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly width: number;
}

/** @param coarseUs width of the columns of a digest, null for a trace. @param barPx width of a bar. */
export function barColumns(
  window: ColumnWindow,
  viewport: Viewport,
  barPx: number,
  coarseUs: number | null,
): readonly BarColumns[] {
  const { fromUs, columnUs, columns } = window;
  const columnPx = (columnUs / (viewport.toUs - viewport.fromUs)) * viewport.width;
  const size = coarseUs === null ? Math.max(1, Math.round(barPx / columnPx)) : coarseUs / columnUs;
  // Wide columns begin at multiples of their width; other groups at the window's first column.
  const shift = coarseUs === null ? 0 : (fromUs / columnUs) % size;
  const width = coarseUs === null ? barPx : size * columnPx;
  const [first, last] = visibleColumns(window, viewport);
  const groups: BarColumns[] = [];
  for (let from = Math.floor((first + shift) / size) * size - shift; from < last; from += size) {
    const x = timeToX(viewport, fromUs + from * columnUs);
    groups.push({ from: Math.max(0, from), to: Math.min(from + size, columns), x, width });
  }
  return groups;
}
