/**
 * What the path holds: its rate, as its course has it, times its smallest RTT. Where the rate is proved the line is as in the legend; where
 * it is "at least" the line is hollow, for the path may hold more. A digest does not say which it is.
 */
import type { PathInterval } from '../../../engine/sender/transport/path/path-course';
import type { PaintedSeries, ScaleY } from '../../painters/paint-series';
import { heldBefore } from '../../painters/pixel-columns';
import { timeToX } from '../../surface/viewport';
import { columnAt } from '../build/answer-values';
import type { PaintTools, PanelContext } from '../panel';

/** Of a hollow line: its width, and that of what is left out within, CSS pixels. */
const HOLLOW = { outer: 3.4, inner: 1.6 } as const;

function unproved({ snapshot: { summary } }: PanelContext): readonly PathInterval[] {
  return (summary.path ?? []).filter(({ proof }) => proof !== 'proved');
}

/** `at least ` where the path may hold more in [startUs, endUs], of the BDP of that time; else empty. */
export function atLeastWords(context: PanelContext, startUs: number, endUs: number): string {
  return unproved(context).some(({ fromUs, toUs }) => fromUs <= endUs && startUs < toUs) ? 'at least ' : '';
}

/** Paints the line of the BDP hollow where the path may hold more. */
export function paintAtLeast(
  context: PanelContext,
  { surface, palette }: Pick<PaintTools, 'surface' | 'palette'>,
  { slice, stroke }: PaintedSeries,
  y: ScaleY,
): void {
  const { viewport, answer } = context;
  for (const { fromUs, toUs } of unproved(context)) {
    const [left, right] = [Math.max(fromUs, viewport.fromUs), Math.min(toUs, viewport.toUs)];
    const value = heldBefore(slice, columnAt(answer.window, left) + 1);
    if (!(left < right) || Number.isNaN(value)) continue;
    const line = [timeToX(viewport, left), y(value), timeToX(viewport, right), y(value)];
    surface.polyline(line, { color: stroke.color, width: HOLLOW.outer, dash: [] });
    surface.polyline(line, { color: palette.paper, width: HOLLOW.inner, dash: [] });
  }
}
