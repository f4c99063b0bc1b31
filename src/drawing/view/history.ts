/**
 * History of what is shown, as in a browser: back, forward, and a new step drops the forward part.
 * A step is a value; for a set of traces its range and its lanes.
 */

export interface History<Step> {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

const MAX_STEPS = 100;

export function emptyHistory<Step>(): History<Step> {
  return { past: [], future: [] };
}

/** Adds `step` to the history before a new one. */
export function leave<Step>(history: History<Step>, step: Step): History<Step> {
  return { past: [...history.past, step].slice(-MAX_STEPS), future: [] };
}

export interface Walk<Step> {
  readonly history: History<Step>;
  readonly step: Step;
}

/** One step back from `current`; null at the beginning. */
export function back<Step>(history: History<Step>, current: Step): Walk<Step> | null {
  const { past, future } = history;
  if (past.length === 0) return null;
  return { step: past[past.length - 1], history: { past: past.slice(0, -1), future: [current, ...future] } };
}

/** One step forward from `current`; null at the end. */
export function forward<Step>(history: History<Step>, current: Step): Walk<Step> | null {
  const { past, future } = history;
  if (future.length === 0) return null;
  return { step: future[0], history: { past: [...past, current], future: future.slice(1) } };
}
