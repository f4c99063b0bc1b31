/**
 * What death spirals cost, closed loop: the trace's path, hosts and offer run again from the start of each, under the trace's own
 * controller first. Where that delivers what the trace does by the end of the spiral, within 10 %, a run under the same rules without the
 * defect tells what was lost; elsewhere, and of what is no more than the first run is off by, nothing is said.
 */
import { amount, duration, percent } from '../../base/text/figures';
import type { ClosedLoopCost, Finding } from '../../findings/finding/finding';
import { type CandidateId, findCandidate } from '../../sender/congestion/candidates';
import type { ModelReport } from '../../sender/congestion/model-report';
import type { SenderTrace } from '../../sender/congestion/sender-steps';
import { senderTrace } from '../../sender/congestion/sender-trace';
import { rateWords } from './assumptions';
import { deliveredBy, runClosedLoop, timeOf } from './closed-loop';
import { checkOver, isNear, spiralsToRun, whyNotRun } from './self-check';
import type { TraceRead } from './setting';

/** What a sender under this one is compared with: idle time counted from the last activity, or no CUBIC where it does that already. */
function remedyOf(own: CandidateId): CandidateId {
  const isCubic = own.startsWith('cubic-') && own !== 'cubic-shift-from-last-activity';
  return isCubic ? 'cubic-shift-from-last-activity' : 'newreno';
}

export interface CostRead extends TraceRead {
  readonly models: ModelReport;
}

/** The findings, death spirals with what they cost closed loop where a run is near. */
export function withSpiralCosts(read: CostRead, findings: readonly Finding[]): readonly Finding[] {
  const spirals = spiralsToRun(findings);
  if (spirals.length === 0 || whyNotRun(read, read.models) !== null) return findings;
  const trace = senderTrace(read.state);
  const costs = new Map(spirals.map((spiral) => [spiral, costOf(read, trace, spiral)] as const));
  return findings.map((finding) => {
    const closedLoop = costs.get(finding) ?? null;
    return closedLoop === null ? finding : { ...finding, closedLoop };
  });
}

/** Null where no run is near, or what it gains is within its error. */
function costOf(read: CostRead, trace: SenderTrace, spiral: Finding): ClosedLoopCost | null {
  const own = read.models.best[0];
  const { endUs, exit } = spiral;
  const checked = checkOver(read, trace, own, spiral);
  if (!isNear(checked)) return null;
  const { setting, error } = checked;
  const { fromUs, deliveredAt } = setting;
  const remedy = remedyOf(own);
  const run = runClosedLoop(setting, remedy);
  const spiralBytes = deliveredAt(endUs) - deliveredAt(fromUs);
  const neededUs = timeOf(run, spiralBytes);
  const us = Number.isNaN(neededUs) ? 0 : Math.max(0, Math.round(endUs - neededUs));
  const moreBytes = Math.max(0, Math.round(deliveredBy(run, endUs) - spiralBytes));
  // Where the trace ends with it there is no more to deliver: then it is time that shows.
  const gain = Math.max(moreBytes / spiralBytes, us / (endUs - fromUs));
  if (gain <= Math.abs(error)) return null;
  const leftBytes =
    exit === 'trace-ended' ? Number.NaN : deliveredAt(Number.POSITIVE_INFINITY) - deliveredAt(endUs);
  const more = moreWords(moreBytes, leftBytes);
  const words =
    `Estimate, closed loop: the path, hosts and data of the trace are run again from its start. Under the trace’s own rules ` +
    `(${findCandidate(own).name}) ${nearWords(error)} by its end, which is near enough; under ${findCandidate(remedy).name} ` +
    `the same ${amount(spiralBytes)} arrive ${duration(us)} sooner, ${more}. ${rateWords(setting)}`;
  return { bytes: Math.min(moreBytes, leftBytes), us, words };
}

/** What more is delivered in the same time. @param leftBytes what was left to send; NaN where it is not known. */
function moreWords(moreBytes: number, leftBytes: number): string {
  if (Number.isNaN(leftBytes))
    return 'and more in the same time; the trace ends in it, so that what was left to send is not known';
  if (leftBytes >= moreBytes) return `or ${amount(moreBytes)} more in the same time`;
  return `and in the same time all ${amount(leftBytes)} that the trace delivers after it`;
}

function nearWords(error: number): string {
  if (Math.abs(error) < 0.0005) return 'as many bytes arrive';
  return `${percent(Math.abs(error))} ${error > 0 ? 'more' : 'fewer'} bytes arrive`;
}
