/**
 * Multiplicative decreases of the window by recovery period (RFC 9002 §7.3.2): what several rules about cuts count.
 *
 * No decrease of its own is: the same one logged in two steps, a reduction to the minimum by persistent congestion (§7.6.2), one that
 * was undone as spurious, the end of slow start, the initial window after a change of address (RFC 9000 §9.4), and one that the
 * ACK which ends the period caused.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import type { BlockReader } from '../../base/columns/block-reader';
import { lowerBound } from '../../base/columns/growable';
import { spend } from '../../base/columns/work';
import type { TransportState } from '../../sender/transport/transport';
import type { Interval } from '../measures/intervals';
import { smallestRttAt } from '../measures/path-parts';
import { rttAt } from '../measures/round-trips';
import type { DetectInput } from '../rule/rule-input';
import { FINE_CLOCK_STEP_US, FLOOR_PACKETS, REDUCTION } from './thresholds';

/** Growth within the round trip before a reduction that only slow start shows; an undo counts as well. */
const SLOW_START_GROWTH = 1.25;

/** What one ACK changes is logged within this time: the granularity of timers (RFC 9002 §6.1.2). */
const LOG_ORDER_US = 1000;

export interface Reduction {
  readonly timeUs: number;
  readonly beforeBytes: number;
  readonly afterBytes: number;
}

/** A recovery period, and what reduced the window in it. */
export interface Period extends Interval {
  /** A `RecoveryCause`. */
  readonly cause: number;
  /** Every smaller window in it, as the replay counts them. */
  readonly smaller: number;
  readonly reductions: readonly Reduction[];
}

const RECEIVED = 1;
const VALIDATES = 2;

/** Packets next to cuts, which are few: looked up row by row from there. */
class PacketsNear {
  readonly #times: BlockReader;
  readonly #signs: { at(row: number): number };
  #validates = false;

  constructor({ events }: TransportState) {
    this.#times = events.timeUs.reader();
    this.#signs = events.classes((kind, _, flags) => {
      const isReceived = kind === EventKind.packetReceived || kind === EventKind.packetsAcked;
      const validates = (flags & PacketFlag.pathValidation) !== 0;
      this.#validates ||= validates;
      return (isReceived ? RECEIVED : 0) | (validates ? VALIDATES : 0);
    });
  }

  /** Did a packet arrive in (fromUs, toUs]? Steps of the window without one between them are one reduction. */
  arrivesIn(fromUs: number, toUs: number): boolean {
    return this.#holds(RECEIVED, this.#times.upperBound(fromUs), toUs);
  }

  /** When the last packet before `endUs` arrived, if it did within `LOG_ORDER_US`; else −Infinity. */
  lastArrivalUs(endUs: number): number {
    for (let row = this.#times.upperBound(endUs - 1) - 1; row >= 0; row--) {
      spend(1);
      const timeUs = this.#times.at(row);
      if (endUs - timeUs > LOG_ORDER_US) break;
      if ((this.#signs.at(row) & RECEIVED) !== 0) return timeUs;
    }
    return Number.NEGATIVE_INFINITY;
  }

  /** A packet with a frame of path validation in [fromUs, toUs]. */
  validatesIn(fromUs: number, toUs: number): boolean {
    return this.#validates && this.#holds(VALIDATES, this.#times.lowerBound(fromUs), toUs);
  }

  #holds(sign: number, from: number, toUs: number): boolean {
    for (let row = from; this.#times.at(row) <= toUs; row++) {
      spend(1);
      if ((this.#signs.at(row) & sign) !== 0) return true;
    }
    return false;
  }
}

/** A validated change of address resets the window to its initial value (RFC 9000 §9.4), within the round trip. */
function followsValidation(state: TransportState, packets: PacketsNear, timeUs: number): boolean {
  return packets.validatesIn(timeUs - (rttAt(state, timeUs) || 0), timeUs + LOG_ORDER_US);
}

/**
 * Was this reduction the end of slow start? Some stacks leave it with a window estimated from the path, and react to
 * the losses of the same round trip separately.
 */
function endsSlowStart(state: TransportState, index: number): boolean {
  const { congestionWindow, ssthresh } = state.series;
  const timeUs = congestionWindow.timesUs.at(index);
  const beforeBytes = congestionWindow.values.at(index - 1);
  if (beforeBytes < ssthresh.valueAt(timeUs - 1)) return true;
  // Avoidance grows a window by a packet per round trip, slow start doubles it.
  const roundTripAgoBytes = congestionWindow.valueAt(timeUs - rttAt(state, timeUs));
  return !(beforeBytes < roundTripAgoBytes * SLOW_START_GROWTH);
}

/** What is read from one period to the next. */
interface Course {
  readonly packets: PacketsNear;
  /** Of the window. */
  readonly timesUs: BlockReader;
  readonly values: BlockReader;
}

function courseOf(state: TransportState): Course {
  const { timesUs, values } = state.series.congestionWindow;
  return { packets: new PacketsNear(state), timesUs: timesUs.reader(), values: values.reader() };
}

/** Multiplicative decreases in [startUs, endUs): the next period may begin at the end itself. */
function reductionsIn(
  state: TransportState,
  { packets, timesUs, values }: Course,
  startUs: number,
  endUs: number,
): readonly Reduction[] {
  const floorBytes = FLOOR_PACKETS * state.datagramBytes;
  let reductions: Reduction[] = [];
  let lastArrivalUs: number | null = null;
  for (let i = Math.max(1, lowerBound(timesUs, startUs)); i < timesUs.length; i++) {
    const timeUs = timesUs.at(i);
    if (timeUs >= endUs) break;
    const beforeBytes = values.at(i - 1);
    const afterBytes = values.at(i);
    const last = reductions[reductions.length - 1];
    if (last !== undefined && afterBytes >= last.beforeBytes * REDUCTION.undoneShare) reductions = [];
    const isReduction = afterBytes <= beforeBytes * REDUCTION.leavesAtMost;
    const isFloor = afterBytes <= floorBytes;
    if (!isReduction || isFloor || followsValidation(state, packets, timeUs)) continue;
    if (endsSlowStart(state, i)) continue;
    // Some stacks log what an ACK changed before the packet that held it: directly before the ACK that ends the period the cut is
    // that ACK's, and belongs to the next one.
    if (endUs - timeUs <= LOG_ORDER_US) {
      lastArrivalUs ??= packets.lastArrivalUs(endUs);
      if (!(lastArrivalUs > timeUs)) continue;
    }
    if (last !== undefined && !packets.arrivesIn(last.timeUs, timeUs)) {
      reductions[reductions.length - 1] = { ...last, afterBytes };
    } else reductions.push({ timeUs, beforeBytes, afterBytes });
  }
  return reductions;
}

/**
 * A packet sent at the time of the first reduction is lost one round trip later, the shortest one at the earliest, and
 * begins a period of its own. If the clock is too coarse to distinguish it from one sent before, nothing that late is
 * judged.
 */
function judgedUntil(input: DetectInput, startUs: number): number {
  const stepUs = input.clockStepUs;
  if (stepUs <= FINE_CLOCK_STEP_US) return Number.POSITIVE_INFINITY;
  return startUs + (smallestRttAt(input, startUs) || 0) - stepUs;
}

const made = new WeakMap<DetectInput, readonly Period[]>();

/** Those in which the window became smaller so many times at least, in order; of a trace they are looked for once. */
export function recoveryPeriods(input: DetectInput, least: number): readonly Period[] {
  const periods = made.get(input) ?? reducedPeriods(input);
  made.set(input, periods);
  return periods.filter(({ smaller }) => smaller >= least);
}

function reducedPeriods(input: DetectInput): readonly Period[] {
  const { state } = input;
  const { spans } = state.recovery;
  let course: Course | null = null;
  const periods: Period[] = [];
  for (let i = 0; i < spans.length; i++) {
    const span = spans.at(i);
    if (span === null || span.count === 0) continue;
    const interval = { startUs: span.startUs, endUs: Number.isNaN(span.endUs) ? state.lastUs : span.endUs };
    // A period truncated by the end of the trace includes its last instant.
    const untilUs = Number.isNaN(span.endUs) ? Number.POSITIVE_INFINITY : span.endUs;
    const judgedUs = judgedUntil(input, span.startUs);
    course ??= courseOf(state);
    const reductions = reductionsIn(state, course, span.startUs, Math.min(untilUs, judgedUs));
    periods.push({ ...interval, cause: span.cause, smaller: span.count, reductions });
  }
  return periods;
}
