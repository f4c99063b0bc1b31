/** Spans of time in a row: parts of a picture's width, each at least so wide that it can be seen. */
import type { TimeSpan } from '../../engine/sender/transport/connectivity/connectivity';
import type { Fill, Surface } from '../surface/surface';
import { timeToX, type Viewport } from '../surface/viewport';

const LEAST_PX = 2;

/** Where a row lies, CSS pixels from the upper edge. */
export interface RowPlace {
  readonly top: number;
  readonly height: number;
}

export function paintSpans(
  surface: Surface,
  viewport: Viewport,
  spans: readonly TimeSpan[],
  { top, height }: RowPlace,
  fill: Fill,
  opacity = 1,
): void {
  const bars: number[] = [];
  for (const { fromUs, toUs } of spans) {
    const from = Math.max(0, timeToX(viewport, fromUs));
    const to = Math.min(surface.width, Math.max(from + LEAST_PX, timeToX(viewport, toUs)));
    if (to > from && from < surface.width && timeToX(viewport, toUs) >= 0)
      bars.push(from, top, to - from, height);
  }
  surface.bars(bars, fill, opacity);
}
