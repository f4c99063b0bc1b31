/**
 * The marks at the top of the Congestion panel: packets lost and, below them, packets marked CE. Those of several traces stand
 * in a row each.
 */
import { SLICE_STRIDE } from '../../../engine/base/columns/series';
import { count } from '../../../engine/base/text/figures';
import { barColumns } from '../../painters/bar-columns';
import { visibleColumns } from '../../painters/pixel-columns';
import type { Surface } from '../../surface/surface';
import { timeToX } from '../../surface/viewport';
import { increaseText, sliceOf } from '../build/answer-values';
import {
  coarseUsOf,
  isHidden,
  type LegendEntry,
  legendEntry,
  type PaintTools,
  type PanelContext,
  type PlotLane,
} from '../panel';
import { lossOrigin } from '../words';

interface Mark {
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const LOSS_MARK: Mark = { y: 0, width: 1.5, height: 7 };
/** Below the losses: stubs, which become a bar where every packet is marked. */
const CE_MARK: Mark = { y: 10, width: 4, height: 2 };

/** Rows of marks of several traces share this height; a row is at most `ROW_PX` high, and named where there is room. */
const ROWS_PX = 16;
const ROW_PX = 8;
const NAMED_ROW_PX = 8;

/** The marks of one of several traces: in a row of its own, losses above CE marks. */
function rowOf({ row, rows }: PlotLane): {
  readonly topPx: number;
  readonly heightPx: number;
  readonly loss: Mark;
  readonly ce: Mark;
} {
  const heightPx = Math.min(ROW_PX, Math.floor(ROWS_PX / rows));
  const topPx = row * heightPx;
  const ceHeight = Math.max(1, Math.floor(heightPx / 4));
  const loss = { ...LOSS_MARK, y: topPx, height: heightPx - ceHeight - 1 };
  return { topPx, heightPx, loss, ce: { ...CE_MARK, y: topPx + loss.height, height: ceHeight } };
}

export const CE: LegendEntry = legendEntry('ce-total', 'packets marked (CE)', 'stub', '--slot-7');

export function hasMarks({ snapshot }: PanelContext): boolean {
  return snapshot.catalogue.some(({ id }) => id === CE.id);
}

/** As text. */
export function markedIn(
  { answer }: PanelContext,
  range: { readonly fromUs: number; readonly toUs: number },
): string {
  return increaseText(answer, CE.id, range, count);
}

/** Marks at columns for which a number is above zero; of a digest's wide columns hatched, as wide as they are. */
function paintAt(
  context: PanelContext,
  surface: Surface,
  { y, width, height }: Mark,
  color: string,
  has: (column: number) => boolean,
): void {
  const { answer, viewport } = context;
  const coarseUs = coarseUsOf(context);
  if (coarseUs !== null) {
    for (const { from, to, x, width: wide } of barColumns(answer.window, viewport, width, coarseUs)) {
      const isMarked = Array.from({ length: to - from }, (_, i) => has(from + i)).includes(true);
      if (isMarked) surface.rect(x, y, wide - 1, height, { color, pattern: 'diagonal' });
    }
    return;
  }
  const [first, last] = visibleColumns(answer.window, viewport);
  for (let i = first; i < last; i++) {
    if (!has(i)) continue;
    const x = timeToX(viewport, answer.window.fromUs + i * answer.window.columnUs);
    surface.rect(x - width / 2, y, width, height, { color, pattern: 'solid' });
  }
}

function paintMarks(context: PanelContext, { surface, palette, lane }: PaintTools): void {
  const slice = sliceOf(context.answer, CE.id);
  if (slice === undefined) return;
  paintAt(context, surface, lane === undefined ? CE_MARK : rowOf(lane).ce, palette.ceMark, (i) => {
    return !Number.isNaN(slice.values[i * SLICE_STRIDE]);
  });
}

function paintLosses(context: PanelContext, { surface, palette, lane }: PaintTools): void {
  const { losses } = context.answer;
  const row = lane === undefined ? null : rowOf(lane);
  paintAt(context, surface, row?.loss ?? LOSS_MARK, palette.loss, (i) => losses[i] > 0);
  if (lane === undefined || row === null || row.heightPx < NAMED_ROW_PX) return;
  // Above the data: the row's name stands where the first marks may be.
  surface.text(2, row.topPx + row.heightPx - 2, lane.letter, {
    color: palette.loss,
    size: row.heightPx,
    bold: true,
  });
}

export function markLegend(context: PanelContext): readonly LegendEntry[] {
  const { packetsLost, lossMethod } = context.snapshot.summary;
  const label = `loss (${lossOrigin(lossMethod)})`;
  return [
    ...(packetsLost > 0 ? [legendEntry('loss', label, 'mark', '--loss')] : []),
    ...(hasMarks(context) ? [CE] : []),
  ];
}

/** Paints what is not hidden. @returns the height that the rows of several traces take, undefined for one alone. */
export function paintAllMarks(context: PanelContext, tools: PaintTools): number | undefined {
  if (!isHidden(context, 'congestion', 'loss')) paintLosses(context, tools);
  if (!isHidden(context, 'congestion', CE.id)) paintMarks(context, tools);
  const { lane } = tools;
  return lane && rowOf(lane).heightPx * lane.rows;
}
