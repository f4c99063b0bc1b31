/** The chosen finding on the Congestion panel: its label at its place, and the last loss before it. */
import { type SeriesSlice, SLICE_STRIDE } from '../../../engine/base/columns/series';
import { duration, instant } from '../../../engine/base/text/figures';
import type { Finding } from '../../../engine/findings/finding/finding';
import { type IsFree, LABEL_STRIP_PX, paintAnnotation } from '../../painters/paint-annotation';
import type { ScaleY } from '../../painters/paint-series';
import { heldBefore, visibleColumns } from '../../painters/pixel-columns';
import { type Clip, clipExtent } from '../../surface/clip-label';
import { timeToX, type Viewport } from '../../surface/viewport';
import { findingOf, type PaintTools, type PanelContext } from '../panel';

/** Words of the label: those of the rule, else its title and how long it lasts. */
function labelOf({ label, title, startUs, endUs }: Finding): readonly string[] {
  return label === undefined ? [title, duration(endUs - startUs)] : label.split(', ');
}

/** Losses and CE marks of one trace. */
const USUAL_MARKS_PX = 12;

export interface DrawnSeries {
  readonly context: PanelContext;
  readonly slices: readonly SeriesSlice[];
}

/** Which pixels of the strip along the upper edge no series is drawn in, and no clipped value is written. */
function freeStrip(
  drawn: readonly DrawnSeries[],
  clips: readonly Clip[],
  y: ScaleY,
  { width }: Viewport,
  stripPx: number,
): IsFree {
  const taken = new Uint8Array(Math.ceil(width) + 1);
  for (const one of drawn) takeSeries(taken, one, y, stripPx);
  for (const { from, to } of clips.map((clip) => clipExtent(clip, width))) {
    taken.fill(1, Math.max(0, Math.floor(from)), Math.ceil(to) + 1);
  }
  return (from, to) =>
    from >= 0 && to <= width && !taken.subarray(Math.floor(from), Math.ceil(to)).includes(1);
}

function takeSeries(
  taken: Uint8Array,
  { context: { answer, viewport }, slices }: DrawnSeries,
  y: ScaleY,
  stripPx: number,
): void {
  const { window } = answer;
  const [first, last] = visibleColumns(window, viewport);
  // What lies above the axis all the time is not drawn.
  const take = (column: number, low: number, high: number): void => {
    if (!(y(high) < stripPx && y(low) >= 0)) return;
    const from = Math.max(0, Math.floor(timeToX(viewport, window.fromUs + column * window.columnUs)));
    const to = Math.ceil(timeToX(viewport, window.fromUs + (column + 1) * window.columnUs));
    taken.fill(1, from, to + 1);
  };
  for (const slice of slices) {
    let held = heldBefore(slice, first);
    for (let i = first; i < last; i++) {
      const low = slice.values[i * SLICE_STRIDE + 1];
      const high = slice.values[i * SLICE_STRIDE + 2];
      if (Number.isNaN(high)) {
        take(i, held, held);
        continue;
      }
      const before = Number.isNaN(held) ? low : held;
      take(i, Math.min(before, low), Math.max(before, high));
      held = slice.values[i * SLICE_STRIDE + 3];
    }
  }
}

/** Time of the last visible loss before a time, to the column; null for none. */
function lossBefore({ answer, viewport }: PanelContext, timeUs: number): number | null {
  const { window, losses } = answer;
  const [first] = visibleColumns(window, viewport);
  const column = Math.floor((timeUs - window.fromUs) / window.columnUs);
  for (let i = Math.min(column, losses.length - 1); i >= first; i--) {
    if (losses[i] > 0) return Math.min(timeUs, window.fromUs + i * window.columnUs);
  }
  return null;
}

/** As the finding knows it, else from the visible columns; null for none in view. */
function lastLossUs(context: PanelContext, { course, startUs }: Finding): number | null {
  const knownUs = course?.lastLossUs ?? Number.NaN;
  if (Number.isNaN(knownUs)) return lossBefore(context, startUs);
  return knownUs >= context.viewport.fromUs ? knownUs : null;
}

/**
 * @param drawn the series of the trace, and those of others in the plot. @param clips values that stand at the upper edge.
 * @param y where their values are drawn. @param marksPx height of the rows of marks.
 */
export function annotateFinding(
  context: PanelContext,
  { surface, palette, lane }: PaintTools,
  drawn: readonly DrawnSeries[],
  clips: readonly Clip[],
  y: ScaleY,
  marksPx = USUAL_MARKS_PX,
): void {
  const loweredPx = Math.max(0, marksPx - USUAL_MARKS_PX);
  const finding = findingOf(context);
  const { viewport } = context;
  if (finding === null || finding.endUs < viewport.fromUs || finding.startUs > viewport.toUs) return;
  // Beside losses within the finding the last one before it would mean "no loss since".
  const isWithoutLoss = (finding.course?.lostPackets ?? 0) === 0;
  const lossUs = isWithoutLoss && finding.startUs >= viewport.fromUs ? lastLossUs(context, finding) : null;
  paintAnnotation(
    surface,
    {
      words: labelOf(finding).map((words, i) =>
        i === 0 && lane !== undefined ? `${lane.letter}: ${words}` : words,
      ),
      loweredPx,
      color: palette.severity[finding.severity],
      fromPx: Math.max(0, timeToX(viewport, finding.startUs)),
      toPx: Math.min(viewport.width, timeToX(viewport, finding.endUs)),
      loss:
        lossUs === null
          ? null
          : {
              x: timeToX(viewport, lossUs),
              words: `last loss before it ${instant(lossUs, viewport.toUs - viewport.fromUs)}`,
              color: palette.loss,
            },
    },
    freeStrip(drawn, clips, y, viewport, LABEL_STRIP_PX + loweredPx),
  );
}
