/**
 * Evidence g of the death spiral: what the logged congestion states show in an interval.
 *
 * The times between all transitions have two peaks (0.1 ms and one cycle), so their median is meaningless; the entries
 * into recovery give the period of the oscillation.
 */
import { lowerBound, upperBound } from '../../base/columns/growable';
import { medianOf } from '../../base/columns/median';
import type { StateTimeline } from '../../base/columns/state-timeline';
import { between } from '../finding/evidence';
import type { Interval } from '../measures/intervals';
import { MODEL_BASED, RECOVERY, stateShare } from '../measures/logged-states';
import { DEATH_SPIRAL as T } from './thresholds';

/** An oscillating spiral enters recovery about once per round trip … */
const ROUND_TRIPS = [0.4, 2.5] as const;
export const ONCE_PER_ROUND_TRIP = between(ROUND_TRIPS, 'rtt', ' RTT');
/** … and in at least one cycle in five; fewer means that it stays in recovery. */
const OSCILLATING_CYCLE_SHARE = 0.2;

const ELSEWHERE =
  /^(slow_start|congestion_avoidance|avoidance|conservative_slow_start|application_limited)$/i;

/** `mixed`: some cycles enter recovery, and for several round trips in between it is not left. */
export type SpiralVariant = 'oscillating' | 'locked' | 'mixed' | 'states-not-logged';

export interface RecoveryView {
  readonly logged: boolean;
  /** Share of the time in recovery, 0 to 1. */
  readonly share: number;
  readonly transitions: number;
  /** Entries into recovery inside the interval. */
  readonly entries: number;
  /** Median time between entries into recovery, µs; NaN with fewer than two entries. */
  readonly periodUs: number;
  /** Null if states are logged but match no variant. */
  readonly variant: SpiralVariant | null;
  readonly holds: boolean;
  /** Share of the time in slow start, avoidance or an idle application, 0 to 1. */
  readonly elsewhereShare: number;
  /** Share of the time in states of BBR or Copa, 0 to 1. */
  readonly modelShare: number;
  /** The log states growth or an idle application throughout: recovery does not hold this window. */
  readonly contradicts: boolean;
  /** States of BBR or Copa: a window set by an estimate is flat by design. */
  readonly modelBased: boolean;
}

const NOT_LOGGED: RecoveryView = {
  logged: false,
  share: 0,
  transitions: 0,
  entries: 0,
  periodUs: Number.NaN,
  variant: 'states-not-logged',
  holds: false,
  elsewhereShare: 0,
  modelShare: 0,
  contradicts: false,
  modelBased: false,
};

/** @param cycles number of send cycles in the interval. */
export function recoveryView(
  timeline: StateTimeline,
  interval: Interval,
  rttUs: number,
  cycles: number,
): RecoveryView {
  const { timesUs, states, names } = timeline;
  if (timeline.length === 0) return NOT_LOGGED;
  const from = lowerBound(timesUs, interval.startUs);
  const to = upperBound(timesUs, interval.endUs);
  const entries: number[] = [];
  for (let i = from; i < to; i++) {
    if (RECOVERY.test(names[states[i]] ?? '')) entries.push(timesUs[i]);
  }
  const share = stateShare(timeline, RECOVERY, interval);
  const spacings = entries.slice(1).map((timeUs, i) => timeUs - entries[i]);
  const periodUs = medianOf(Float64Array.from(spacings));
  const variant = variantOf(share, entries.length, cycles, periodUs / rttUs);
  const elsewhereShare = stateShare(timeline, ELSEWHERE, interval);
  const modelShare = stateShare(timeline, MODEL_BASED, interval);
  return {
    logged: true,
    share,
    transitions: to - from,
    entries: entries.length,
    periodUs,
    variant,
    holds: share > T.recoveryShare,
    elsewhereShare,
    modelShare,
    contradicts: elsewhereShare > T.recoveryShare,
    modelBased: modelShare > T.recoveryShare,
  };
}

function variantOf(share: number, entries: number, cycles: number, periodRtts: number): SpiralVariant | null {
  if (share <= T.recoveryShare) return null;
  if (entries < cycles * OSCILLATING_CYCLE_SHARE) return 'locked';
  if (periodRtts > ROUND_TRIPS[1]) return 'mixed';
  return ONCE_PER_ROUND_TRIP.admits(periodRtts) ? 'oscillating' : null;
}
