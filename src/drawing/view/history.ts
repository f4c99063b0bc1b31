/** History of visible ranges, as in a browser: back, forward, and a new step drops the forward part. */
import type { TimeRange } from './view';

type Step = TimeRange | null;

export interface RangeHistory {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export const EMPTY_HISTORY: RangeHistory = { past: [], future: [] };
const MAX_STEPS = 100;

/** Adds `range` to the history before a new one. */
export function leave(history: RangeHistory, range: Step): RangeHistory {
  return { past: [...history.past, range].slice(-MAX_STEPS), future: [] };
}

export interface Walk {
  readonly history: RangeHistory;
  readonly range: Step;
}

/** One step back from `current`; null at the beginning. */
export function back(history: RangeHistory, current: Step): Walk | null {
  const range = history.past[history.past.length - 1];
  if (range === undefined) return null;
  return { range, history: { past: history.past.slice(0, -1), future: [current, ...history.future] } };
}

/** One step forward from `current`; null at the end. */
export function forward(history: RangeHistory, current: Step): Walk | null {
  const [range, ...future] = history.future;
  if (range === undefined) return null;
  return { range, history: { past: [...history.past, current], future } };
}
