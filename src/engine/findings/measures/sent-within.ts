/**
 * What became of the packets that were sent within spans of rows: of each span how many arrived, the largest of those, and what was
 * lost that is larger. Spans may lie within one another or overlap: each costs a few searches, however long it is.
 */
import type { Numbers } from '../../base/columns/block-reader';
import { lowerBound, uint32Column, upperBound } from '../../base/columns/growable';
import { nextBound } from '../../base/columns/next-bound';
import { FATE_MASK, PacketFate, PacketMark } from '../../sender/transport/packet-fate';
import type { SpaceLedger } from '../../sender/transport/space-ledger';

type Sent = Pick<SpaceLedger, 'sizesBytes' | 'sentTimesUs' | 'dataSizesBytes' | 'fateColumns'>;

/** Rows of packets, both included; the first one was sent first. */
export interface RowSpan {
  readonly first: number;
  readonly last: number;
}

export interface SentWithin {
  /** How many arrived, their bytes, when the first and the last of them were sent, µs, and round trips with one that did. */
  readonly arrived: number;
  readonly arrivedBytes: number;
  readonly firstArrivedUs: number;
  readonly lastArrivedUs: number;
  readonly tripsArrived: number;
  /** The largest that arrived, 0 for none, and when the first of these was sent, µs. */
  readonly sizeBytes: number;
  readonly arrivedUs: number;
  /** Lost packets that are as large as that or smaller; probes of the MTU that are larger, and other packets with data. */
  readonly lostBelow: number;
  readonly probesLost: number;
  readonly lost: number;
  /** Of the latter those that were outstanding to the end of the log. */
  readonly outstanding: number;
  /** The smallest of the latter; ∞ for none. */
  readonly smallestLostBytes: number;
  /** A packet as large as that arrived before the span. */
  readonly arrivedBefore: boolean;
}

export const hasArrived = (state: number): boolean => {
  const fate = state & FATE_MASK;
  return fate === PacketFate.acked || fate === PacketFate.spurious;
};

const isOutstanding = (state: number): boolean => (state & FATE_MASK) === PacketFate.outstanding;

/**
 * Declared lost, or by the thresholds of RFC 9002 §6.1, or never acknowledged.
 * @param state of the row, a fate with its marks. @param dueUs until when a packet was sent whose ACK is due for three PTOs at the
 * end of the log.
 */
export function isLost(state: number, sentTimesUs: Numbers, row: number, dueUs: number): boolean {
  if ((state & FATE_MASK) === PacketFate.lost) return true;
  return isOutstanding(state) && ((state & PacketMark.overdue) !== 0 || sentTimesUs.at(row) <= dueUs);
}

export const isProbe = (state: number): boolean => (state & PacketMark.mtuProbe) !== 0;

/** @param rttUs length of a round trip at a time. @param dueUs as of `isLost`. @returns in the order of the spans. */
export function sentWithin(
  space: Sent,
  spans: readonly RowSpan[],
  { rttUs, dueUs }: { readonly rttUs: (timeUs: number) => number; readonly dueUs: number },
): readonly SentWithin[] {
  const arrived = arrivedWithin(space, spans, rttUs);
  const above = arrived.map(({ sizeBytes }) => sizeBytes);
  const lost = lostWithin(space, spans, above, dueUs);
  return arrived.map(({ largestBefore, ...within }, i) => {
    const { smallestLostBytes, ...more } = lost[i];
    return { ...within, ...more, smallestLostBytes, arrivedBefore: largestBefore >= smallestLostBytes };
  });
}

interface ArrivedWithin
  extends Pick<
    SentWithin,
    | 'arrived'
    | 'arrivedBytes'
    | 'firstArrivedUs'
    | 'lastArrivedUs'
    | 'tripsArrived'
    | 'sizeBytes'
    | 'arrivedUs'
  > {
  /** Of those that arrived before the span, bytes; −∞ for none. */
  readonly largestBefore: number;
}

type LostWithin = Pick<SentWithin, 'lostBelow' | 'probesLost' | 'lost' | 'outstanding' | 'smallestLostBytes'>;

/** Places of a list by a figure of each, the smallest first. */
function byFigure(length: number, figureOf: (place: number) => number): Uint32Array {
  return Uint32Array.from({ length }, (_, place) => place).sort((a, b) => figureOf(a) - figureOf(b));
}

/** Packets that are so, of the rows up to the end of the last span. */
function packetsOf(
  { sizesBytes }: Sent,
  spans: readonly RowSpan[],
  isSo: (row: number) => boolean,
): { readonly rows: Uint32Array; readonly sizes: Float64Array } {
  const end = spans.reduce((most, { last }) => Math.max(most, last), -1) + 1;
  const rows = uint32Column();
  for (let row = 0; row < end; row++) if (isSo(row)) rows.push(row);
  const reader = sizesBytes.reader();
  return { rows: rows.view(), sizes: Float64Array.from(rows.view(), (row) => reader.at(row)) };
}

function arrivedWithin(
  space: Sent,
  spans: readonly RowSpan[],
  rttUs: (timeUs: number) => number,
): readonly ArrivedWithin[] {
  const { fates } = space.fateColumns;
  const { rows, sizes } = packetsOf(space, spans, (row) => hasArrived(fates[row]));
  const sentUs = space.sentTimesUs.reader();
  const timesUs = Float64Array.from(rows, (row) => sentUs.at(row));
  const froms = spans.map(({ first }) => lowerBound(rows, first));
  const trips = new Trips(timesUs, rttUs, Math.min(...froms));
  const largestBefore = new Float64Array(rows.length + 1).fill(Number.NEGATIVE_INFINITY);
  const bytesBefore = new Float64Array(rows.length + 1);
  // Of those so far the ones that none after them exceeds.
  const largest: number[] = [];
  const arrivals: ArrivedWithin[] = [];
  let next = 0;
  for (const i of byFigure(spans.length, (place) => spans[place].last)) {
    const [from, end] = [froms[i], upperBound(rows, spans[i].last)];
    for (; next < end; next++) {
      const bytes = sizes[next];
      while (largest.length > 0 && sizes[largest[largest.length - 1]] < bytes) largest.pop();
      largest.push(next);
      largestBefore[next + 1] = sizes[largest[0]];
      bytesBefore[next + 1] = bytesBefore[next] + bytes;
    }
    const at = largest[lowerBound(largest, from)] ?? -1;
    arrivals[i] = {
      arrived: end - from,
      arrivedBytes: bytesBefore[end] - bytesBefore[from],
      firstArrivedUs: end > from ? timesUs[from] : Number.NaN,
      lastArrivedUs: end > from ? timesUs[end - 1] : Number.NaN,
      tripsArrived: trips.between(from, end),
      sizeBytes: sizes[at] ?? 0,
      arrivedUs: timesUs[at] ?? Number.NaN,
      largestBefore: largestBefore[from],
    };
  }
  return arrivals;
}

/**
 * Round trips with an arrival: each begins with the first one after the one before. Of each arrival it is known which one begins the
 * next trip, and one that begins a trip far after, so that few steps pass many trips (Myers, "An applicative random-access stack",
 * 1983).
 */
class Trips {
  readonly #next: Uint32Array;
  readonly #far: Uint32Array;
  /** Trips up to the last arrival. */
  readonly #left: Uint32Array;

  /** @param from index of the first arrival that is asked for. */
  constructor(timesUs: Float64Array, rttUs: (timeUs: number) => number, from: number) {
    const { length } = timesUs;
    const next = new Uint32Array(length + 1).fill(length);
    const far = next.slice();
    const left = new Uint32Array(length + 1);
    for (let at = length - 1; at >= from; at--) {
      const timeUs = timesUs[at];
      const following = nextBound(timesUs, timeUs + rttUs(timeUs), at + 1);
      const further = far[following];
      const furthest = far[further];
      const [near, middle, end] = [left[following], left[further], left[furthest]];
      next[at] = following;
      far[at] = near - middle === middle - end ? furthest : following;
      left[at] = near + 1;
    }
    this.#next = next;
    this.#far = far;
    this.#left = left;
  }

  /** Trips from the arrival at `from` on that begin before the one at `end`. */
  between(from: number, end: number): number {
    let at = from;
    while (at < end) {
      const far = this.#far[at];
      at = far < end ? far : this.#next[at];
    }
    return this.#left[from] - this.#left[at];
  }
}

/** @param aboveBytes per span: lost packets that are larger are distinguished. */
function lostWithin(
  space: Sent,
  spans: readonly RowSpan[],
  aboveBytes: readonly number[],
  dueUs: number,
): readonly LostWithin[] {
  const { dataSizesBytes: data, sentTimesUs } = space;
  const { fates } = space.fateColumns;
  const isSo = (row: number): boolean => isLost(fates[row], sentTimesUs, row, dueUs);
  const { rows, sizes } = packetsOf(space, spans, isSo);
  const largestFirst = byFigure(rows.length, (at) => -sizes[at]);
  const above = new LargerPackets(rows.length);
  const losses: LostWithin[] = [];
  let next = 0;
  for (const i of byFigure(spans.length, (place) => -aboveBytes[place])) {
    const { first, last } = spans[i];
    for (; next < rows.length; next++) {
      const at = largestFirst[next];
      const [row, bytes] = [rows[at], sizes[at]];
      if (bytes <= aboveBytes[i]) break;
      above.add(at, kindOf(fates[row], data.at(row)), bytes);
    }
    const [from, end] = [lowerBound(rows, first), upperBound(rows, last)];
    const { probes, declared, outstanding, other, leastBytes } = above.within(from, end);
    const lost = declared + outstanding;
    losses[i] = {
      lostBelow: end - from - probes - lost - other,
      probesLost: probes,
      lost,
      outstanding,
      smallestLostBytes: leastBytes,
    };
  }
  return losses;
}

/** Kinds of lost packets: probes of the MTU, others with data, and what has none. */
type LostKind = 'probes' | 'declared' | 'outstanding' | 'other';

function kindOf(state: number, dataBytes: number): LostKind {
  if (isProbe(state)) return 'probes';
  if (dataBytes === 0) return 'other';
  return isOutstanding(state) ? 'outstanding' : 'declared';
}

/** Packets at their places in a list, and what there is between two places: sums of halves of the list, halves of those, and so on. */
class LargerPackets {
  readonly #places: number;
  readonly #counts: { readonly [kind in LostKind]: Uint32Array };
  /** Of those with data. */
  readonly #leastBytes: Float64Array;

  constructor(places: number) {
    const none = (): Uint32Array => new Uint32Array(2 * places);
    this.#places = places;
    this.#counts = { probes: none(), declared: none(), outstanding: none(), other: none() };
    this.#leastBytes = new Float64Array(2 * places).fill(Number.POSITIVE_INFINITY);
  }

  add(place: number, kind: LostKind, bytes: number): void {
    const counts = this.#counts[kind];
    const hasData = kind === 'declared' || kind === 'outstanding';
    for (let at = place + this.#places; at >= 1; at >>= 1) {
      counts[at] = counts[at] + 1;
      if (hasData) this.#leastBytes[at] = Math.min(this.#leastBytes[at], bytes);
    }
  }

  /** At the places in [from, end). */
  within(from: number, end: number): { readonly [kind in LostKind | 'leastBytes']: number } {
    const sum = { probes: 0, declared: 0, outstanding: 0, other: 0, leastBytes: Number.POSITIVE_INFINITY };
    const take = (at: number): void => {
      sum.probes += this.#counts.probes[at];
      sum.declared += this.#counts.declared[at];
      sum.outstanding += this.#counts.outstanding[at];
      sum.other += this.#counts.other[at];
      sum.leastBytes = Math.min(sum.leastBytes, this.#leastBytes[at]);
    };
    for (let [low, high] = [from + this.#places, end + this.#places]; low < high; low >>= 1, high >>= 1) {
      if (low & 1) take(low++);
      if (high & 1) take(--high);
    }
    return sum;
  }
}
