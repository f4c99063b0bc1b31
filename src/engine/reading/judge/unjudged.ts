/** What is said, in place of a judgement, of a connection of which the log does not tell (recorded.ts). */
import { DETECTORS } from '../../findings/rules/index';
import { judgeSender } from '../../sender/congestion';
import { TransportState } from '../../sender/transport/transport';
import { type Analysis, NO_WINDOW } from '../stages/analysis';
import { provenanceOf } from '../stages/provenance';
import { NO_EVENT } from '../stages/recorded';

/** The same of all of them: a file may name thousands. */
let shared: Omit<Analysis, 'provenance'> | null = null;

export function unjudged(state: TransportState): Analysis {
  const reason = `the log holds ${NO_EVENT} of this connection`;
  shared ??= {
    verdicts: {
      findings: [],
      remarks: [],
      notJudged: DETECTORS.map(({ id, title }) => ({ id, title, reason })),
      notFound: [],
    },
    models: judgeSender(new TransportState()).models,
    series: [],
    noBoundary: NO_WINDOW,
    lossKinds: null,
    path: [],
    account: null,
    heldTime: null,
    causedTime: null,
  };
  return {
    ...shared,
    // Only used by the page.
    get provenance() {
      return provenanceOf(state, null);
    },
  };
}
