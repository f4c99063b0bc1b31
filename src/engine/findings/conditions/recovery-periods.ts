/**
 * Multiplicative decreases of the window by recovery period (RFC 9002 §7.3.2): what several rules about cuts count.
 *
 * No decrease of its own is: the same one logged in two steps, a reduction to the minimum by persistent congestion (§7.6.2), one that
 * was undone as spurious, the end of slow start, the initial window after a change of address (RFC 9000 §9.4), and one that the
 * ACK which ends the period caused.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import { float64Column, lowerBound, upperBound } from '../../base/columns/growable';
import type { TransportState } from '../../sender/transport/transport';
import { anyWithin, type Interval } from '../measures/intervals';
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

/** When what is asked for of every cut happened, as lists that are searched. µs, ascending. */
interface Instants {
  /** A packet arrived. */
  readonly receivedUs: Float64Array;
  /** A packet with a frame of path validation. */
  readonly validatingUs: Float64Array;
}

const RECEIVED = 1;
const VALIDATES = 2;

/** One pass over the events. */
function instantsOf({ events }: TransportState): Instants {
  const times = events.timeUs.reader();
  const signs = events.classes((kind, _, flags) => {
    const isReceived = kind === EventKind.packetReceived || kind === EventKind.packetsAcked;
    return (isReceived ? RECEIVED : 0) | ((flags & PacketFlag.pathValidation) !== 0 ? VALIDATES : 0);
  });
  const [receivedUs, validatingUs] = [float64Column(), float64Column()];
  for (let row = 0; row < signs.length; row++) {
    const sign = signs.at(row);
    if ((sign & RECEIVED) !== 0) receivedUs.push(times.at(row));
    if ((sign & VALIDATES) !== 0) validatingUs.push(times.at(row));
  }
  return { receivedUs: receivedUs.view(), validatingUs: validatingUs.view() };
}

/** Did a packet arrive in (fromUs, toUs]? Steps of the window without one between them are one reduction. */
function receivedBetween({ receivedUs }: Instants, fromUs: number, toUs: number): boolean {
  return receivedUs[upperBound(receivedUs, fromUs)] <= toUs;
}

/**
 * Some stacks log what an ACK changed before the packet that held it: a reduction directly before the ACK that ends the
 * period is that ACK's, and belongs to the next one.
 */
function isOfEndingAck(instants: Instants, timeUs: number, endUs: number): boolean {
  return endUs - timeUs <= LOG_ORDER_US && !receivedBetween(instants, timeUs, endUs - 1);
}

/** A validated change of address resets the window to its initial value (RFC 9000 §9.4), within the round trip. */
function followsValidation(state: TransportState, { validatingUs }: Instants, timeUs: number): boolean {
  return (
    validatingUs.length > 0 && anyWithin(validatingUs, timeUs - rttAt(state, timeUs), timeUs + LOG_ORDER_US)
  );
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

/** Multiplicative decreases in [startUs, endUs): the next period may begin at the end itself. */
function reductionsIn(
  state: TransportState,
  instants: Instants,
  startUs: number,
  endUs: number,
): readonly Reduction[] {
  const { congestionWindow } = state.series;
  const [timesUs, values] = [congestionWindow.timesUs.reader(), congestionWindow.values.reader()];
  const floorBytes = FLOOR_PACKETS * state.datagramBytes;
  let reductions: Reduction[] = [];
  for (let i = Math.max(1, lowerBound(timesUs, startUs)); i < timesUs.length; i++) {
    const timeUs = timesUs.at(i);
    if (timeUs >= endUs) break;
    const beforeBytes = values.at(i - 1);
    const afterBytes = values.at(i);
    const last = reductions[reductions.length - 1];
    if (last !== undefined && afterBytes >= last.beforeBytes * REDUCTION.undoneShare) reductions = [];
    const isReduction = afterBytes <= beforeBytes * REDUCTION.leavesAtMost;
    const isFloor = afterBytes <= floorBytes;
    if (!isReduction || isFloor || followsValidation(state, instants, timeUs)) continue;
    if (endsSlowStart(state, i) || isOfEndingAck(instants, timeUs, endUs)) continue;
    if (last !== undefined && !receivedBetween(instants, last.timeUs, timeUs)) {
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
  let instants: Instants | null = null;
  const periods: Period[] = [];
  for (let i = 0; i < spans.length; i++) {
    const span = spans.at(i);
    if (span === null || span.count === 0) continue;
    const interval = { startUs: span.startUs, endUs: Number.isNaN(span.endUs) ? state.lastUs : span.endUs };
    // A period truncated by the end of the trace includes its last instant.
    const untilUs = Number.isNaN(span.endUs) ? Number.POSITIVE_INFINITY : span.endUs;
    const judgedUs = judgedUntil(input, span.startUs);
    instants ??= instantsOf(state);
    const reductions = reductionsIn(state, instants, span.startUs, Math.min(untilUs, judgedUs));
    periods.push({ ...interval, cause: span.cause, smaller: span.count, reductions });
  }
  return periods;
}
