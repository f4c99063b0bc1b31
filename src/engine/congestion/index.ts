/**
 * What the other rooms call: from the state of a connection to the verdict over controllers, to a shadow run, to
 * the lead of the boundary. Each call builds the steps of the trace anew; who needs several builds them once with
 * `senderTrace` and calls `fitTrace`, `shadowRun` and `boundaryLeads`.
 */
import type { TransportState } from '../transport/transport';
import type { CandidateId } from './candidates';
import { fitTrace } from './fit';
import type { ModelReport } from './model-report';
import { senderTrace } from './sender-trace';
import { type ShadowOptions, type ShadowRun, shadowRun } from './shadow';

export { type BoundaryLeads, boundaryLeads, type LeadStretch, type RuleLead } from './boundary';
export { CANDIDATES, type Candidate, type CandidateId } from './candidates';
export { REGIONS, type Region } from './controller';
export { type Counterfactual, counterfactual } from './counterfactual';
export { fitTrace } from './fit';
export { IDLE_RULES, type IdleRule } from './idle-rule';
export type { CandidateFit, ModelReport, NotJudged } from './model-report';
export type { SenderTrace } from './sender-steps';
export { senderTrace } from './sender-trace';
export { type RegionSpan, type ShadowOptions, type ShadowRun, shadowRun } from './shadow';

/** Which controller a trace was written under; see `ModelReport`. To be called once, when the trace is read. */
export function fitModels(state: TransportState): ModelReport {
  return fitTrace(senderTrace(state));
}

/** One candidate's window, regions and boundary on this trace; see `ShadowRun`. */
export function shadow(state: TransportState, id: CandidateId, options: ShadowOptions = {}): ShadowRun {
  return shadowRun(senderTrace(state), id, options);
}
