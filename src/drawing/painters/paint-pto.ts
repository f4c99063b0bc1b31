/**
 * Paints probe timeouts from their columns: a bar per four pixels, as high as the number of consecutive PTOs.
 *
 *   ■       filled    needed: the packet it probed for was not acknowledged afterwards
 *   □       hollow    spurious
 *   ▀▀▀▀    a striped strip along the top, and a tint below it: persistent congestion
 *
 * A bar with both kinds is filled up to the share of the needed ones.
 */
import type { ColumnWindow } from '../../engine/base/columns/series';
import type { Fill, Surface } from '../surface/surface';
import { timeToX, type Viewport } from '../surface/viewport';
import { barColumns } from './bar-columns';

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

export interface PtoBar {
  readonly x: number;
  readonly width: number;
  readonly count: number;
  readonly spurious: number;
  readonly consecutive: number;
}

/** Bars of the visible part. @param coarseUs width of the columns of a digest, null for a trace. */
export function ptoBars(
  slice: PtoColumns,
  window: ColumnWindow,
  viewport: Viewport,
  coarseUs: number | null = null,
): readonly PtoBar[] {
  return barColumns(window, viewport, BAR_PX, coarseUs).flatMap(({ from, to, x, width }) => {
    let count = 0;
    let spurious = 0;
    let consecutive = 0;
    for (let i = from; i < to; i++) {
      count += slice.counts[i];
      spurious += slice.spurious[i];
      consecutive = Math.max(consecutive, slice.consecutive[i]);
    }
    return count === 0 ? [] : [{ x, width, count, spurious, consecutive }];
  });
}

export interface PtoLook {
  readonly color: string;
  /** Of filled bars: hatched where they are as wide as the columns of a digest. */
  readonly pattern: Fill['pattern'];
  /** Top of the value axis, in consecutive PTOs. */
  readonly max: number;
  readonly showNeeded: boolean;
  readonly showSpurious: boolean;
}

export function paintPtoBars(surface: Surface, bars: readonly PtoBar[], look: PtoLook): void {
  const { color, pattern, max, showNeeded, showSpurious } = look;
  for (const { x, width, count, spurious, consecutive } of bars) {
    const height = Math.min(1, consecutive / max) * surface.height;
    const filled = (height * (count - spurious)) / count;
    const left = Math.round(x);
    if (showNeeded && filled > 0)
      surface.rect(left, surface.height - filled, width, filled, { color, pattern });
    if (showSpurious && height > filled)
      outline(surface, [left, surface.height - height, width, height - filled], color);
  }
}

type Box = readonly [x: number, y: number, width: number, height: number];

/** An outlined box, on whole pixels, so that its middle is open. */
function outline(surface: Surface, [x, y, width, height]: Box, color: string): void {
  const [x0, x1, y0, y1] = [x + 0.5, x + width - 0.5, y + 0.5, Math.max(y + 0.5, y + height - 0.5)];
  surface.polyline([x0, y1, x0, y0, x1, y0, x1, y1, x0, y1], { color, width: 1, dash: [] });
}

/** Spans of persistent congestion, beneath the bars. */
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
