/**
 * Sent packets as a sequence diagram wants them, at any zoom: single packets with their fates where few are in
 * view, and the range of packet numbers per fate and pixel column where many are.
 *
 * Reads the ledger's columns, keeps nothing. Where thresholds are the only evidence they are in the fates already.
 */
import { lowerBound, upperBound } from '../series/growable';
import type { ColumnWindow } from '../series/series';
import type { InFlightLedger } from './ledger';
import { FATE_NAMES, type PacketFate, PacketMark } from './packet-fate';

/** One sent packet. Times are µs. */
export interface SequencePacket {
  readonly sentUs: number;
  readonly packetNumber: number;
  /** `PacketSpace`. */
  readonly space: number;
  readonly sizeBytes: number;
  readonly fate: PacketFate;
  /** When it was acknowledged, declared lost or discarded; NaN for neither. */
  readonly settledUs: number;
  /** It carries data that was sent before. */
  readonly resent: boolean;
}

export interface SequencePage {
  /** Space by space, ascending by number within each. */
  readonly packets: readonly SequencePacket[];
  /** How many the range holds: more than `packets` where the limit cut it. */
  readonly total: number;
}

/** Numbers per column and fate: smallest and largest packet number, NaN twice for none. */
export const SEQUENCE_STRIDE = 2;

export interface SequenceSlice {
  /** `FATE_NAMES.length · SEQUENCE_STRIDE` numbers per column, of one space. */
  readonly ranges: Float64Array<ArrayBuffer>;
  /** Packets per column. */
  readonly counts: Uint32Array<ArrayBuffer>;
}

/**
 * Packets sent in [fromUs, toUs].
 * @param limit the most that are returned: the first ones of each space, 1-RTT last.
 */
export function packetsIn(ledger: InFlightLedger, fromUs: number, toUs: number, limit: number): SequencePage {
  const packets: SequencePacket[] = [];
  let total = 0;
  for (const [space, books] of ledger.spaces.entries()) {
    const times = books.sentTimesUs;
    const from = lowerBound(times, fromUs);
    let to = from;
    while (to < times.length && (times[to] as number) <= toUs && packets.length < limit) {
      packets.push({
        sentUs: times[to] as number,
        packetNumber: books.packetNumbers[to] as number,
        space,
        sizeBytes: books.sizesBytes[to] as number,
        fate: books.fateAt(to),
        settledUs: books.settledUsAt(to),
        resent: books.isMarked(to, PacketMark.resent),
      });
      to++;
    }
    total += Math.max(0, upperBound(times, toUs, from) - from);
  }
  return { packets, total };
}

/** Smallest and largest packet number per column and fate, of one space. Costs what the window holds. */
export function sequenceColumns(ledger: InFlightLedger, space: number, window: ColumnWindow): SequenceSlice {
  const perColumn = FATE_NAMES.length * SEQUENCE_STRIDE;
  const ranges = new Float64Array(window.columns * perColumn).fill(Number.NaN);
  const counts = new Uint32Array(window.columns);
  const books = ledger.space(space);
  if (books === null) return { ranges, counts };
  const times = books.sentTimesUs;
  const numbers = books.packetNumbers;
  for (let i = lowerBound(times, window.fromUs); i < times.length; i++) {
    const column = Math.floor(((times[i] as number) - window.fromUs) / window.columnUs);
    if (column >= window.columns) break;
    const at = column * perColumn + books.fateAt(i) * SEQUENCE_STRIDE;
    // Numbers ascend with the index: the first is the smallest, the last the largest.
    if (Number.isNaN(ranges[at])) ranges[at] = numbers[i] as number;
    ranges[at + 1] = numbers[i] as number;
    counts[column] = (counts[column] as number) + 1;
  }
  return { ranges, counts };
}

/** Sent packets of a window: one by one where they are few, else per column. */
export interface SequenceAnswer {
  /** Null where the window holds more than the limit. */
  readonly packets: readonly SequencePacket[] | null;
  /** The spaces that hold packets, with the ranges of their columns; empty where `packets` tells all. */
  readonly spaces: readonly { readonly space: number; readonly slice: SequenceSlice }[];
}

/** The sequence of a window. @param limit the most packets that are told one by one. */
export function sequenceOf(ledger: InFlightLedger, window: ColumnWindow, limit: number): SequenceAnswer {
  const page = packetsIn(ledger, window.fromUs, window.fromUs + window.columns * window.columnUs, limit);
  if (page.total <= limit) return { packets: page.packets, spaces: [] };
  const spaces = ledger.spaces.flatMap((books, space) =>
    books.packetNumbers.length === 0 ? [] : [{ space, slice: sequenceColumns(ledger, space, window) }],
  );
  return { packets: null, spaces };
}
