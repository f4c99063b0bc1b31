/** The congestion states as stacks name them in their logs, and the share of time spent in them. */
import type { StateTimeline } from '../columns/state-timeline';
import type { Interval } from './intervals';

/** Loss recovery as the stacks that log states name it. */
export const RECOVERY = /^recovery$/i;

/** States of BBR as quiche, picoquic and mvfst name them, and the steady state of Copa: held by an estimate. */
export const MODEL_BASED = /^(bbr|probe_?(bw|rtt)|startup|drain|steadystate)/i;

/** The log names states of BBR or Copa: the window follows an estimate, not losses. */
export function logsModelStates({ names }: StateTimeline): boolean {
  return names.some((name) => MODEL_BASED.test(name));
}

/** Share of an interval in states whose names fit, 0 to 1; 0 where no states are logged. */
export function stateShare(timeline: StateTimeline, pattern: RegExp, { startUs, endUs }: Interval): number {
  return timeline.names
    .filter((name) => pattern.test(name))
    .reduce((sum, name) => sum + timeline.shareOf(name, startUs, endUs), 0);
}
