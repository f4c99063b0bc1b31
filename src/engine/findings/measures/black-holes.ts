/**
 * Spans in which every packet with data above a size is lost while smaller ones arrive: what a path does that drops large
 * packets without a word (RFC 8899 §4.3). One pass over the packets of the 1-RTT space.
 *
 * A lost packet belongs to the span between the last packet before it and the first one after it that arrived and is as
 * large or larger. Lost packets between the same two are taken together: nothing of their size arrives meanwhile.
 *
 *   as large     A |                               | A      A arrived
 *   lost           | x  x    x   x      x    x  x  |        x lost
 *   smaller        |   a   a a    a   a    a   aa  |        a arrived
 *
 * Lost are also packets that nothing had acknowledged for three PTOs when the log ends: the stack that gives its peer up declares
 * none of them lost. Probes of the path's MTU are none: that one is lost is how its size is found (RFC 9000 §14.4).
 */
import { type Arrivals, groupsBetween } from '../../sender/transport/loss-kinds/as-large';
import { threePtosUs } from '../../sender/transport/silence';
import type { SpaceLedger } from '../../sender/transport/space-ledger';
import type { TransportState } from '../../sender/transport/transport';
import { riseIn } from './intervals';
import { hasArrived, isLost, isProbe, type RowSpan, type SentWithin, sentWithin } from './sent-within';

/** Lost packets that are larger than all that arrived meanwhile, with what else was sent between the first and the last of them. */
export interface BlackHole extends SentWithin {
  /** When those were sent, µs. */
  readonly startUs: number;
  readonly endUs: number;
  /**
   * Packets as large as the smallest lost one that the path would have carried between the first and the last that arrived, at its rate
   * of the round trip before the span, beside those. 0 where all that arrived is no more than a full queue may still hold.
   */
  readonly roomPackets: number;
}

function arrivalsOf(space: SpaceLedger): Arrivals {
  const sizes = space.sizesBytes.reader();
  const { fates } = space.fateColumns;
  return {
    length: fates.length,
    sizeAt: (row) => sizes.at(row),
    hasArrived: (row) => hasArrived(fates[row]),
  };
}

/** So much must have arrived, in packets of the smallest lost size: a full queue that drains nothing has room for less than one. */
const LEAST_ARRIVED_PACKETS = 2;

function roomPackets(
  { arrivedBytes, firstArrivedUs, lastArrivedUs, smallestLostBytes }: SentWithin,
  ackedBytesPerUs: number,
): number {
  if (arrivedBytes < LEAST_ARRIVED_PACKETS * smallestLostBytes) return 0;
  const roomBytes = ackedBytesPerUs * (lastArrivedUs - firstArrivedUs);
  return Math.max(0, Math.floor((roomBytes - arrivedBytes) / smallestLostBytes));
}

/** Spans in which so many packets arrived, of any size: most losses are of packets in a row, among which none did. */
function withArrivals(
  fates: Uint8Array,
  spans: readonly RowSpan[],
  leastArrived: number,
): readonly RowSpan[] {
  const end = spans.reduce((most, { last }) => Math.max(most, last), -1) + 1;
  const arrived = new Uint32Array(end + 1);
  for (let row = 0; row < end; row++) arrived[row + 1] = arrived[row] + (hasArrived(fates[row]) ? 1 : 0);
  return spans.filter(({ first, last }) => arrived[last + 1] - arrived[first] >= leastArrived);
}

/**
 * Spans with at least so many lost packets with data, and so many that arrived.
 * @param rttUs length of a round trip at a time, µs.
 */
export function blackHoles(
  state: TransportState,
  { lost: leastLost, arrived: leastArrived }: { readonly lost: number; readonly arrived: number },
  rttUs: (timeUs: number) => number,
): readonly BlackHole[] {
  const space = state.ledger.application;
  const { fates } = space.fateColumns;
  const dueUs = state.lastUs - threePtosUs(state).most;
  const lost: number[] = [];
  const { dataSizesBytes: data, sentTimesUs } = space;
  for (let row = 0; row < fates.length; row++) {
    const fate = fates[row];
    if (isLost(fate, sentTimesUs, row, dueUs) && !isProbe(fate) && data.at(row) > 0) lost.push(row);
  }
  if (lost.length < leastLost) return [];
  const groups = groupsBetween(arrivalsOf(space), lost, leastLost).map((rows) => ({
    first: rows[0],
    last: rows[rows.length - 1],
  }));
  const spans = withArrivals(fates, groups, leastArrived);
  if (spans.length === 0) return [];
  // Holes of different sizes may lie within one another.
  return sentWithin(space, spans, { rttUs, dueUs }).map((within, i) => {
    const { first, last } = spans[i];
    const startUs = space.sentTimesUs.at(first);
    const tripUs = rttUs(startUs);
    const acked = tripUs > 0 ? riseIn(state.series.ackedTotal, startUs - tripUs, startUs) / tripUs : 0;
    return { startUs, endUs: space.sentTimesUs.at(last), ...within, roomPackets: roomPackets(within, acked) };
  });
}
