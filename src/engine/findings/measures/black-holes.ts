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

/** Rows of arrived packets, each smaller than the one below it: what is as large as a size is found from the top. */
class Largest {
  readonly #rows: number[] = [];
  readonly #sizes: number[] = [];

  push(row: number, bytes: number): void {
    while (this.#sizes.length > 0 && this.#sizes[this.#sizes.length - 1] <= bytes) {
      this.#sizes.pop();
      this.#rows.pop();
    }
    this.#sizes.push(bytes);
    this.#rows.push(row);
  }

  clear(): void {
    this.#sizes.length = 0;
    this.#rows.length = 0;
  }

  /** The newest row that is as large; -1 for none. */
  rowOf(bytes: number): number {
    let [low, high] = [0, this.#sizes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sizes[middle] >= bytes) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? -1 : this.#rows[low - 1];
  }
}

/**
 * Per lost packet the nearest row on one side that arrived and is as large; -1 for none. Between two lost packets only rows up
 * to the first that is as large as any lost one are looked at: nothing after it is asked for.
 * @param step -1 for rows before the packet, 1 for those after it.
 */
function nearestAsLarge(space: SpaceLedger, lost: readonly number[], step: -1 | 1): Int32Array {
  const sizes = space.sizesBytes.reader();
  const { fates } = space.fateColumns;
  const nearest = new Int32Array(lost.length);
  const largest = new Largest();
  // Of the rows up to the next lost packet those that are larger than all nearer ones.
  const rows: number[] = [];
  const mostBytes = lost.reduce((most, row) => Math.max(most, space.sizesBytes.at(row)), 0);
  const first = step < 0 ? 0 : lost.length - 1;
  for (let i = first; i >= 0 && i < lost.length; i -= step) {
    const own = lost[i];
    const end = lost[i + step] ?? (step < 0 ? -1 : fates.length);
    let count = 0;
    let bytes = -1;
    for (let row = own + step; row !== end && bytes < mostBytes; row += step) {
      if (!hasArrived(fates[row]) || sizes.at(row) <= bytes) continue;
      bytes = sizes.at(row);
      rows[count++] = row;
    }
    if (bytes >= mostBytes) largest.clear();
    for (let at = count - 1; at >= 0; at--) {
      const row = rows[at];
      largest.push(row, space.sizesBytes.at(row));
    }
    nearest[i] = largest.rowOf(space.sizesBytes.at(own));
  }
  return nearest;
}

/**
 * Rows of lost packets by the rows between which nothing as large arrives, of groups with at least so many; the group that ends
 * last is the first.
 */
function groupsOf(
  space: SpaceLedger,
  lost: readonly number[],
  leastLost: number,
): readonly (readonly number[])[] {
  const before = nearestAsLarge(space, lost, -1);
  const rows = space.fateColumns.fates.length + 1;
  const together = new Uint32Array(rows);
  for (const row of before) together[row + 1] = together[row + 1] + 1;
  const isTogether = (_: number, i: number): boolean => together[before[i] + 1] >= leastLost;
  const [left, beforeLeft] = [lost.filter(isTogether), before.filter(isTogether)];
  const afterLeft = nearestAsLarge(space, left, 1);
  const groups = new Map<number, number[]>();
  for (let i = left.length - 1; i >= 0; i--) {
    // Both rows in one number: each may be none, -1.
    const between = (beforeLeft[i] + 1) * rows + afterLeft[i] + 1;
    const group = groups.get(between);
    if (group === undefined) groups.set(between, [left[i]]);
    else group.push(left[i]);
  }
  return [...groups.values()].filter(({ length }) => length >= leastLost).map((group) => group.reverse());
}

/** So much must have arrived, in packets of the smallest lost size: a full queue that drains nothing has room for less than one. */
const LEAST_ARRIVED_PACKETS = 2;

function roomPackets(
  { arrivedBytes, firstArrivedUs, lastArrivedUs, smallestLostBytes }: SentWithin,
  ackedBytesPerUs: number,
): number {
  if (arrivedBytes < LEAST_ARRIVED_PACKETS * smallestLostBytes) return 0;
  const carriedBytes = ackedBytesPerUs * (lastArrivedUs - firstArrivedUs);
  return Math.max(0, Math.floor((carriedBytes - arrivedBytes) / smallestLostBytes));
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
  const groups = groupsOf(space, lost, leastLost).map((rows) => ({
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
