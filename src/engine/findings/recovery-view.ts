/**
 * What the logged congestion states say about an interval (evidence g of the death spiral).
 *
 * The spacing of all transitions has two peaks (0.1 ms and one cycle), so its median means nothing;
 * the entries into recovery are the clock of the oscillation.
 */
import { lowerBound, upperBound } from '../columns/growable';
import type { StateTimeline } from '../columns/state-timeline';
import { DEATH_SPIRAL as T } from './thresholds';

export type SpiralVariant = 'oscillating' | 'locked' | 'states-not-logged';

export interface RecoveryView {
  readonly logged: boolean;
  /** Share of the time in recovery, 0 to 1. */
  readonly share: number;
  /** State transitions inside the interval. */
  readonly transitions: number;
  /** Median time between entries into recovery, µs; NaN with fewer than two entries. */
  readonly periodUs: number;
  /** Null where states are logged but fit neither variant. */
  readonly variant: SpiralVariant | null;
  readonly holds: boolean;
  /** Share of the time in slow start, avoidance or an idle application, 0 to 1. */
  readonly elsewhereShare: number;
  /** Share of the time in states of BBR or Copa, 0 to 1. */
  readonly modelShare: number;
  /** The log says growth, or an idle application, throughout: no recovery keeps this window down. */
  readonly contradicts: boolean;
  /** States of BBR or Copa: a window held by an estimate is flat by design. */
  readonly modelBased: boolean;
}

const NOT_LOGGED: RecoveryView = {
  logged: false,
  share: 0,
  transitions: 0,
  periodUs: Number.NaN,
  variant: 'states-not-logged',
  holds: false,
  elsewhereShare: 0,
  modelShare: 0,
  contradicts: false,
  modelBased: false,
};

/** BBR's states as quiche and mvfst name them, and the steady state of Copa. */
/** States of BBR as quiche, picoquic and mvfst name them, and the steady state of Copa: held by an estimate. */
export const MODEL_BASED = /^(bbr|probe_?(bw|rtt)|startup|drain|steadystate)/i;

/** The log names states of BBR or Copa: the window follows an estimate, not losses. */
export function logsModelStates({ names }: StateTimeline): boolean {
  return names.some((name) => MODEL_BASED.test(name));
}
const RECOVERY = /^recovery$/i;
const ELSEWHERE =
  /^(slow_start|congestion_avoidance|avoidance|conservative_slow_start|application_limited)$/i;

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? Number.NaN;
}

/** Reads the interval [startUs, endUs]; `cycles` is how many send cycles it holds. */
export function recoveryView(
  timeline: StateTimeline,
  startUs: number,
  endUs: number,
  rttUs: number,
  cycles: number,
): RecoveryView {
  const { timesUs, states, names } = timeline;
  if (timeline.length === 0) return NOT_LOGGED;
  const from = lowerBound(timesUs, startUs);
  const to = upperBound(timesUs, endUs);
  const entries: number[] = [];
  for (let i = from; i < to; i++) {
    if (RECOVERY.test(names[states[i] as number] ?? '')) entries.push(timesUs[i] as number);
  }
  const shareOf = (pattern: RegExp): number =>
    names
      .filter((name) => pattern.test(name))
      .reduce((sum, name) => sum + timeline.shareOf(name, startUs, endUs), 0);
  const share = shareOf(RECOVERY);
  const spacings = entries.slice(1).map((timeUs, i) => timeUs - (entries[i] as number));
  const periodUs = median(spacings);
  const variant = variantOf(share, entries.length, cycles, periodUs / rttUs);
  const elsewhereShare = shareOf(ELSEWHERE);
  const modelShare = shareOf(MODEL_BASED);
  return {
    logged: true,
    share,
    transitions: to - from,
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
  if (entries < cycles * T.oscillatingCycleShare) return 'locked';
  const [shortest, longest] = T.oscillationPeriodRtts;
  return periodRtts >= shortest && periodRtts <= longest ? 'oscillating' : null;
}
