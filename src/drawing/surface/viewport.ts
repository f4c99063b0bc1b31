/**
 * The viewport as a value: a time range on so many pixels, and the window of columns that is asked for it.
 *
 * An answer covers three widths at a power-of-two resolution, on a grid that does not depend on where the
 * range begins. So panning draws at once from what is there, and the same place gives the same columns.
 */
import type { ColumnWindow } from '../../engine/columns/series';
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

/** The largest power of two of µs that is no wider than one pixel. */
function columnUsOf(viewport: Viewport): number {
  const perPixel = (viewport.toUs - viewport.fromUs) / Math.max(1, viewport.width);
  return 2 ** Math.floor(Math.log2(perPixel));
}

/** The window to ask for: the visible range and one width on both sides, cut to the extent. */
export function windowFor(viewport: Viewport, extent: TimeRange): ColumnWindow {
  const columnUs = columnUsOf(viewport);
  const length = viewport.toUs - viewport.fromUs;
  const from = Math.max(extent.fromUs, viewport.fromUs - length);
  const to = Math.min(extent.toUs, viewport.toUs + length);
  const fromUs = Math.floor(from / columnUs) * columnUs;
  // One column more, so that an event exactly at the end lies inside.
  const columns = Math.max(1, Math.floor(to / columnUs) + 1 - fromUs / columnUs);
  return { fromUs, columnUs, columns };
}

/** True when the window still shows everything of the viewport at its resolution. */
export function covers(window: ColumnWindow, viewport: Viewport, extent: TimeRange): boolean {
  const endUs = window.fromUs + window.columns * window.columnUs;
  return (
    window.columnUs === columnUsOf(viewport) &&
    window.fromUs <= Math.max(viewport.fromUs, extent.fromUs) &&
    endUs >= Math.min(viewport.toUs, extent.toUs)
  );
}
