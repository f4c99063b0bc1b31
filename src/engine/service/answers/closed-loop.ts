/** Answers `closedLoop`: the findings, death spirals with what they cost closed loop. Loaded with the first request. */
import type { Finding } from '../../findings/finding/finding';
import type { Analysis } from '../../reading/stages/analysis';
import type { FileConnection } from '../../reading/stages/connection-list';
import { withSpiralCosts } from '../../simulator/what-if/spiral-costs';
import type { Handler } from './handler';
import { analysisOf, traceReadOf } from './trace-read';

/** What was run of an open file. */
class ClosedLoops {
  readonly of = new Map<number, readonly Finding[]>();
}

export const handler: Handler<'closedLoop'> = (file, { connection }) => {
  const asked = file.connection(connection);
  const made = file.stateOf(ClosedLoops).of;
  const findings = made.get(connection) ?? withClosedLoop(asked, analysisOf(file, connection));
  made.set(connection, findings);
  return findings;
};

/** Runs that fail cost themselves. */
export function withClosedLoop(connection: FileConnection, analysis: Analysis): readonly Finding[] {
  const { findings } = analysis.verdicts;
  try {
    return withSpiralCosts(traceReadOf(connection, analysis), findings);
  } catch {
    return findings;
  }
}
