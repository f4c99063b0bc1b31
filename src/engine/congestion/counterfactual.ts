/**
 * What the window would have been: a shadow run that leaves the log at a chosen time, and the two instants that
 * say how far it can be trusted. When it was last set on the log, which may be long before it is left alone; and
 * when the log first left it after that, by the measure of the fit (scorer.ts).
 *
 * Open loop: the same ACKs, whatever the model would have sent. The run itself is shadow.ts's.
 */

import type { Series } from '../columns/series';
import type { TransportState } from '../transport/transport';
import type { CandidateId } from './candidates';
import { Scorer } from './scorer';
import { type SenderTrace, StepKind } from './sender-steps';
import { senderTrace } from './sender-trace';
import { SeriesCursor } from './series-cursor';
import { type ShadowRun, shadowRun } from './shadow';

export interface Counterfactual {
  readonly run: ShadowRun;
  /** When the model was last set on the logged window, µs: no later than it was left alone. NaN for never. */
  readonly setUs: number;
  /** When the log first left the model for a round trip or longer after that, µs; NaN when it never did. */
  readonly firstDivergenceUs: number;
}

/** Steps that set a model on the log; see `applyStep`. */
const SETTING: readonly number[] = [StepKind.reduction, StepKind.undo, StepKind.slowStartExit];

/**
 * Leaves a model alone after `freeFromUs`. What the log did at that very instant is still the log's: a finding
 * begins with the reduction that its counterfactual starts from.
 * @throws RangeError for an unknown id.
 */
export function counterfactual(state: TransportState, id: CandidateId, freeFromUs: number): Counterfactual {
  const trace = senderTrace(state);
  // Times of steps are whole µs.
  const run = shadowRun(trace, id, { freeFromUs: Math.floor(freeFromUs) + 1 });
  const setUs = lastSetUs(trace, freeFromUs);
  const fromUs = Number.isNaN(setUs) ? trace.firstUs : setUs;
  return { run, setUs, firstDivergenceUs: firstDivergenceUs(state, trace, run.window, fromUs) };
}

function lastSetUs({ steps }: SenderTrace, untilUs: number): number {
  let setUs = Number.NaN;
  for (let i = 0; i < steps.length && steps.timeUs.at(i) <= untilUs; i++) {
    if (SETTING.includes(steps.kind.at(i))) setUs = steps.timeUs.at(i);
  }
  return setUs;
}

/** Walks through all changes of both windows from `fromUs` on. */
function firstDivergenceUs(
  { series, lastUs }: TransportState,
  { datagramBytes }: SenderTrace,
  window: Series,
  fromUs: number,
): number {
  const scorer = new Scorer(datagramBytes);
  const logged = new SeriesCursor(series.congestionWindow);
  const model = new SeriesCursor(window);
  const rtt = new SeriesCursor(series.smoothedRtt);
  let atUs = fromUs;
  for (const timeUs of changesAfter(fromUs, series.congestionWindow.timesUs, window.timesUs, [lastUs])) {
    if (timeUs <= atUs) continue;
    scorer.hold(atUs, timeUs, logged.at(atUs), model.at(atUs), rtt.at(atUs) || 0);
    if (!Number.isNaN(scorer.firstDivergenceUs)) break;
    atUs = timeUs;
  }
  return scorer.firstDivergenceUs;
}

/** Times after `fromUs` of several ascending lists, ascending. */
function changesAfter(fromUs: number, ...lists: readonly ArrayLike<number>[]): Float64Array {
  const times = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    times.set(list, at);
    at += list.length;
  }
  return times.filter((timeUs) => timeUs > fromUs).sort();
}
