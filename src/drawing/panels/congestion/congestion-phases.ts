/**
 * The phase of congestion control beneath the window: a pale tint in the colours of the States panel. As logged, where the logged state is
 * the phase (sender/transport/logged-phases.ts), else none; where no
 * state is logged, rebuilt: recovery by RFC 9002 §7.3.2 from the trace's losses, and outside it slow start or congestion
 * avoidance by the logged ssthresh (§7.3). A few pixels have the colour of the phase with the largest share of their time.
 * A model has regions of its own (congestion-regions.ts): with one there is no tint.
 */
import { type SeriesSlice, SLICE_STRIDE } from '../../../engine/base/columns/series';
import type { StateSlice } from '../../../engine/base/columns/state-timeline';
import { heldBefore } from '../../painters/pixel-columns';
import { largestShare, shareCells } from '../../painters/share-cells';
import { stateFills } from '../../surface/palette';
import { timeToX } from '../../surface/viewport';
import { sliceOf, withinOf } from '../build/answer-values';
import { isPresent, sharesWithin, shareText } from '../build/shares';
import { isHidden, type LegendEntry, legendEntry, type PaintTools, type PanelContext } from '../panel';

const ID = 'phase';
const TINT_OPACITY = 0.08;
/** Phases that are rebuilt, by the names that stacks log. */
const REBUILT = ['slow_start', 'congestion_avoidance', 'recovery'] as const;
/** Time of which nothing is known but that it is not recovery: it has no tint. */
const OTHER = 'outside recovery';

/** What is tinted, and how it is known; null where nothing is, and with a model. */
function phasesOf({
  answer,
  snapshot,
}: PanelContext): { readonly slice: StateSlice; readonly label: string } | null {
  const { states, parts } = answer;
  if (parts.model !== null) return null;
  if (states.names.length > 0)
    return snapshot.summary.statesAreNoPhases === true ? null : { slice: states, label: 'phase' };
  const [cwnd, ssthresh] = [sliceOf(answer, 'cwnd'), sliceOf(answer, 'ssthresh')];
  const label = 'phase (rebuilt)';
  if (parts.recovery === null) return null;
  if (cwnd !== undefined && ssthresh !== undefined)
    return { slice: bySsthresh(parts.recovery, cwnd, ssthresh, wideColumns(answer)), label };
  // Without a sign that losses set the window, recovery is not known (States says why).
  if (snapshot.summary.recoveryPeriods === 0) return null;
  return { slice: { ...parts.recovery, names: ['recovery', OTHER] }, label };
}

/** How many columns of the window a wide one of a digest covers; 0 without. */
const wideColumns = ({ coarseUs = 0, window }: PanelContext['answer']): number => coarseUs / window.columnUs;

/** Time outside recovery is slow start below ssthresh, and before there is one: in a wide column of a digest until a time that is not known. */
function bySsthresh(
  recovery: StateSlice,
  cwnd: SeriesSlice,
  ssthresh: SeriesSlice,
  wide: number,
): StateSlice {
  const columns = recovery.changes.length;
  const shares = new Float64Array(columns * REBUILT.length);
  /** Only of a digest: how far shares may be off, all of it where the phase of a column is not known. */
  const unsure = recovery.rounded?.byUpTo.slice() ?? null;
  let [window, threshold] = [heldBefore(cwnd, 0), heldBefore(ssthresh, 0)];
  /** Columns that had both. */
  let both = Number.isNaN(window + threshold) ? 0 : wide;
  for (let column = 0; column < columns; column++) {
    const [inside, outside] = [recovery.shares[column * 2], recovery.shares[column * 2 + 1]];
    window = lastIn(cwnd, column, window);
    threshold = lastIn(ssthresh, column, threshold);
    if (!Number.isNaN(window + threshold)) both++;
    const phase = !(window >= threshold) ? 0 : 1;
    shares[column * REBUILT.length + phase] = outside;
    shares[column * REBUILT.length + 2] = inside;
    const isUnsure = (both > 0 && both <= wide) || mayCross([cwnd, window], [ssthresh, threshold], column);
    if (unsure !== null && outside > 0 && isUnsure) unsure[column] = 1;
  }
  const rebuilt = { names: REBUILT, shares, changes: recovery.changes };
  return unsure === null
    ? rebuilt
    : {
        ...rebuilt,
        rounded: {
          byUpTo: unsure,
          exactEnds: REBUILT.map(() => recovery.rounded?.exactEnds.every(Boolean) ?? true),
        },
      };
}

/** Whether the window may be on either side of the threshold in a column, by extremes that are rounded or those of a wide column. */
function mayCross(
  [cwnd, window]: readonly [SeriesSlice, number],
  [ssthresh, threshold]: readonly [SeriesSlice, number],
  column: number,
): boolean {
  const [least, most] = edgesOf(cwnd, column, window);
  const [lowest, highest] = edgesOf(ssthresh, column, threshold);
  return least < highest && most >= lowest;
}

/** The least and the most that a series may be in a column. @param held where it has no value in it. */
function edgesOf(slice: SeriesSlice, column: number, held: number): readonly [number, number] {
  const [low, high] = [1, 2].map((of) => slice.values[column * SLICE_STRIDE + of]) as [number, number];
  const [min, max] = Number.isNaN(low) ? [held, held] : [low, high];
  return [min - withinOf(slice, min), max + withinOf(slice, max)];
}

function lastIn({ values }: SeriesSlice, column: number, held: number): number {
  const last = values[column * SLICE_STRIDE + 3];
  return Number.isNaN(last) ? held : last;
}

export function phaseLegend(context: PanelContext): readonly LegendEntry[] {
  const phases = phasesOf(context);
  return phases === null ? [] : [legendEntry(ID, phases.label, 'area', '--slot-3', null, 'dots')];
}

/** Tints the plot from top to bottom, beneath everything. */
export function paintPhases(context: PanelContext, { surface, palette }: PaintTools): void {
  const phases = phasesOf(context);
  if (phases === null || isHidden(context, 'congestion', ID)) return;
  const { answer, viewport } = context;
  const { names } = phases.slice;
  const fills = stateFills(names, palette);
  const columnX = (column: number): number =>
    timeToX(viewport, answer.window.fromUs + column * answer.window.columnUs);
  let tint: { from: number; to: number; name: number } | null = null;
  const paint = (): void => {
    if (tint === null || names[tint.name] === OTHER) return;
    const [left, right] = [columnX(tint.from), columnX(tint.to)];
    const fill = { color: (fills[tint.name] as { color: string }).color, pattern: 'solid' } as const;
    surface.rect(left, 0, right - left, surface.height, fill, TINT_OPACITY);
  };
  for (const { from, to, shares } of shareCells(phases.slice, answer.window, viewport)) {
    const name = largestShare(shares);
    if (tint !== null && tint.to === from && tint.name === name) tint.to = to;
    else {
      paint();
      tint = { from, to, name };
    }
  }
  paint();
}

/** The entry of `phaseLegend`, where a phase is tinted in the visible range. */
export function phaseInView(context: PanelContext): readonly string[] {
  const { answer, viewport } = context;
  const phases = phasesOf(context);
  if (phases === null) return [];
  const shares = sharesWithin(phases.slice, answer.window, viewport.fromUs, viewport.toUs);
  return shares.some(isPresent) ? [ID] : [];
}

/** The phase with the largest share of a part, `recovery 98.0 %`; one cell per entry of `phaseLegend`. */
export function phaseCells(context: PanelContext, fromUs: number, toUs: number): readonly string[] {
  const phases = phasesOf(context);
  if (phases === null) return [];
  const shares = sharesWithin(phases.slice, context.answer.window, fromUs, toUs);
  const largest = largestShare(shares.map(({ share }) => share));
  return [largest < 0 ? '–' : `${phases.slice.names[largest]} ${shareText(shares[largest])}`];
}
