/** Opens a run beside the trace that it is of, and lays it over that: its times are the trace's, so that it is not shifted. */
import type { CandidateId } from '../../../engine/sender/congestion/candidates';
import type { AppState } from '../../state/app-state';
import { compareWith } from '../../state/compare/actions';
import type { OpenTrace } from '../../state/traces/open-trace';
import { runName } from './run-file';
import { traceWhatIf } from './runs-of-trace';

/** Added to the times of a run. */
const NOT_SHIFTED_US = 0;

/** A run is opened once: while it is, it is put back where it was removed from the comparison. */
export function drawRun(app: AppState, trace: OpenTrace, controller: CandidateId, run: Blob): Promise<void> {
  return app.activity.whileBusy(draw(app, trace, controller, run));
}

async function draw(app: AppState, trace: OpenTrace, controller: CandidateId, run: Blob): Promise<void> {
  const { drawn } = trace.feature(traceWhatIf);
  const before = app.files.files.find(({ id }) => id === drawn.get(controller));
  if (before !== undefined) {
    compareWith(app, before, null, NOT_SHIFTED_US);
    return;
  }
  const name = runName(trace.name, controller);
  const file = app.files.openBehind({ source: { kind: 'text', text: await run.text(), name }, name });
  drawn.set(controller, file.id);
  compareWith(app, file, null, NOT_SHIFTED_US);
}
