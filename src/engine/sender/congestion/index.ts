/**
 * Public functions of this module: from the state of a connection to the verdict over controllers, a shadow run, and
 * the lead of the boundary. `judgeSender` tells all that rules need in one pass; a `FeedCollector` and a `SenderJudge` do so
 * while the trace is read. For other passes, build the steps once with `senderTrace` and call `fitTrace`, `shadowRun` and
 * `boundaryLeads`.
 */

export type { AckedSends } from './acked-sends';
export { type BoundaryLeads, boundaryLeads, type RuleLead, rulesPart } from './boundary';
export { CANDIDATES, type CandidateId } from './candidates';
export { REGIONS, type Region } from './controller';
export { counterfactual } from './counterfactual';
export { BETA_RFC_9438 } from './cubic-curve';
export { FeedCollector } from './feed-collector';
export { fitTrace } from './fit';
export { type HeldGrowth, heldGrowth } from './held-growth';
export { FITTED_IDLE_RULES, IDLE_RULES, type IdleRule, shiftedBoundary } from './idle-rule';
export { type IdleSends, idleSendAt } from './idle-sends';
export { type JudgedSender, judgedFrom, type PlainJudgement, plainJudgement } from './judged-sender';
export { type CandidateFit, type ModelReport, notCompared } from './model-report';
export { buffersOf, type SenderEnd, type SenderFeed } from './sender-feed';
export { judgeSender, judgingSender, SenderJudge } from './sender-judge';
export type { SenderTrace } from './sender-steps';
export { senderTrace } from './sender-trace';
export { type ShadowRun, shadowRun } from './shadow';
export { MODEL_BASED } from './window-source';
