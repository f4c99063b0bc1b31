/** What a run of a trace is made from (`simulator/what-if`), of an open file that was read to its end. */
import { findStalls } from '../../findings/stalls/stalls';
import { RequestFailed } from '../../reading/contract/request-failed';
import { logFactsOf } from '../../reading/facts/log-facts';
import type { Analysis } from '../../reading/stages/analysis';
import type { FileConnection } from '../../reading/stages/connection-list';
import type { CostRead } from '../../simulator/what-if/spiral-costs';
import type { OpenFile } from './handler';

export function traceReadOf(
  { text, connection }: FileConnection,
  { models, lossKinds, path, heldTime }: Analysis,
): CostRead {
  const { state } = connection;
  const { clockStepUs, midwayNumber } = logFactsOf(text, connection);
  return {
    state,
    beginsMidway: state.beginsMidway || midwayNumber !== undefined,
    models,
    clockStepUs,
    lossKinds,
    pathIntervals: path,
    heldTime,
    stalls: findStalls(state, clockStepUs),
  };
}

/** @throws RequestFailed while it is read. */
export function analysisOf(file: OpenFile, connection: number): Analysis {
  const analysis = file.analysis(connection);
  if (analysis === undefined) throw new RequestFailed('The trace is not read to its end.');
  return analysis;
}
