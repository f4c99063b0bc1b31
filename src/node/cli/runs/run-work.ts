/** One simulated run, as work for a thread: its row, and its traces where they are wanted. */
import { type RunRef, runRow, runTraces } from '../../../engine/simulator/runs/scenario-run';

export interface RunWork {
  readonly kind: 'run';
  readonly ref: RunRef;
  readonly withTraces: boolean;
}

export type RunDone = ReturnType<typeof doRun>;

export function doRun({ ref, withTraces }: RunWork) {
  return { row: runRow(ref), traces: withTraces ? runTraces(ref) : null };
}
