/**
 * More than one multiplicative decrease within one recovery period (RFC 9002 §7.3.2). One loss episode then costs many
 * reductions: a stack that leaves recovery at the first ACK reduces its window once per ACK, down to the minimum (zquic
 * PR 175).
 *
 * Not counted as a second reduction: the same one logged in two steps, a reduction to the minimum by persistent
 * congestion (§7.6.2), one after the first was undone as spurious, the end of slow start, the initial window after a
 * change of address (RFC 9000 §9.4), and one that the ACK which ends the period caused. Asked of loss-based controllers
 * only: the section binds no other.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import { float64Column, lowerBound, upperBound } from '../../base/columns/growable';
import { bytes, instant, packets, plural } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder } from '../close-up/steps';
import { whyNotLossBased } from '../conditions/loss-based';
import { lossesAreLogged, whyNoWindow } from '../conditions/sender-view';
import { FINE_CLOCK_STEP_US, FLOOR_PACKETS, REDUCTION } from '../conditions/thresholds';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { above, atLeast, deciding, given } from '../finding/evidence';
import type { CloseUp, Finding } from '../finding/finding';
import { anyWithin, type Interval, lengthOf } from '../measures/intervals';
import { smallestRttAt } from '../measures/path-parts';
import { rttAt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = {
  id: 'multiple-reductions',
  title: 'Window cut several times for the losses of one round trip',
};

/** Growth within the round trip before a reduction that only slow start shows; an undo counts as well. */
const SLOW_START_GROWTH = 1.25;

/** What one ACK changes is logged within this time: the granularity of timers (RFC 9002 §6.1.2). */
const LOG_ORDER_US = 1000;

interface Reduction {
  readonly timeUs: number;
  readonly beforeBytes: number;
  readonly afterBytes: number;
}

interface Period extends Interval {
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
  return anyWithin(validatingUs, timeUs - rttAt(state, timeUs), timeUs + LOG_ORDER_US);
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
  const { timesUs, values } = state.series.congestionWindow;
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

function periodsOf(input: DetectInput): readonly Period[] {
  const { state, beginsMidway } = input;
  const { spans } = state.recovery;
  let instants: Instants | null = null;
  const periods: Period[] = [];
  for (let i = 0; i < spans.length; i++) {
    const span = spans.at(i);
    // The replay counts every smaller window: with one at most, there is nothing to find.
    if (span === null || span.count < 2) continue;
    const interval = { startUs: span.startUs, endUs: Number.isNaN(span.endUs) ? state.lastUs : span.endUs };
    // A period truncated by the end of the trace includes its last instant.
    const untilUs = Number.isNaN(span.endUs) ? Number.POSITIVE_INFINITY : span.endUs;
    const judgedUs = judgedUntil(input, span.startUs);
    instants ??= instantsOf(state);
    const reductions = reductionsIn(state, instants, span.startUs, Math.min(untilUs, judgedUs));
    periods.push({ ...interval, reductions });
  }
  // In the first one slow start may end: the growth that shows it is not in the log.
  return periods.slice(beginsMidway ? 1 : 0).filter(({ reductions }) => reductions.length > 1);
}

/** The loss that begins the period, its cuts, and the ACK that ends it. */
function closeUp(state: TransportState, { startUs, endUs, reductions }: Period): CloseUp | null {
  const find = new StepFinder(state);
  const cuts = reductions.slice(0, 4).map(({ timeUs }, i) => {
    const note = i === 0 ? '' : ', once more for the same round trip of losses';
    return find.cutWithin(timeUs - 1, timeUs, note);
  });
  return closeUpOf(state, [find.lossFrom(startUs), ...cuts, find.ackFrom(endUs, ': the period is over')]);
}

function findingOf(state: TransportState, worst: Period, all: number): Finding {
  const { reductions } = worst;
  const [first] = reductions as readonly [Reduction, ...Reduction[]];
  const last = reductions.at(-1) as Reduction;
  return finding(RULE, {
    severity: 'warning',
    interval: worst,
    verdict:
      `The window (cwnd) was cut ${plural(reductions.length, 'time')}, from ${bytes(first.beforeBytes)} to ${bytes(last.afterBytes)} ` +
      `(${packets(last.afterBytes, state.datagramBytes)}), within one round trip of losses (the recovery period that began at ${instant(worst.startUs)}), ` +
      `where RFC 9002 §7.3.2 allows one cut${amongSuch(all, 'periods', 'worst')}.`,
    confidence: state.losses.method === 'logged' ? 0.9 : 0.7,
    evidence: [
      deciding({
        id: 'cuts',
        name: 'cuts of the window to 90 % or less for one round trip of losses (recovery period)',
        normal: 'one',
        value: reductions.length,
        limit: above(1, 'count', { note: ', where RFC 9002 §7.3.2 allows one' }),
        panel: 'congestion',
      }),
      deciding({
        id: 'left',
        name: 'what is left of the window before the first cut',
        normal: '50 % or 70 %',
        value: last.afterBytes / first.beforeBytes,
        limit: given('50 % or 70 % after one cut', 'share'),
        panel: 'congestion',
      }),
      deciding({
        id: 'period',
        name: 'length of the recovery period',
        normal: 'about one round trip',
        value: lengthOf(worst),
        limit: given('no packet sent in it was acknowledged', 'us'),
        panel: 'loss',
      }),
      deciding({
        id: 'periods',
        name: 'such periods',
        normal: 'none',
        value: all,
        limit: atLeast(1, 'count'),
        panel: 'congestion',
      }),
    ],
    closeUp: closeUp(state, worst),
    why:
      'All losses of one round trip are one sign of congestion, so a window is reduced once until a packet sent after ' +
      'the reduction is acknowledged (RFC 9002 §7.3.2). Several cuts leave a fraction of what the path carries (zquic PR 175).',
    next: 'Congestion: the steps of the window. Loss: the losses of the period. States: whether recovery is left too early.',
    panels: ['congestion', 'loss', 'states'],
  });
}

function whyNot(input: DetectInput): string | null {
  const lacking = whyNoWindow(input);
  if (lacking !== null) return lacking;
  return lossesAreLogged(input.state)
    ? whyNotLossBased(input)
    : 'losses are neither logged nor counted, so which packets were lost is not certain';
}

export const multipleReductions: Detector = {
  ...RULE,
  looksThrough: 'cuts of the window',
  needs: ['cwnd'],
  cannotJudge: whyNot,
  finish(input) {
    const { state } = input;
    const periods = periodsOf(input);
    const [worst] = [...periods].sort((a, b) => b.reductions.length - a.reductions.length);
    return worst === undefined ? [] : [findingOf(state, worst, periods.length)];
  },
};
