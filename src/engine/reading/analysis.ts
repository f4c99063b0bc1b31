/**
 * What is judged when a connection is read to its end: findings, the controller that its window follows, the lead
 * of the recovery boundary, and where each quantity comes from.
 */

import type { Series } from '../columns/series';
import type { ModelReport } from '../congestion';
import type { Provenance } from '../contract/quality';
import type { Verdicts } from '../findings/detector';
import { DetectInput, type LogFacts } from '../findings/input';
import { logsModelStates } from '../findings/logged-states';
import { runDetectors } from '../findings/runner';
import type { TransportState } from '../transport/transport';
import type { FileConnection } from './connection-list';
import { logFactsOf } from './log-facts';
import { provenanceOf } from './provenance';
import { timed } from './stage-clock';

export interface Analysis {
  readonly verdicts: Verdicts;
  readonly models: ModelReport;
  /** Series rebuilt here, beside those of the transport state; only those with points. */
  readonly series: readonly Series[];
  /** Why no lead of the recovery boundary is among them, in words; null where nothing stands against it. */
  readonly noBoundary: string | null;
  readonly provenance: readonly Provenance[];
}

/** Judges a connection of a file, its log's own faults included. */
export function analyseConnection({ text, connection }: FileConnection): Analysis {
  return analyse(connection.state, logFactsOf(text, connection));
}

/** @param log what reading the file found out about the log itself. */
export function analyse(state: TransportState, log: LogFacts | null = null): Analysis {
  return analyseInput(new DetectInput(state, log));
}

/** Judges what is known of a connection; what the rules derive from it stays with the input. */
export function analyseInput(input: DetectInput): Analysis {
  const models = timed('models', () => input.models);
  const { series, noBoundary } = timed('models', () => rebuiltBoundary(input));
  let provenance: readonly Provenance[] | null = null;
  return {
    verdicts: timed('detect', () => runDetectors(input)),
    models,
    series,
    noBoundary,
    // Only the page shows it.
    get provenance() {
      provenance ??= provenanceOf(input.state);
      return provenance;
    },
  };
}

/** The lead of the recovery boundary as series with points, or why it is not rebuilt, in words. */
export function rebuiltBoundary(input: DetectInput): Pick<Analysis, 'series' | 'noBoundary'> {
  const noBoundary = whyNoBoundary(input.state, input.models);
  if (noBoundary !== null) return { series: [], noBoundary };
  const { defective, fixed } = input.leads;
  return { series: [defective.lead, fixed.lead].filter(({ length }) => length > 0), noBoundary };
}

/** Why CUBIC's recovery boundary is not rebuilt, in words; null where it is. */
function whyNoBoundary(state: TransportState, { notJudged, best, fits }: ModelReport): string | null {
  // A receiver's own few packets have a boundary as well; it says nothing about the data that it receives.
  if (notJudged === 'no window logged') return 'no metrics_updated event holds a congestion window';
  if (notJudged !== null) return notJudged;
  if (state.pathCount > 1) return 'packets of several paths are not kept apart';
  if (logsModelStates(state.states))
    return 'the window follows an estimate of the path, as the logged states say';
  if (!fits || best.some((id) => id !== 'newreno')) return null;
  return 'the window follows NewReno, which moves its recovery boundary at losses only and has no rule for idle times';
}
