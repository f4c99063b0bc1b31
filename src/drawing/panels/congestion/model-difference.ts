/**
 * How far the drawn model is from the log in view, as one figure beside the panel's title: where both lines are far apart
 * the axis that fits them shows the log as a line at its foot.
 */
import { type SeriesSlice, SLICE_STRIDE } from '../../../engine/base/columns/series';
import { bytes, count, fixed, instant } from '../../../engine/base/text/figures';
import { heldBefore, visibleColumns } from '../../painters/pixel-columns';
import { sliceOf, textOf } from '../build/answer-values';
import { isHidden, type PanelContext } from '../panel';
import { modelOf } from './congestion-model';

/** Differences up to a packet or this share of the window, or shorter than a round trip, count as none, as in the fit. */
const SHARE = 0.05;

interface Difference {
  readonly timeUs: number;
  readonly model: number;
  readonly cwnd: number;
}

function areApart({ model, cwnd }: Difference, datagramBytes: number): boolean {
  return Math.abs(model - cwnd) > Math.max(datagramBytes || 0, SHARE * cwnd);
}

function larger(a: Difference | null, b: Difference | null): Difference | null {
  if (a === null || b === null) return a ?? b;
  return Math.abs(b.model - b.cwnd) > Math.abs(a.model - a.cwnd) ? b : a;
}

/** The largest difference in view of those that last for a round trip; null for none. */
function largest(
  { answer, viewport, snapshot }: PanelContext,
  model: SeriesSlice,
  cwnd: SeriesSlice,
): Difference | null {
  const { window, rttUs } = answer;
  const [first, last] = visibleColumns(window, viewport);
  let [modelled, logged] = [heldBefore(model, first), heldBefore(cwnd, first)];
  let most: Difference | null = null;
  let inRun: Difference | null = null;
  let sinceUs = Number.NaN;
  for (let column = first; column < last; column++) {
    const at = column * SLICE_STRIDE + 3;
    if (!Number.isNaN(model.values[at])) modelled = model.values[at];
    if (!Number.isNaN(cwnd.values[at])) logged = cwnd.values[at];
    const timeUs = window.fromUs + (column + 1) * window.columnUs;
    const here = { timeUs, model: modelled, cwnd: logged };
    if (!areApart(here, snapshot.summary.datagramBytes)) {
      inRun = null;
      sinceUs = Number.NaN;
      continue;
    }
    if (Number.isNaN(sinceUs)) sinceUs = timeUs - window.columnUs;
    inRun = larger(inRun, here);
    if (timeUs - sinceUs >= (rttUs || 0)) most = larger(most, inRun);
  }
  return most;
}

/** `model 63,180 B, 23.4 × cwnd at 9.981 s`, of a digest also `model ≈ 63,200 B ± 400 B where cwnd is 2,700 B`; empty without a model, and where its key is off. */
export function differenceWords(context: PanelContext): string {
  const model = modelOf(context);
  const cwnd = sliceOf(context.answer, 'cwnd');
  if (model === null || cwnd === undefined || isHidden(context, 'congestion', 'model')) return '';
  const most = largest(context, model.window, cwnd);
  if (most === null) return 'model = cwnd, within a packet or 5 %';
  const words = textOf(model.window, most.model, bytes);
  const logged = textOf(cwnd, most.cwnd, bytes);
  // Of figures that a digest has rounded no factor is known.
  if (words !== bytes(most.model) || logged !== bytes(most.cwnd))
    return `model ${words} where cwnd is ${logged}`;
  const times = most.model / most.cwnd;
  const factor = times >= 10 ? count(times) : fixed(times, times < 0.1 ? 2 : 1);
  const timeUs = Math.min(most.timeUs, context.snapshot.extent.toUs);
  return `model ${words}, ${factor} × cwnd at ${instant(timeUs)}`;
}
