/**
 * Probes (PTO, RFC 9002 §6.2) that are due and do not come: times in which packets wait for an ACK and nothing is sent, and
 * probes in a row whose distance does not grow. Whoever sleeps sends nothing either: a time counts up to the last sign that this
 * host was awake, be it the idle timeout that ends the connection when it is due.
 */
import { float64Column, lowerBound, upperBound } from '../../base/columns/growable';
import { SeriesCursor } from '../../sender/congestion/series-cursor';
import { endOf } from '../../sender/transport/ending';
import { FATE_MASK, PacketFate, PacketMark } from '../../sender/transport/packet-fate';
import { GRANULARITY_US } from '../../sender/transport/rtt-estimator';
import { idleTimeoutUs, PtosSince, restartUs, silenceBefore } from '../../sender/transport/silence';
import type { TransportState } from '../../sender/transport/transport';
import { isWindowFull } from './full-window';
import { type Interval, lengthOf } from './intervals';
import { maxAckDelayUs } from './max-ack-delay';
import { rttAt } from './round-trips';

/** Doublings beyond these are longer than any trace. */
const MAX_BACKOFF = 16;
/** An idle timer that fires so near its time ran in a host that was awake. */
const ON_TIME_SHARE = 0.1;

/** A time in which nothing was sent that asks for an answer, up to the last sign that this host was awake. */
export interface Unprobed extends Interval {
  /** When a probe was due after `startUs`, with the back-off of those before it, µs. */
  readonly ptoUs: number;
  /** Probe timeouts since the last ACK of new data. */
  readonly probes: number;
  /** Packets with data that waited for an ACK all the time. */
  readonly waiting: number;
  /** The window had no room for another packet. */
  readonly isFull: boolean;
}

/** The longest PTO that RFC 9002 §6.2.1 gives at a time, without back-off, µs; NaN without an RTT. */
function ptoAt(state: TransportState, timeUs: number): number {
  const { rebuilt, parameters } = state;
  const smoothedUs = Math.max(rebuilt.smoothedRtt.valueAt(timeUs) || 0, rttAt(state, timeUs) || 0);
  if (smoothedUs === 0) return Number.NaN;
  // Before the second sample it is half of the first (RFC 9002 §5.3).
  const variationUs = rebuilt.rttVariation.valueAt(timeUs) || smoothedUs / 2;
  return smoothedUs + Math.max(4 * variationUs, GRANULARITY_US) + maxAckDelayUs(parameters);
}

/** When packets with data of the 1-RTT space were sent, and when their fate was known; both ascend, µs. */
function sentAndSettled({ ledger: { application } }: TransportState): readonly [Float64Array, Float64Array] {
  const { fates, settledAfterUs } = application.fateColumns;
  const [data, sentUs] = [application.dataSizesBytes.reader(), application.sentTimesUs.reader()];
  const [sent, settled] = [float64Column(), float64Column()];
  for (let row = 0; row < fates.length; row++) {
    const fate = fates[row] & FATE_MASK;
    if (data.at(row) === 0 || fate === PacketFate.notInFlight) continue;
    const us = sentUs.at(row);
    sent.push(us);
    if (fate !== PacketFate.outstanding) settled.push(us + settledAfterUs[row]);
  }
  return [sent.view(), settled.view().sort()];
}

/** When this side sent what asks for an answer, in the 1-RTT space. */
function elicitingUs({ ledger: { application } }: TransportState): Float64Array {
  const { fates } = application.fateColumns;
  const sentUs = application.sentTimesUs.reader();
  const times = float64Column();
  for (let row = 0; row < fates.length; row++)
    if ((fates[row] & PacketMark.ackEliciting) !== 0) times.push(sentUs.at(row));
  return times.view();
}

/** The end, where the idle timer fires when it is due, or a record says so and no timeout is logged: NaN elsewhere. */
function timelyEndUs(state: TransportState): number {
  const end = endOf(state);
  const isTimer = end?.how === 'idle-timeout' || end?.how === 'not-logged';
  if (end === null || end.from === 'silence' || !isTimer) return Number.NaN;
  const timeoutUs = idleTimeoutUs(state);
  if (Number.isNaN(timeoutUs)) return end.how === 'idle-timeout' ? end.timeUs : Number.NaN;
  const silentUs = end.timeUs - restartUs(silenceBefore(state, end.timeUs));
  return Math.abs(silentUs - timeoutUs) <= ON_TIME_SHARE * timeoutUs ? end.timeUs : Number.NaN;
}

/**
 * Times in which a probe was overdue, in order. The timer starts anew at each packet that asks for an answer, and at each ACK of new
 * data; the application's runs once the handshake is confirmed (RFC 9002 §6.2.1).
 * @param longerThan a time counts from so many PTOs on. @param leastUs and from so long on, µs.
 */
export function unprobedTimes(
  state: TransportState,
  longerThan: number,
  leastUs: number,
): readonly Unprobed[] {
  const { series, events, establishedUs } = state;
  const sends = elicitingUs(state);
  const acks = series.ackedTotal.timesUs.reader();
  const end = endOf(state);
  const endUs = end !== null && end.from !== 'silence' ? end.timeUs : state.lastUs;
  const timelyUs = timelyEndUs(state);
  const eventTimes = events.timeUs.reader();
  const spans: Unprobed[] = [];
  let books: readonly [Float64Array, Float64Array] | null = null;
  const ptos = new PtosSince(state);
  let [send, ack] = [0, 0];
  let fromUs = Number.NaN;
  while (send < sends.length || ack < acks.length || fromUs < endUs) {
    const nextUs = Math.min(sends[send] ?? endUs, ack < acks.length ? acks.at(ack) : endUs, endUs);
    const startUs = fromUs;
    fromUs = nextUs;
    while (sends[send] <= nextUs) send++;
    while (ack < acks.length && acks.at(ack) <= nextUs) ack++;
    if (nextUs - startUs >= leastUs && startUs >= establishedUs) {
      const lastAckUs = acks.at(upperBound(acks, startUs) - 1);
      const probes = ptos.between(lastAckUs, startUs);
      const baseUs = ptoAt(state, startUs);
      const ptoUs = baseUs * 2 ** Math.min(probes, MAX_BACKOFF);
      // Whoever wakes up is busy for a moment before it sends.
      const awakeUs =
        nextUs === timelyUs ? nextUs : eventTimes.at(upperBound(eventTimes, nextUs - baseUs) - 1);
      const span = { startUs, endUs: awakeUs };
      if (lengthOf(span) >= Math.max(leastUs, longerThan * ptoUs)) {
        books ??= sentAndSettled(state);
        const waiting = upperBound(books[0], startUs) - lowerBound(books[1], awakeUs);
        const isSaidEmpty = series.bytesInFlight.valueAt(awakeUs) === 0;
        if (waiting > 0 && !isSaidEmpty)
          spans.push({ ...span, ptoUs, probes, waiting, isFull: isWindowFull(state, startUs) });
      }
    }
    if (nextUs >= endUs) break;
  }
  return spans;
}

/** Probes in a row, from the first or second on, whose distance stays within a factor. */
export interface FlatProbes extends Interval {
  readonly probes: number;
  /** Shortest and longest time between two of them, µs. */
  readonly shortestUs: number;
  readonly longestUs: number;
  /** Nobody says that they are probes: they are sent beyond a full window, without an ACK of new data between them. */
  readonly inferred: boolean;
}

/** Times of probes with their numbers in their row. */
interface Numbered {
  readonly timesUs: ArrayLike<number>;
  readonly numbers: ArrayLike<number>;
}

/** What is sent beyond a full window while nothing is acknowledged or lost: only probes may be (RFC 9002 §7.5). */
function beyondTheWindow(state: TransportState): Numbered {
  const { series, losses, datagramBytes } = state;
  const flight = new SeriesCursor(state.flightFromPackets);
  const window = new SeriesCursor(series.congestionWindow);
  const acks = series.ackedTotal.timesUs.reader();
  const [timesUs, numbers]: [number[], number[]] = [[], []];
  let [ack, loss, resetUs] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const timeUs of elicitingUs(state)) {
    const lastUs = timesUs.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (timeUs - lastUs < GRANULARITY_US) continue;
    for (; ack < acks.length && acks.at(ack) <= timeUs; ack++) resetUs = Math.max(resetUs, acks.at(ack));
    for (; losses.timesUs[loss] <= timeUs; loss++) resetUs = Math.max(resetUs, losses.timesUs[loss]);
    if (!(flight.at(timeUs - 1) + datagramBytes > window.at(timeUs))) {
      resetUs = timeUs;
      continue;
    }
    timesUs.push(timeUs);
    numbers.push(resetUs < lastUs ? (numbers.at(-1) as number) + 1 : 1);
  }
  return { timesUs, numbers };
}

/** The longest such row; null for none. @param factor the longest distance is at most so many times the shortest. */
export function flatProbes(state: TransportState, factor: number): FlatProbes | null {
  const inferred = state.ptos.method === 'silence';
  const { timesUs, numbers }: Numbered = inferred
    ? beyondTheWindow(state)
    : { timesUs: state.ptos.timesUs, numbers: state.ptos.consecutive };
  let best: FlatProbes | null = null;
  for (let first = 0; first < timesUs.length; ) {
    let [shortestUs, longestUs] = [Number.POSITIVE_INFINITY, 0];
    let last = first;
    while (last + 1 < timesUs.length && numbers[last + 1] === numbers[last] + 1) {
      const us = timesUs[last + 1] - timesUs[last];
      if (Math.max(longestUs, us) > factor * Math.min(shortestUs, us)) break;
      shortestUs = Math.min(shortestUs, us);
      longestUs = Math.max(longestUs, us);
      last++;
    }
    const probes = last - first + 1;
    // A distance that stays after it grew is a limit of the timer.
    if (
      numbers[first] <= 2 &&
      probes > (best?.probes ?? 1) &&
      shortestUs >= (rttAt(state, timesUs[first]) || 0)
    )
      best = { startUs: timesUs[first], endUs: timesUs[last], probes, shortestUs, longestUs, inferred };
    first = Math.max(last, first + 1);
  }
  return best;
}
