/** One simulated run, as work for a thread: its row, and its traces where they are wanted. */
import { type RunRef, rowBuffers, runRow, runTraces } from '../../../engine/simulator/runs/scenario-run';

export interface RunWork {
  readonly kind: 'run';
  readonly ref: RunRef;
  readonly withTraces: boolean;
}

export type RunDone = ReturnType<typeof doRun>;

/** `buffers` are those of its row, to be handed on with it. */
export function doRun({ ref, withTraces }: RunWork) {
  const row = runRow(ref);
  return { row, buffers: rowBuffers(row), traces: withTraces ? runTraces(ref) : null };
}
