/**
 * The queue that a sender's packets stand in while its window limits it: measured at the ACKs of the time in which the
 * smoothed RTT is far above the smallest. A delay that does not lie in the path is distinguished by what a queue does: it is
 * drained at the highest rate of the path, and holds what is in flight beyond the path (Little's law).
 */
import { lowerBound } from '../../base/columns/growable';
import { medianOf } from '../../base/columns/median';
import type { Series } from '../../base/columns/series';
import { LIMITS } from '../../sender/transport/sender-limits';
import type { TransportState } from '../../sender/transport/transport';
import { type Interval, riseIn, timeAbove, timeInState, totalLength, without } from './intervals';
import { PacerHold } from './pacer-hold';

/** A median of this many ACKs is exact enough for any limit. */
const MEDIAN_SAMPLES = 8192;
/** Of the delivery rate samples: single ones are too high where ACKs arrive late together. */
const HIGHEST_RATE = 0.95;

export interface StandingQueue {
  readonly minRttUs: number;
  /** Time in which the window limits the sender and nothing stalls, µs, and its share of the trace. */
  readonly limitedUs: number;
  readonly limitedShare: number;
  /** The parts of it with a smoothed RTT above the level, and their share of it, 0 to 1. */
  readonly above: readonly Interval[];
  readonly aboveShare: number;
  /** ACKs of new data in those parts, and how many of them there are in a round trip. */
  readonly acks: number;
  readonly acksPerRtt: number;
  /** Median RTT at those ACKs, µs. */
  readonly rttUs: number;
  /** Median of what was delivered in the round trip before them, bytes per second. */
  readonly bytesPerSecond: number;
  /** That rate as a share of the highest delivery rate of the trace, 0 to 1. */
  readonly rateShare: number;
  /** Median of the flight as a share of what was delivered in that round trip: 1 where the delay follows the flight. */
  readonly flightShare: number;
  /** Share of the delay beyond the smallest RTT for which the sender's own pacer held the packets. */
  readonly heldShare: number;
}

interface AtAck {
  readonly rttUs: number;
  readonly bytesPerSecond: number;
  readonly flightShare: number;
  readonly heldUs: number;
}

/** Times of ACKs of new data within the intervals: their number, and at most `MEDIAN_SAMPLES` of them. */
function acksIn({ timesUs }: Series, intervals: readonly Interval[]) {
  const ranges = intervals.map(
    ({ startUs, endUs }) => [lowerBound(timesUs, startUs), lowerBound(timesUs, endUs)] as const,
  );
  const count = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  const stride = Math.max(1, Math.ceil(count / MEDIAN_SAMPLES));
  const sample: number[] = [];
  for (const [from, to] of ranges) for (let i = from; i < to; i += stride) sample.push(timesUs.at(i));
  return { count, sample };
}

/** ACKs that lack a figure are left out. */
function atAcks(state: TransportState, timesUs: readonly number[]): readonly AtAck[] {
  const hold = new PacerHold(state);
  const flight = state.flightFromPackets;
  return timesUs.flatMap((timeUs) => {
    const rttUs = state.series.latestRtt.valueAt(timeUs);
    const sentUs = Math.round(timeUs - rttUs);
    const delivered = riseIn(state.series.ackedTotal, sentUs, timeUs);
    const flightShare = flight.valueAt(sentUs) / delivered;
    if (!(rttUs > 0) || !Number.isFinite(flightShare)) return [];
    return [{ rttUs, bytesPerSecond: (delivered / rttUs) * 1e6, flightShare, heldUs: hold.at(sentUs) }];
  });
}

const medianBy = (acks: readonly AtAck[], key: keyof AtAck): number =>
  medianOf(Float64Array.from(acks, (ack) => ack[key]));
const sumBy = (acks: readonly AtAck[], key: keyof AtAck): number =>
  acks.reduce((sum, ack) => sum + ack[key], 0);

/** The rate that all but few delivery rate samples stay below, bytes per second; NaN for none. */
function highestRate({ values }: Series): number {
  const stride = Math.max(1, Math.ceil(values.length / MEDIAN_SAMPLES));
  const inOrder = values.reader();
  const sorted = Float64Array.from({ length: Math.ceil(values.length / stride) }, (_, i) =>
    inOrder.at(i * stride),
  ).sort();
  return sorted[Math.ceil(sorted.length * HIGHEST_RATE) - 1] ?? Number.NaN;
}

/**
 * @param levelOf the smoothed RTT above which a queue is assumed, µs, by the smallest one.
 * @param stalls in which the window limits the sender for another reason, ascending.
 */
export function standingQueue(
  state: TransportState,
  levelOf: (minRttUs: number) => number,
  stalls: readonly Interval[] = [],
): StandingQueue {
  const { series, rebuilt, limits, firstUs, lastUs } = state;
  const minRttUs = series.minRtt.min;
  const limited = without(timeInState(limits, LIMITS.window, lastUs), stalls);
  const limitedUs = totalLength(limited);
  const above = timeAbove(series.smoothedRtt, levelOf(minRttUs), limited);
  const aboveUs = totalLength(above);
  const { count, sample } = acksIn(series.ackedTotal, above);
  const acks = atAcks(state, sample);
  const rttUs = medianBy(acks, 'rttUs');
  const bytesPerSecond = medianBy(acks, 'bytesPerSecond');
  const delayUs = sumBy(acks, 'rttUs') - acks.length * minRttUs;
  return {
    minRttUs,
    limitedUs,
    limitedShare: limitedUs / (lastUs - firstUs),
    above,
    aboveShare: aboveUs / limitedUs,
    acks: count,
    acksPerRtt: (count * rttUs) / aboveUs,
    rttUs,
    bytesPerSecond,
    rateShare: Math.min(1, bytesPerSecond / highestRate(rebuilt.deliveryRate)),
    flightShare: medianBy(acks, 'flightShare'),
    heldShare: Math.min(1, sumBy(acks, 'heldUs') / delayUs),
  };
}
