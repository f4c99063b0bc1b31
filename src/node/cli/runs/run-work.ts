/** One simulated run, as work for a thread: its row, and its traces where they are wanted. */
import { type RunRef, type RunRow, runRow, runTraces } from '../../../engine/simulator/runs/scenario-run';

export interface RunWork {
  readonly kind: 'run';
  readonly ref: RunRef;
  readonly withTraces: boolean;
}

export interface RunDone {
  readonly row: RunRow;
  readonly traces: ReturnType<typeof runTraces> | null;
}

export function doRun({ ref, withTraces }: RunWork): RunDone {
  return { row: runRow(ref), traces: withTraces ? runTraces(ref) : null };
}
