/** Names of congestion states as logged by stacks, and the share of time spent in them. */
import type { StateTimeline } from '../../base/columns/state-timeline';
import { MODEL_BASED } from '../../sender/congestion';
import type { Interval } from './intervals';

export { MODEL_BASED } from '../../sender/congestion';

/** Loss recovery, as named by stacks that log states. */
export const RECOVERY = /^recovery$/i;

/** States of loss-based controllers (RFC 9002 §7.3), as logged. */
export const LOSS_BASED = /^(slow_start|congestion_avoidance|recovery)$/i;

/** The log has states of BBR or Copa: the window follows an estimate, not losses. */
export function logsModelStates({ names }: StateTimeline): boolean {
  return names.some((name) => MODEL_BASED.test(name));
}

/** Share of an interval in states whose names match, 0 to 1; 0 if no states are logged. */
export function stateShare(timeline: StateTimeline, pattern: RegExp, { startUs, endUs }: Interval): number {
  return timeline.names
    .filter((name) => pattern.test(name))
    .reduce((sum, name) => sum + timeline.shareOf(name, startUs, endUs), 0);
}
