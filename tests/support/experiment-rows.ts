/** Rows of an experiment as a test makes them, without a run. */
import type { RunRow } from '../../src/engine/simulator/runs/scenario-run.ts';

const EMPTY_ROW: RunRow = {
  variant: '',
  seed: 1,
  completedMs: Number.NaN,
  isLate: false,
  isTrapped: false,
  longestTrapMs: 0,
  goodputMbit: [0],
  sentPackets: 0,
  lostPackets: 0,
  spuriousPackets: 0,
  droppedPackets: 0,
  reductions: 0,
  timeouts: 0,
  windowBytes: new Float32Array(0),
  samples: [],
  limitMs: 1000,
  packetEvents: 0,
};

export function rowOf(variant: string, changes: Partial<RunRow> = {}): RunRow {
  return { ...EMPTY_ROW, variant, ...changes };
}
