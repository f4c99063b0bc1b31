/**
 * What is judged when a connection is read to its end: findings, the controller that its window follows, the lead
 * of the recovery boundary, and where each quantity comes from.
 */
import type { Verdicts } from '../detect/detector';
import { DetectInput, type LogFacts } from '../detect/input';
import { runDetectors } from '../detect/runner';
import type { ModelReport } from '../models';
import type { Provenance } from '../protocol-quality';
import type { TransportState } from '../replay/transport';
import type { Series } from '../series/series';
import type { FileConnection } from './connection-list';
import { logFactsOf } from './log-facts';
import { provenanceOf } from './provenance';

export interface Analysis {
  readonly verdicts: Verdicts;
  readonly models: ModelReport;
  /** Series rebuilt here, beside those of the transport state; only those with points. */
  readonly series: readonly Series[];
  readonly provenance: readonly Provenance[];
}

/** Judges a connection of a file, its log's own faults included. */
export function analyseConnection({ text, connection }: FileConnection): Analysis {
  return analyse(connection.state, logFactsOf(text, connection));
}

/** @param log what reading the file found out about the log itself. */
export function analyse(state: TransportState, log: LogFacts | null = null): Analysis {
  const input = new DetectInput(state, log);
  const { models } = input;
  // A receiver's own few packets have a boundary as well; it says nothing about the data that it receives.
  const leads = models.notJudged !== null || state.pathCount > 1 ? null : input.leads;
  const series = leads === null ? [] : [leads.defective.lead, leads.fixed.lead];
  return {
    verdicts: runDetectors(input),
    models,
    series: series.filter(({ length }) => length > 0),
    provenance: provenanceOf(state),
  };
}
