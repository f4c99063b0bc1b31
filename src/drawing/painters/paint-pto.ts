/**
 * Paints probe timeouts from their columns: a bar per four pixels, as high as the number of consecutive PTOs.
 *
 *   ■       filled    needed: the packet it probed for was not acknowledged afterwards
 *   □       hollow    spurious
 *   ▀▀▀▀    a striped strip along the top, and a tint below it: persistent congestion
 *
 * A bar with both kinds is filled up to the share of the needed ones.
 */
import type { ColumnWindow } from '../../engine/columns/series';
import type { Fill, Surface } from '../surface/surface';
import { timeToX, type Viewport } from '../surface/viewport';
import { visibleColumns } from './pixel-columns';

const BAR_PX = 4;
const STRIP_PX = 7;
/** Minimum width of a short span, so that it is visible. */
const LEAST_SPAN_PX = 3;
const WASH_OPACITY = 0.12;

/** PTOs per column: total, spurious, and the maximum number of consecutive ones. */
export interface PtoColumns {
  readonly counts: ArrayLike<number>;
  readonly spurious: ArrayLike<number>;
  readonly consecutive: ArrayLike<number>;
}

/** A time range of the trace, µs. */
export interface PtoSpan {
  readonly startUs: number;
  readonly endUs: number;
}

/** The PTOs of a few columns. */
export interface PtoBar {
  readonly x: number;
  readonly count: number;
  readonly spurious: number;
  /** Maximum number of consecutive PTOs. */
  readonly consecutive: number;
}

/** Bars of the visible part, aligned to the window's grid, so that a pan moves them with the data. */
export function ptoBars(slice: PtoColumns, window: ColumnWindow, viewport: Viewport): readonly PtoBar[] {
  const columnPx = (window.columnUs / (viewport.toUs - viewport.fromUs)) * viewport.width;
  const size = Math.max(1, Math.round(BAR_PX / columnPx));
  const [first, last] = visibleColumns(window, viewport);
  const bars: PtoBar[] = [];
  for (let from = Math.floor(first / size) * size; from < last; from += size) {
    let count = 0;
    let spurious = 0;
    let consecutive = 0;
    for (let i = from; i < Math.min(from + size, window.columns); i++) {
      count += slice.counts[i] as number;
      spurious += slice.spurious[i] as number;
      consecutive = Math.max(consecutive, slice.consecutive[i] as number);
    }
    if (count === 0) continue;
    bars.push({ x: timeToX(viewport, window.fromUs + from * window.columnUs), count, spurious, consecutive });
  }
  return bars;
}

export interface PtoLook {
  readonly color: string;
  /** Top of the value axis, in consecutive PTOs. */
  readonly max: number;
  readonly showNeeded: boolean;
  readonly showSpurious: boolean;
}

export function paintPtoBars(surface: Surface, bars: readonly PtoBar[], look: PtoLook): void {
  const { color, max, showNeeded, showSpurious } = look;
  for (const { x, count, spurious, consecutive } of bars) {
    const height = Math.min(1, consecutive / max) * surface.height;
    const filled = (height * (count - spurious)) / count;
    if (showNeeded && filled > 0) box(surface, x, surface.height - filled, filled, color, true);
    if (showSpurious && height > filled)
      box(surface, x, surface.height - height, height - filled, color, false);
  }
}

/** A box as wide as a bar, filled or outlined. On whole pixels, so that an outline leaves its middle open. */
function box(surface: Surface, x: number, y: number, height: number, color: string, isFilled: boolean): void {
  const left = Math.round(x);
  if (isFilled) {
    surface.rect(left, y, BAR_PX, height, { color, pattern: 'solid' });
    return;
  }
  const [x0, x1, y0, y1] = [left + 0.5, left + BAR_PX - 0.5, y + 0.5, Math.max(y + 0.5, y + height - 0.5)];
  surface.polyline([x0, y1, x0, y0, x1, y0, x1, y1, x0, y1], { color, width: 1, dash: [] });
}

/** Spans of persistent congestion, behind the bars. */
export function paintPtoSpans(
  surface: Surface,
  spans: readonly PtoSpan[],
  viewport: Viewport,
  fill: Fill,
): void {
  for (const { startUs, endUs } of spans) {
    const from = Math.max(0, timeToX(viewport, startUs));
    const to = Math.min(viewport.width, Math.max(timeToX(viewport, endUs), from + LEAST_SPAN_PX));
    if (to <= from || endUs < viewport.fromUs) continue;
    surface.rect(from, 0, to - from, surface.height, { color: fill.color, pattern: 'solid' }, WASH_OPACITY);
    surface.rect(from, 0, to - from, STRIP_PX, fill);
  }
}
