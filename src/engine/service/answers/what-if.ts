/** Answers `whatIf`: the sender of a connection under another controller (`what-if/`). Loaded with the first request. */
import { findStalls } from '../../findings/stalls/stalls';
import { RequestFailed } from '../../reading/contract/request-failed';
import { logFactsOf } from '../../reading/facts/log-facts';
import type { Analysis } from '../../reading/stages/analysis';
import type { FileConnection } from '../../reading/stages/connection-list';
import { WhatIfs } from '../../simulator/what-if/ask';
import type { Handler } from './handler';

/** The self-checks of an open file. */
class Kept {
  readonly of = new Map<number, WhatIfs>();
}

export const handler: Handler<'whatIf'> = (file, { connection, controller }) => {
  const asked = file.connection(connection);
  const analysis = file.analysis(connection);
  if (analysis === undefined) throw new RequestFailed('The trace is not read to its end.');
  const kept = file.keep(Kept).of;
  const whatIfs = kept.get(connection) ?? whatIfsOf(asked, analysis);
  kept.set(connection, whatIfs);
  try {
    return whatIfs.answer(controller);
  } catch (error) {
    throw new RequestFailed(error instanceof Error ? error.message : String(error));
  }
};

function whatIfsOf(
  { text, connection }: FileConnection,
  { models, verdicts, lossKinds, path, heldTime }: Analysis,
): WhatIfs {
  const { state } = connection;
  const { clockStepUs, midwayNumber } = logFactsOf(text, connection);
  const spiralsUs = verdicts.findings
    .filter(({ id, severity }) => id === 'death-spiral' && severity !== 'info')
    .map(({ startUs }) => startUs)
    .sort((a, b) => a - b);
  return new WhatIfs({
    state,
    beginsMidway: state.beginsMidway || midwayNumber !== undefined,
    models,
    clockStepUs,
    lossKinds,
    pathIntervals: path,
    heldTime,
    stalls: findStalls(state, clockStepUs),
    spiralsUs,
  });
}
