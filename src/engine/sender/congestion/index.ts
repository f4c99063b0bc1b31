/**
 * Public functions of this module: from the state of a connection to the verdict over controllers, a shadow run, and
 * the lead of the boundary. `judgeSender` tells all that rules need in one pass; a `FeedCollector` and a `SenderJudge` do so
 * while the trace is read. For other passes, build the steps once with `senderTrace` and call `fitTrace`, `shadowRun` and
 * `boundaryLeads`.
 */

export type { AckedSends } from './acked-sends';
export { type BoundaryLeads, boundaryLeads, type LeadStretch, type RuleLead, rulesPart } from './boundary';
export { CANDIDATES, type Candidate, type CandidateId } from './candidates';
export { REGIONS, type Region } from './controller';
export { type Counterfactual, counterfactual } from './counterfactual';
export { FeedCollector } from './feed-collector';
export { fitTrace } from './fit';
export { type HeldGrowth, heldGrowth } from './held-growth';
export { FITTED_IDLE_RULES, IDLE_RULES, type IdleRule, type IdleSend, shiftedBoundary } from './idle-rule';
export { type IdleSends, idleSendAt } from './idle-sends';
export { type JudgedSender, judgedFrom, type PlainJudgement, plainJudgement } from './judged-sender';
export {
  type CandidateFit,
  type ModelReport,
  type NotJudged,
  notCompared,
  type Unnamed,
} from './model-report';
export { buffersOf, type SenderEnd, type SenderFeed } from './sender-feed';
export { judgeSender, judgingSender, SenderJudge } from './sender-judge';
export type { SenderTrace } from './sender-steps';
export { senderTrace } from './sender-trace';
export { type RegionSpan, type ShadowOptions, type ShadowRun, shadowRun } from './shadow';
export { MODEL_BASED, type WindowSource } from './window-source';
