/**
 * Growth of the window after pauses, compared with the expected growth: in slow start the acknowledged bytes, in
 * avoidance that of NewReno and of CUBIC without the pauses (RFC 9438 §4.2).
 *
 * Not here: its evaluation (idle-inflation.ts).
 */
import { lowerBound, upperBound } from '../../base/columns/growable';
import { CUBIC_C, cubicK, cubicWindow } from '../../sender/congestion/cubic-curve';
import { PACING_GAIN } from '../../sender/transport/sender-pauses';
import type { TransportState } from '../../sender/transport/transport';
import { REDUCTION } from '../conditions/thresholds';
import { atLeast, both, type Limit, reaches } from '../finding/evidence';
import { highestIn, type Interval, lengthOf, riseIn } from '../measures/intervals';
import { rttAt } from '../measures/round-trips';
import { type WindowCut, WindowCuts } from '../measures/window-cuts';

/** Round trips examined after the pause. */
export const AFTER_RTTS = 3;

const T = {
  /**
   * Minimum time with nothing in flight, besides `pauseRtts`: the shortest RTO of TCP (RFC 6298 allows 1 s; stacks 0.2
   * s).
   */
  pauseUs: 200_000,
  pauseRtts: 3,
  /** A pause of so many gaps of the pacer is its own: the sender was not idle. */
  pacerGaps: 2,
  /** In avoidance: factor over the growth of NewReno, and of CUBIC without the pause (RFC 9438 §4.2). */
  fasterThan: 2,
  /** In slow start the window grows by the acknowledged bytes (RFC 9002 §7.3.1); a stack may round up. */
  slowStartMargin: 1.1,
} as const;

/** A pause: nothing in flight from `startUs` to the next send at `endUs`. */
export interface Regrowth {
  readonly pause: Interval;
  /** End of the examined time: some round trips, or the next loss. */
  readonly untilUs: number;
  readonly slowStart: boolean;
  /** The window grew because a reduction was undone as spurious: no growth of its own. */
  readonly undone: boolean;
  readonly beforeBytes: number;
  readonly growthBytes: number;
  readonly ackedBytes: number;
  /** Expected growth, bytes. */
  readonly expectedBytes: number;
}

/**
 * Was the last reduction undone in [fromUs, toUs]? Then one step restores the window before the reduction, or raises
 * ssthresh, which nothing else does (RFC 9438 §4.9). Asked in order of time: what was looked through for one pause is not looked
 * through for the next ones after the same reduction.
 */
class Undone {
  readonly #state: TransportState;
  #reductionUs = Number.NaN;
  /** No point of the window before this one restores it, from the first that was asked for on. */
  #next = 0;

  constructor(state: TransportState) {
    this.#state = state;
  }

  isIn({ timeUs, beforeBytes }: WindowCut, fromUs: number, toUs: number): boolean {
    const { congestionWindow, ssthresh } = this.#state.series;
    if (ssthresh.valueAt(toUs) > ssthresh.valueAt(fromUs)) return true;
    const { timesUs, values } = congestionWindow;
    const from = upperBound(timesUs, fromUs);
    this.#next = timeUs === this.#reductionUs ? Math.max(this.#next, from) : from;
    this.#reductionUs = timeUs;
    const to = upperBound(timesUs, toUs);
    for (; this.#next < to; this.#next++) {
      const before = values.at(this.#next - 1);
      const after = values.at(this.#next);
      if (before < REDUCTION.leavesAtMost * beforeBytes && after >= REDUCTION.undoneShare * beforeBytes)
        return true;
    }
    return false;
  }
}

export function pauseLimit(state: TransportState, pause: Interval): Limit {
  const rtts = lengthOf(pause) / rttAt(state, pause.startUs);
  return both(
    atLeast(T.pauseUs, 'us'),
    ' and ',
    reaches(rtts, T.pauseRtts, (least) => `${least} RTT`),
  );
}

/** The next datagram waits for the pacer: at the logged rate, else at that of RFC 9002 §7.7. */
function isPacersGap(state: TransportState, pause: Interval): boolean {
  const { pacingRate, congestionWindow } = state.series;
  const logged = pacingRate.valueAt(pause.startUs) / 1e6;
  const rate =
    logged > 0
      ? logged
      : (PACING_GAIN * congestionWindow.valueAt(pause.startUs)) / rttAt(state, pause.startUs);
  return lengthOf(pause) <= (T.pacerGaps * state.datagramBytes) / rate;
}

/** Times with nothing in flight for at least the shortest RTO, but for those of a slow pacer; each pause ends at the next send. */
function pausesIn(state: TransportState): readonly Interval[] {
  const [times, inFlight] = [state.inFlight.timesUs.reader(), state.inFlight.values.reader()];
  const pauses: Interval[] = [];
  for (let i = 0; i + 1 < times.length; i++) {
    if (inFlight.at(i) !== 0) continue;
    const pause = { startUs: times.at(i), endUs: times.at(i + 1) };
    // Most pipes that drain are filled again at once: no limit is worded for them.
    if (lengthOf(pause) < T.pauseUs) continue;
    if (isPacersGap(state, pause)) continue;
    if (pauseLimit(state, pause).admits(lengthOf(pause))) pauses.push(pause);
  }
  return pauses;
}

/** Growth of CUBIC's curve over `forSeconds`, `activeSeconds` after an epoch that began with this reduction; packets. */
function curveGrowth(wMax: number, cwndEpoch: number, activeSeconds: number, forSeconds: number): number {
  const k = cubicK(wMax, cwndEpoch, CUBIC_C);
  return cubicWindow(activeSeconds + forSeconds, k, wMax) - cubicWindow(activeSeconds, k, wMax);
}

/** Every pause with the window's growth after it. */
export function regrowths(state: TransportState): readonly Regrowth[] {
  const { series, datagramBytes, losses } = state;
  const { congestionWindow, ssthresh, ackedTotal } = series;
  const pauses = pausesIn(state);
  const cuts = new WindowCuts(congestionWindow);
  const undo = new Undone(state);
  const startsUs = Float64Array.from(pauses, ({ startUs }) => startUs);
  /** Length of the pauses before each, whole µs. */
  const totalUs = new Float64Array(pauses.length + 1);
  pauses.forEach((pause, i) => {
    totalUs[i + 1] = totalUs[i] + lengthOf(pause);
  });
  return pauses.map((pause, i) => {
    const rttUs = rttAt(state, pause.endUs);
    const lossUs = losses.timesUs[upperBound(losses.timesUs, pause.endUs)] ?? Number.POSITIVE_INFINITY;
    const untilUs = Math.min(pause.endUs + AFTER_RTTS * rttUs, lossUs, state.lastUs);
    const beforeBytes = congestionWindow.valueAt(pause.endUs);
    const ackedBytes = riseIn(ackedTotal, pause.endUs, untilUs);
    const reduction = cuts.lastBefore(pause.startUs);
    const slowStart = reduction === null || beforeBytes < ssthresh.valueAt(pause.endUs);
    let expectedBytes = T.slowStartMargin * ackedBytes;
    if (!slowStart) {
      const reno = (datagramBytes * ackedBytes) / beforeBytes;
      // Of the pauses from the reduction on, up to this one.
      const first = lowerBound(startsUs, reduction.timeUs);
      const idleUs = totalUs[i + 1] - totalUs[first];
      const curve = curveGrowth(
        reduction.beforeBytes / datagramBytes,
        reduction.afterBytes / datagramBytes,
        (pause.endUs - reduction.timeUs - idleUs) / 1e6,
        (untilUs - pause.endUs + rttUs) / 1e6,
      );
      expectedBytes = T.fasterThan * Math.max(reno, curve * datagramBytes);
    }
    const growthBytes = highestIn(congestionWindow, pause.endUs, untilUs) - beforeBytes;
    const undone = reduction !== null && undo.isIn(reduction, pause.endUs, untilUs);
    return { pause, untilUs, slowStart, undone, beforeBytes, growthBytes, ackedBytes, expectedBytes };
  });
}
