/** Answers `whatIf`: the sender of a connection under another controller (`what-if/`). Loaded with the first request. */
import { RequestFailed } from '../../reading/contract/request-failed';
import type { Analysis } from '../../reading/stages/analysis';
import type { FileConnection } from '../../reading/stages/connection-list';
import { WhatIfs } from '../../simulator/what-if/ask';
import { spiralsToRun } from '../../simulator/what-if/self-check';
import type { Handler } from './handler';
import { analysisOf, traceReadOf } from './trace-read';

/** The self-checks of an open file. */
class SelfChecks {
  readonly of = new Map<number, WhatIfs>();
}

export const handler: Handler<'whatIf'> = (file, { connection, controller }) => {
  const asked = file.connection(connection);
  const analysis = analysisOf(file, connection);
  const made = file.stateOf(SelfChecks).of;
  const whatIfs = made.get(connection) ?? whatIfsOf(asked, analysis);
  made.set(connection, whatIfs);
  try {
    return whatIfs.answer(controller);
  } catch (error) {
    throw new RequestFailed(error instanceof Error ? error.message : String(error));
  }
};

function whatIfsOf(connection: FileConnection, analysis: Analysis): WhatIfs {
  const spirals = spiralsToRun(analysis.verdicts.findings);
  return new WhatIfs({ ...traceReadOf(connection, analysis), spirals });
}
