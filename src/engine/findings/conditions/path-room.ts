/**
 * Whether the path has room beyond what a sender uses of it: no queue stands in it, nothing is lost on it, and it
 * carries more than it delivers on average. Only then is it said that the network is not the bottleneck.
 */
import type { Series } from '../../base/columns/series';
import type { TransportState } from '../../sender/transport/transport';
import { below, none, supporting } from '../finding/evidence';
import type { Evidence } from '../finding/finding';
import { highestIn, type Interval, lengthOf, riseIn, timeAbove, totalLength } from '../measures/intervals';
import { type PathPart, pathParts } from '../measures/path-parts';
import { smoothedRtt } from '../measures/round-trips';
import type { DetectInput } from '../rule/rule-input';

const T = {
  /** Of the smallest RTT, and beyond it the target of CoDel (RFC 8289 §4.2): no more than jitter below that. */
  queueRttRatio: 1.25,
  queueUs: 5000,
  /** congestion.md §5: from a quarter of the time on, a queue stands. */
  queueShare: 0.25,
  /** Bulk transfers over a link reach 0.8 to 1 of their highest sample (22 of ../shared/traces/other). */
  deliveryShare: 0.75,
} as const;

/** Findings that say that the path limits the sender. */
const PATH_LIMITS: ReadonlySet<string> = new Set(['bufferbloat', 'policed', 'slow-start-overshoot']);

/** Share of the interval in which the smoothed RTT shows a queue in the path, 0 to 1. */
function queueShare(state: TransportState, interval: Interval, parts: readonly PathPart[]): number {
  const above = parts.flatMap((part) =>
    timeAbove(smoothedRtt(state), T.queueRttRatio * part.rttMinUs + T.queueUs, [part]),
  );
  return totalLength(above) / lengthOf(interval);
}

/** What a part of the path carries, bytes per second, as far as it shows: proved by a queue, else the highest sample in it. */
function capacityIn({ rebuilt }: TransportState, { startUs, endUs, rate, proof }: PathPart): number {
  if (proof === 'proved') return rate * 1e6;
  const { deliveryRate, deliveryRateLimited } = rebuilt;
  const highest = (samples: Series): number => highestIn(samples, startUs, endUs) || 0;
  return Math.max(highest(deliveryRate), highest(deliveryRateLimited));
}

/** Delivery of the interval as a share of what the path carries, 0 to 1; NaN without samples. */
function deliveryShare(state: TransportState, interval: Interval, parts: readonly PathPart[]): number {
  const bytes = parts.reduce((sum, part) => sum + capacityIn(state, part) * (lengthOf(part) / 1e6), 0);
  if (bytes === 0) return Number.NaN;
  return Math.min(1, riseIn(state.series.ackedTotal, interval.startUs, interval.endUs) / bytes);
}

function lostPackets({ losses }: TransportState, { startUs, endUs }: Interval): number {
  const { timesUs, packets } = losses;
  return packets.reduce((sum, count, i) => {
    const timeUs = timesUs[i];
    return timeUs >= startUs && timeUs <= endUs ? sum + count : sum;
  }, 0);
}

/** What shows that the path has room. */
export function pathRoomRows(
  input: Pick<DetectInput, 'state' | 'pathIntervals'>,
  interval: Interval,
): readonly Evidence[] {
  const { state } = input;
  const parts = pathParts(input, interval);
  return [
    supporting({
      id: 'queue',
      name: `time in which packets wait in a queue (smoothed RTT ${T.queueUs / 1000} ms above ${T.queueRttRatio} × the smallest)`,
      normal: 'little, where the network is not the limit',
      value: queueShare(state, interval, parts),
      limit: below(T.queueShare, 'share'),
      panel: 'rtt',
    }),
    supporting({
      id: 'losses',
      name: 'packets lost in that time',
      normal: 'some, where the network is the limit',
      value: lostPackets(state, interval),
      limit: none('packets'),
      panel: 'loss',
    }),
    supporting({
      id: 'delivery',
      name: 'delivery rate, as a share of what the path carries as far as it shows',
      normal: 'near 100 %, where the network is the limit',
      value: deliveryShare(state, interval, parts),
      limit: below(T.deliveryShare, 'share'),
      panel: 'delivery-rate',
    }),
  ];
}

/** All of the rows hold, and no rule found the path to be what limits the sender. */
export function hasRoom(rows: readonly Evidence[], { earlier }: DetectInput): boolean {
  return rows.every(({ holds }) => holds) && !earlier.some(({ id }) => PATH_LIMITS.has(id));
}
