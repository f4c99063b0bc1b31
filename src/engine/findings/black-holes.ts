/**
 * Spans in which every packet with data above a size is lost while smaller ones arrive: what a path does that drops large
 * packets without a word (RFC 8899 §4.3). One pass over the packets of the 1-RTT space.
 *
 * A lost packet belongs to the span between the last packet before it and the first one behind it that arrived and is as
 * large or larger. Lost packets between the same two are taken together: nothing of their size arrives meanwhile.
 *
 *   as large     A |                               | A      A arrived
 *   lost           | x  x    x   x      x    x  x  |        x lost
 *   smaller        |   a   a a    a   a    a   aa  |        a arrived
 *
 * Probes of the path's MTU are none of them: that one is lost is how its size is found (RFC 9000 §14.4).
 */
import { spend } from '../columns/work';
import { FATE_MASK, PacketFate, PacketMark } from '../transport/packet-fate';
import type { SpaceLedger } from '../transport/space-ledger';
import type { TransportState } from '../transport/transport';

export interface BlackHole {
  /** When the first and the last of the lost packets were sent, µs. */
  readonly startUs: number;
  readonly endUs: number;
  /** Lost packets with data above the size, and the smallest of them. */
  readonly lost: number;
  readonly smallestLostBytes: number;
  /** Packets up to the size sent between the first and the last of them: how many arrived, how many were lost. */
  readonly arrived: number;
  readonly lostBelow: number;
  /** The largest that arrived among them: the size. */
  readonly sizeBytes: number;
  /** When the first of the largest was sent, µs. */
  readonly arrivedUs: number;
  /** Round trips with one that arrived. */
  readonly tripsArrived: number;
  /** A packet as large as one of the lost ones arrived before. */
  readonly arrivedBefore: boolean;
  /** Probes of the MTU above the size that were lost meanwhile. */
  readonly probesLost: number;
}

const hasArrived = (state: number): boolean => {
  const fate = state & FATE_MASK;
  return fate === PacketFate.acked || fate === PacketFate.spurious;
};

/** Declared lost, or by the thresholds of RFC 9002 §6.1. */
function isLost(state: number): boolean {
  const fate = state & FATE_MASK;
  return fate === PacketFate.lost || (fate === PacketFate.outstanding && (state & PacketMark.overdue) !== 0);
}

const isProbe = (state: number): boolean => (state & PacketMark.mtuProbe) !== 0;

/** Rows of arrived packets, each smaller than the one below it: what is as large as a size is found from the top. */
class Largest {
  readonly #rows: number[] = [];
  readonly #sizes: number[] = [];

  push(row: number, bytes: number): void {
    while (this.#sizes.length > 0 && (this.#sizes[this.#sizes.length - 1] as number) <= bytes) {
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
      if ((this.#sizes[middle] as number) >= bytes) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? -1 : (this.#rows[low - 1] as number);
  }
}

/**
 * Per lost packet the nearest row on one side that arrived and is as large; -1 for none. Between two lost packets only rows up
 * to the first that is as large as any lost one are looked at: nothing behind it is asked for.
 * @param step -1 for rows before the packet, 1 for those behind it.
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
    const own = lost[i] as number;
    const end = lost[i + step] ?? (step < 0 ? -1 : fates.length);
    let count = 0;
    let bytes = -1;
    for (let row = own + step; row !== end && bytes < mostBytes; row += step) {
      if (!hasArrived(fates[row] as number) || sizes.at(row) <= bytes) continue;
      bytes = sizes.at(row);
      rows[count++] = row;
    }
    if (bytes >= mostBytes) largest.clear();
    for (let at = count - 1; at >= 0; at--) {
      const row = rows[at] as number;
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
  for (const row of before) together[row + 1] = (together[row + 1] as number) + 1;
  const isTogether = (_: number, i: number): boolean =>
    (together[(before[i] as number) + 1] as number) >= leastLost;
  const [left, beforeLeft] = [lost.filter(isTogether), before.filter(isTogether)];
  const behind = nearestAsLarge(space, left, 1);
  const groups = new Map<number, number[]>();
  for (let i = left.length - 1; i >= 0; i--) {
    // Both rows in one number: each may be none, -1.
    const between = ((beforeLeft[i] as number) + 1) * rows + (behind[i] as number) + 1;
    const group = groups.get(between);
    if (group === undefined) groups.set(between, [left[i] as number]);
    else group.push(left[i] as number);
  }
  return [...groups.values()].filter(({ length }) => length >= leastLost).map((group) => group.reverse());
}

/** @param rttUs length of a round trip at a time. */
function holeOf(space: SpaceLedger, rows: readonly number[], rttUs: (timeUs: number) => number): BlackHole {
  const { fates } = space.fateColumns;
  const { sizesBytes: sizes, sentTimesUs: times, dataSizesBytes: data } = space;
  const [first, last] = [rows[0] as number, rows.at(-1) as number];
  // Holes of different sizes may lie within one another.
  spend(2 * (last - first));
  let [arrived, sizeBytes, arrivedUs, tripsArrived, tripEndUs] = [
    0,
    0,
    Number.NaN,
    0,
    Number.NEGATIVE_INFINITY,
  ];
  for (let row = first; row <= last; row++) {
    if (!hasArrived(fates[row] as number)) continue;
    arrived++;
    const timeUs = times.at(row);
    if (sizes.at(row) > sizeBytes) [sizeBytes, arrivedUs] = [sizes.at(row), timeUs];
    if (timeUs < tripEndUs) continue;
    tripsArrived++;
    tripEndUs = timeUs + rttUs(timeUs);
  }
  let [lost, lostBelow, probesLost, smallestLostBytes] = [0, 0, 0, Number.POSITIVE_INFINITY];
  for (let row = first; row <= last; row++) {
    const state = fates[row] as number;
    if (!isLost(state)) continue;
    const bytes = sizes.at(row);
    if (bytes <= sizeBytes) lostBelow++;
    else if (isProbe(state)) probesLost++;
    else if (data.at(row) > 0) {
      lost++;
      smallestLostBytes = Math.min(smallestLostBytes, bytes);
    }
  }
  let arrivedBefore = false;
  for (let row = first - 1; row >= 0 && !arrivedBefore; row--)
    arrivedBefore = hasArrived(fates[row] as number) && sizes.at(row) >= smallestLostBytes;
  return {
    startUs: times.at(first),
    endUs: times.at(last),
    lost,
    smallestLostBytes,
    arrived,
    lostBelow,
    sizeBytes,
    arrivedUs,
    tripsArrived,
    arrivedBefore,
    probesLost,
  };
}

/**
 * Spans with at least so many lost packets with data.
 * @param rttUs length of a round trip at a time, µs.
 */
export function blackHoles(
  { ledger }: TransportState,
  leastLost: number,
  rttUs: (timeUs: number) => number,
): readonly BlackHole[] {
  const space = ledger.application;
  const { fates } = space.fateColumns;
  const lost: number[] = [];
  const { dataSizesBytes: data } = space;
  for (let row = 0; row < fates.length; row++) {
    const state = fates[row] as number;
    if (isLost(state) && !isProbe(state) && data.at(row) > 0) lost.push(row);
  }
  if (lost.length < leastLost) return [];
  return groupsOf(space, lost, leastLost).map((rows) => holeOf(space, rows, rttUs));
}
