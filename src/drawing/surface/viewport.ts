/**
 * The viewport as data: a time range with a width in pixels, and the window of columns requested for it.
 *
 * An answer covers three widths at a power-of-two resolution, on a grid that is independent of the start of the range.
 * So panning draws immediately from the existing answer, and the same place gives the same columns.
 */
import type { ColumnWindow } from '../../engine/base/columns/series';
import type { TimeRange } from '../view/view';

export interface Viewport extends TimeRange {
  /** Width of the plot area in CSS pixels. */
  readonly width: number;
}

export function timeToX(viewport: Viewport, timeUs: number): number {
  return ((timeUs - viewport.fromUs) / (viewport.toUs - viewport.fromUs)) * viewport.width;
}

export function xToTime(viewport: Viewport, x: number): number {
  return viewport.fromUs + (x / viewport.width) * (viewport.toUs - viewport.fromUs);
}

/** The largest power of two of µs that is at most one pixel wide. */
function columnUsOf(viewport: Viewport): number {
  const perPixel = (viewport.toUs - viewport.fromUs) / Math.max(1, viewport.width);
  return 2 ** Math.floor(Math.log2(perPixel));
}

/** The window to request: the visible range and one width on both sides, limited to the extent. */
export function windowFor(viewport: Viewport, extent: TimeRange): ColumnWindow {
  const columnUs = columnUsOf(viewport);
  const length = viewport.toUs - viewport.fromUs;
  const from = Math.max(extent.fromUs, viewport.fromUs - length);
  const to = Math.min(extent.toUs, viewport.toUs + length);
  const fromUs = Math.floor(from / columnUs) * columnUs;
  // One more column, so that an event exactly at the end is included.
  const columns = Math.max(1, Math.floor(to / columnUs) + 1 - fromUs / columnUs);
  return { fromUs, columnUs, columns };
}

export function covers(window: ColumnWindow, viewport: Viewport, extent: TimeRange): boolean {
  const endUs = window.fromUs + window.columns * window.columnUs;
  return (
    window.columnUs === columnUsOf(viewport) &&
    window.fromUs <= Math.max(viewport.fromUs, extent.fromUs) &&
    endUs >= Math.min(viewport.toUs, extent.toUs)
  );
}
