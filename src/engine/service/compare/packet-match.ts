/**
 * The packets of a connection found in the logs of both its ends, by number space, packet number and direction: one-way
 * delays, the offset of the clocks, and what was lost between the two.
 *
 * A delay needs one clock. Its offset is chosen so that the smallest delays of both directions are equal (clocks.ts): a path
 * that is slower in one direction cannot be seen.
 */
import { PacketSpace } from '../../../qlog-schema/packet-spaces';
import { medianOf } from '../../base/columns/median';
import {
  type DirectionColumns,
  LossMark,
  type PacketColumns,
  type SentRows,
} from '../../reading/contract/packet-columns';
import { type Clocks, type Crossings, clocksOf, onFirstClock } from './clocks';

/** One direction. All times are µs of the first trace, ascending. */
export interface Direction {
  /** Packets that both logs hold. */
  readonly sentUs: Float64Array<ArrayBuffer>;
  readonly delaysUs: Float64Array<ArrayBuffer>;
  /** Their number spaces, a `PacketSpace` each; and those of the lost ones. */
  readonly spaces: Uint8Array<ArrayBuffer>;
  readonly lostSpaces: Uint8Array<ArrayBuffer>;
  /** Sent while the other log ran, and never received there. */
  readonly lostUs: Float64Array<ArrayBuffer>;
  /** What the sender says of each: a `LossMark`. */
  readonly lostMarks: Uint8Array<ArrayBuffer>;
  /** Packets that the sender declared lost although they arrived. */
  readonly falselyDeclared: number;
  /** Packets that arrived although the sender's log does not show them, among those that it does. */
  readonly unlogged: number;
  /** Packets that the receiver's log says it dropped unread; they may be among the lost ones. */
  readonly unread: number;
  /** Packets that the receiver's log says arrived again. */
  readonly duplicates: number;
  /**
   * Sent before the receiver's log began or after it ended, or on their way when it ended, and not in it: whether they were lost
   * is not known. Application data only: what was sent last of the handshake met keys that were dropped.
   */
  readonly beyondEnds: number;
  /** Packets of both logs whose size both tell, and those of them that have the same. */
  readonly sized: number;
  readonly sameSize: number;
}

export interface MatchedPackets {
  readonly clocks: Clocks;
  /** Added to the times of the second trace, whole µs; where the clocks drift, in the middle of the packets. */
  readonly offsetUs: number;
  readonly fromA: Direction;
  readonly fromB: Direction;
}

/** `several-paths`: each numbers its packets. `few` in a direction. `backwards`: they would arrive before they were sent. */
export type NoMatch = 'several-paths' | 'few' | 'backwards';

/** Fewer packets of a direction are no comparison of clocks. */
export const LEAST_MATCHES = 3;
/** Clocks of a coarse resolution, and events that are logged late, let a fast packet arrive early by so much. */
const EARLY_US = 2000;

export function matchPackets(a: PacketColumns, b: PacketColumns): MatchedPackets | NoMatch {
  if (a.paths > 1 || b.paths > 1) return 'several-paths';
  const [forth, back] = [pairUp(a.sent, b.received), pairUp(b.sent, a.received)];
  const clocks = clocksOf(forth.crossings, back.crossings);
  const least = Math.min(forth.rows.length, back.rows.length);
  if (clocks === null || least < LEAST_MATCHES) return 'few';
  const own = (us: number): number => us;
  const moved = (us: number): number => onFirstClock(clocks, us);
  const onA = { ...b, fromUs: moved(b.fromUs), toUs: moved(b.toUs) };
  const fromA = directionOf(forth, own, moved, onA);
  const fromB = directionOf(back, moved, own, a);
  if (Math.min(leastOf(fromA.delaysUs), leastOf(fromB.delaysUs)) < -EARLY_US) return 'backwards';
  return { clocks, offsetUs: Math.round(clocks.offsetUs), fromA, fromB };
}

/** Share of packets of two logs by one endpoint that must agree, and how far their times may be apart. */
const AGREE = 0.99;
const SAME_TIME_US = 1000;

/**
 * Whether two logs are by one endpoint of one connection: what both say was sent has the same numbers, sizes, and times but for
 * one offset. Ids prove less: programs that draw them from a seed use them again.
 */
export function areOfOneSender(a: PacketColumns, b: PacketColumns): boolean {
  const { crossings, rows, sized, sameSize, missing } = pairUp(a.sent, b.sent);
  if (rows.length < LEAST_MATCHES || sameSize < AGREE * sized) return false;
  const apartUs = crossings.receivedUs.map((us, i) => us - crossings.sentUs[i]);
  const medianUs = medianOf(Float64Array.from(apartUs));
  const close = apartUs.filter((us) => Math.abs(us - medianUs) <= SAME_TIME_US).length;
  // A log may be a part of the other; what is missing inside it speaks against that.
  const [firstUs, lastUs] = [crossings.sentUs[0], crossings.sentUs[rows.length - 1]];
  const inside = missing.filter((row) => {
    const us = a.sent.timesUs[row];
    return us > firstUs && us < lastUs;
  });
  return close >= AGREE * rows.length && inside.length <= (1 - AGREE) * rows.length;
}

export function isMatched(match: MatchedPackets | NoMatch | null): match is MatchedPackets {
  return match !== null && typeof match === 'object';
}

interface Pairs {
  readonly sent: SentRows;
  /** Rows of what was sent and is in both logs, by send time. */
  readonly rows: Uint32Array;
  readonly crossings: Crossings;
  /** Rows that were sent and not received, by send time. */
  readonly missing: readonly number[];
  readonly unlogged: number;
  readonly sized: number;
  readonly sameSize: number;
}

/** Both are in the order of spaces and numbers: one pass over each. */
function pairUp(sent: SentRows, received: DirectionColumns): Pairs {
  const [count, arrived] = [sent.numbers.length, received.numbers.length];
  /** Rows of the other log, by those of the sender's that are in both. */
  const partners = new Uint32Array(count);
  const [both, missing]: [number[], number[]] = [[], []];
  let [unlogged, sized, sameSize] = [0, 0, 0];
  let next = 0;
  for (let row = 0; row < count; row++) {
    const isFirst = row === 0 || sent.spaces[row] !== sent.spaces[row - 1];
    for (; next < arrived && isBefore(received, next, sent, row); next++)
      if (!isFirst && received.spaces[next] === sent.spaces[row]) unlogged++;
    if (next === arrived || isBefore(sent, row, received, next)) {
      missing.push(row);
      continue;
    }
    const [size, other] = [sent.sizesBytes[row], received.sizesBytes[next]];
    if (size > 0 && other > 0) sized++;
    if (size > 0 && size === other) sameSize++;
    both.push(row);
    partners[row] = next++;
  }
  const { timesUs } = sent;
  const byTime = (one: number, other: number): number => timesUs[one] - timesUs[other];
  const rows = Uint32Array.from(both.sort(byTime));
  const [sentUs, receivedUs] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    sentUs[i] = timesUs[row];
    receivedUs[i] = received.timesUs[partners[row]];
  }
  const crossings = { sentUs, receivedUs };
  return { sent, rows, crossings, missing: missing.sort(byTime), unlogged, sized, sameSize };
}

/** Whether a row of one stands before that of the other in the order of spaces and numbers. */
function isBefore(one: DirectionColumns, row: number, other: DirectionColumns, otherRow: number): boolean {
  const spaces = one.spaces[row] - other.spaces[otherRow];
  return spaces < 0 || (spaces === 0 && one.numbers[row] < other.numbers[otherRow]);
}

type OnFirst = (us: number) => number;

/** @param log of the receiver: its span, µs of the first trace, and what it dropped. */
function directionOf(
  { sent, rows, crossings, missing, unlogged, sized, sameSize }: Pairs,
  sentOn: OnFirst,
  receivedOn: OnFirst,
  log: Pick<PacketColumns, 'fromUs' | 'toUs' | 'unread' | 'duplicates'>,
): Direction {
  const { length } = rows;
  const [sentUs, delaysUs] = [new Float64Array(length), new Float64Array(length)];
  let [fastestUs, slowestUs, falselyDeclared] = [Number.POSITIVE_INFINITY, 0, 0];
  // By space, when the last packet that arrived was sent: what was sent later may have been on its way, or met keys that were
  // dropped.
  const lastUs = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < length; i++) {
    const row = rows[i];
    const us = sentOn(crossings.sentUs[i]);
    const delayUs = receivedOn(crossings.receivedUs[i]) - us;
    sentUs[i] = us;
    delaysUs[i] = delayUs;
    fastestUs = Math.min(fastestUs, delayUs);
    slowestUs = Math.max(slowestUs, delayUs);
    if (sent.lossMarks[row] === LossMark.declared) falselyDeclared++;
    lastUs[sent.spaces[row]] = us;
  }
  // Of application data also what the slowest packet would have reached before the log ends.
  const { application } = PacketSpace;
  lastUs[application] = Math.max(lastUs[application], log.toUs - slowestUs - 1);
  const lost = missing.filter((row) => {
    const us = sentOn(sent.timesUs[row]);
    return us + fastestUs >= log.fromUs && us <= lastUs[sent.spaces[row]];
  });
  const { unread, duplicates } = log;
  const ofApplication = (packets: readonly number[]): number =>
    packets.filter((row) => sent.spaces[row] === application).length;
  const beyondEnds = ofApplication(missing) - ofApplication(lost);
  return {
    sentUs,
    delaysUs,
    spaces: Uint8Array.from(rows, (row) => sent.spaces[row]),
    lostSpaces: Uint8Array.from(lost, (row) => sent.spaces[row]),
    lostUs: Float64Array.from(lost, (row) => sentOn(sent.timesUs[row])),
    lostMarks: Uint8Array.from(lost, (row) => sent.lossMarks[row]),
    falselyDeclared,
    unlogged,
    sized,
    sameSize,
    unread,
    duplicates,
    beyondEnds,
  };
}

function leastOf(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}
