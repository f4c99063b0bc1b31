/**
 * Finds a sent packet: by its name, by the mark nearest to a point of a sequence diagram, by a loss or a probe timeout, or
 * beside another one. Reads the ledger's columns; a search looks at the packets around a time and a number only, save that
 * for losses, which looks at the fate of all.
 */
import type { Numbers } from '../../base/columns/block-reader';
import { FATE_NAMES, PacketFate, PacketMark } from './packet-fate';
import { SPACE_NAMES, type SpaceName } from './sequence';
import type { SpaceLedger } from './space-ledger';
import type { TransportState } from './transport';

/** A packet by its place in the ledger. */
export interface PacketPlace {
  readonly space: number;
  readonly index: number;
}

export interface SequencePoint {
  readonly timeUs: number;
  /** NaN where all numbers stand at one height. */
  readonly packetNumber: number;
  readonly usPerPx: number;
  readonly numbersPerPx: number;
  /** Marks farther away are not found. */
  readonly withinPx: number;
}

/** Packets of each direction that are looked at around a point: more stand in fewer pixels than can be distinguished. */
const MAX_AROUND = 20_000;

export function spaceOf(name: SpaceName): number {
  return SPACE_NAMES.indexOf(name);
}

/** @returns null where no such packet was sent. */
export function placeOf(
  { ledger }: TransportState,
  name: SpaceName,
  packetNumber: number,
): PacketPlace | null {
  const space = spaceOf(name);
  const index = ledger.space(space)?.indexOf(packetNumber) ?? -1;
  return index < 0 ? null : { space, index };
}

/** What a picture needs of a packet. */
export function markOf({ ledger }: TransportState, { space, index }: PacketPlace) {
  const books = ledger.space(space) as SpaceLedger;
  return {
    space: SPACE_NAMES[space],
    packetNumber: books.packetNumbers.at(index),
    sizeBytes: books.sizesBytes.at(index),
    sentUs: books.sentUsAt(index),
    fate: FATE_NAMES[books.fateAt(index)],
    settledUs: books.settledUsAt(index),
    resent: books.isMarked(index, PacketMark.resent),
  };
}

/** The packet of a space whose mark is nearest to a point: where it was sent, or where it got its fate; null for none. */
export function nearestMark(
  { ledger }: TransportState,
  space: number,
  { timeUs, packetNumber, usPerPx, numbersPerPx, withinPx }: SequencePoint,
): PacketPlace | null {
  const books = ledger.space(space);
  if (books === null || books.sentPackets === 0) return null;
  const { packetNumbers, sentTimesUs } = books;
  let nearest = -1;
  let least = withinPx * withinPx;
  const look = (index: number): void => {
    const rows = Number.isNaN(packetNumber) ? 0 : (packetNumbers.at(index) - packetNumber) / numbersPerPx;
    for (const atUs of [books.sentUsAt(index), books.settledUsAt(index)]) {
      const columns = (atUs - timeUs) / usPerPx;
      const distance = rows * rows + columns * columns;
      if (!(distance < least)) continue;
      least = distance;
      nearest = index;
    }
  };
  const reachUs = withinPx * usPerPx;
  lookAround(sentTimesUs, timeUs - reachUs, timeUs + reachUs, look);
  // What got its fate here was sent earlier: it is found by its number, or, where that says nothing, one round trip back.
  if (Number.isNaN(packetNumber)) lookAround(sentTimesUs, Number.NEGATIVE_INFINITY, timeUs + reachUs, look);
  else {
    const reach = withinPx * numbersPerPx;
    lookAround(packetNumbers, packetNumber - reach, packetNumber + reach, look);
  }
  return nearest < 0 ? null : { space, index: nearest };
}

/** Rows of an ascending column from one value to another, those in the middle where they are too many. */
function lookAround(values: Numbers, from: number, to: number, look: (index: number) => void): void {
  let first = values.lowerBound(from);
  let end = values.upperBound(to);
  if (end - first > 2 * MAX_AROUND) {
    const middle = Number.isFinite(from) ? values.lowerBound((from + to) / 2) : end;
    first = Math.max(first, middle - MAX_AROUND);
    end = Math.min(end, middle + MAX_AROUND);
  }
  for (let index = first; index < end; index++) look(index);
}

/** The packet that was sent nearest to a time, of the last space that has any; null where nothing was sent. */
export function nearestSent({ ledger }: TransportState, timeUs: number): PacketPlace | null {
  const space = ledger.spaces.findLastIndex(({ sentPackets }) => sentPackets > 0);
  const books = ledger.spaces[space];
  if (books === undefined) return null;
  const after = Math.min(books.sentTimesUs.lowerBound(timeUs), books.sentPackets - 1);
  const before = Math.max(0, after - 1);
  const isBefore = timeUs - books.sentUsAt(before) < books.sentUsAt(after) - timeUs;
  return { space, index: isBefore ? before : after };
}

/** The lost packet whose loss was declared nearest to a time; null for none within reach. */
export function nearestLost(
  { ledger }: TransportState,
  timeUs: number,
  withinUs: number,
): PacketPlace | null {
  let nearest: PacketPlace | null = null;
  let least = withinUs;
  for (const [space, books] of ledger.spaces.entries())
    for (let index = 0; index < books.sentPackets; index++) {
      if (books.fateAt(index) !== PacketFate.lost) continue;
      const apartUs = Math.abs(books.settledUsAt(index) - timeUs);
      if (apartUs > least || (apartUs === least && nearest !== null)) continue;
      least = apartUs;
      nearest = { space, index };
    }
  return nearest;
}

/** The first ack-eliciting packet that was sent at the PTO nearest to a time, or after it; null for none within reach. */
export function nearestProbe(
  { ledger, ptos: { timesUs } }: TransportState,
  timeUs: number,
  withinUs: number,
): PacketPlace | null {
  const ptoUs = nearestOf(timesUs, timeUs);
  if (!(Math.abs(ptoUs - timeUs) <= withinUs)) return null;
  let probe: PacketPlace | null = null;
  let earliestUs = Number.POSITIVE_INFINITY;
  for (const [space, books] of ledger.spaces.entries()) {
    let index = books.sentTimesUs.lowerBound(ptoUs);
    while (index < books.sentPackets && !books.isMarked(index, PacketMark.ackEliciting)) index++;
    if (index === books.sentPackets || books.sentUsAt(index) >= earliestUs) continue;
    earliestUs = books.sentUsAt(index);
    probe = { space, index };
  }
  return probe;
}

function nearestOf(timesUs: Float64Array, timeUs: number): number {
  let nearest = Number.NaN;
  for (const time of timesUs) {
    if (Math.abs(time - timeUs) > Math.abs(nearest - timeUs)) break;
    nearest = time;
  }
  return nearest;
}

/** The packet beside another one, in the order of space and number; null at the end. */
export function beside(
  { ledger }: TransportState,
  from: PacketPlace,
  by: 1 | -1,
  among: 'sent' | 'lost',
): PacketPlace | null {
  let { space, index } = from;
  for (;;) {
    index += by;
    let books = ledger.space(space) as SpaceLedger;
    while (index < 0 || index >= books.sentPackets) {
      space += by;
      const next = ledger.spaces[space];
      if (next === undefined) return null;
      books = next;
      index = by > 0 ? 0 : books.sentPackets - 1;
    }
    if (among === 'sent' || wasLost(books, index)) return { space, index };
  }
}

/** It was declared lost, whether or not it was acknowledged later. */
export function wasLost(books: SpaceLedger, index: number): boolean {
  const fate = books.fateAt(index);
  return fate === PacketFate.lost || fate === PacketFate.spurious;
}
