/**
 * What the window would have been under another controller: a shadow run that is not reset to the log after a chosen
 * time, and the two times that show how far it can be trusted: when it was last set to the log, possibly long before
 * that time; and when the log first diverged from it afterwards, by the measure of the fit (scorer.ts).
 *
 * Open loop: the same ACKs, whatever the model would have sent. The run itself is in shadow.ts.
 */
import type { Series } from '../../base/columns/series';
import type { TransportState } from '../transport/transport';
import type { CandidateId } from './candidates';
import { Scorer } from './scorer';
import { type SenderTrace, StepKind } from './sender-steps';
import { senderTrace } from './sender-trace';
import { SeriesCursor } from './series-cursor';
import { type ShadowRun, shadowRun } from './shadow';

export interface Counterfactual {
  readonly run: ShadowRun;
  /**
   * Time at which the model was last set to the logged window, µs, at most the start of the free run. NaN for never.
   */
  readonly setUs: number;
  /** Time at which the log first diverged from the model for a round trip or longer, µs; NaN for never. */
  readonly firstDivergenceUs: number;
}

/** Steps that set a model to the log; see `applyStep`. */
const SETTING: readonly number[] = [StepKind.reduction, StepKind.undo, StepKind.slowStartExit];

/**
 * Runs a model freely after `freeFromUs`. Steps at that exact time still follow the log: a finding begins with the
 * reduction that its counterfactual starts from.
 * @throws RangeError for an unknown id.
 */
export function counterfactual(state: TransportState, id: CandidateId, freeFromUs: number): Counterfactual {
  const trace = senderTrace(state);
  // Step times are whole µs.
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

/** Visits all changes of both windows from `fromUs` on. */
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
  for (const timeUs of changesAfter(fromUs, series.congestionWindow.timesUs.slice(), window.timesUs.slice(), [
    lastUs,
  ])) {
    if (timeUs <= atUs) continue;
    scorer.hold(atUs, timeUs, logged.at(atUs), model.at(atUs), rtt.at(atUs) || 0);
    if (!Number.isNaN(scorer.firstDivergenceUs)) break;
    atUs = timeUs;
  }
  return scorer.firstDivergenceUs;
}

/** Times after `fromUs` of several ascending lists, merged. */
function changesAfter(fromUs: number, ...lists: readonly ArrayLike<number>[]): Float64Array {
  const times = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    times.set(list, at);
    at += list.length;
  }
  return times.filter((timeUs) => timeUs > fromUs).sort();
}
