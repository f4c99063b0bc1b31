/**
 * What is judged when a connection is read to its end: findings, the controller that its window follows, and the
 * lead of the recovery boundary.
 */
import type { Verdicts } from '../detect/detector';
import { runDetectors } from '../detect/runner';
import { boundaryLeads, fitTrace, type ModelReport, senderTrace } from '../models';
import type { TransportState } from '../replay/transport';
import type { Series } from '../series/series';

export interface Analysis {
  readonly verdicts: Verdicts;
  readonly models: ModelReport;
  /** Series rebuilt here, beside those of the transport state; only those with points. */
  readonly series: readonly Series[];
}

export function analyse(state: TransportState): Analysis {
  const trace = senderTrace(state);
  const models = fitTrace(trace);
  // A receiver's own few packets have a boundary as well; it says nothing about the data that it receives.
  const leads = models.notJudged !== null || state.pathCount > 1 ? null : boundaryLeads(trace);
  const series = leads === null ? [] : [leads.defective.lead, leads.fixed.lead];
  return { verdicts: runDetectors(state), models, series: series.filter(({ length }) => length > 0) };
}
