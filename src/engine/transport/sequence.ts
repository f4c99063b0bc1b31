/**
 * Sent packets as a sequence diagram wants them, at any zoom: always the ranges of packet numbers per pixel column
 * (sequence-columns.ts), and the single packets with their fates where few are in view.
 *
 * Reads the ledger's columns, keeps nothing. Where thresholds are the only evidence they are in the fates already.
 */
import { lowerBound, upperBound } from '../columns/growable';
import type { ColumnWindow } from '../columns/series';
import type { InFlightLedger } from './ledger';
import { type PacketFate, PacketMark } from './packet-fate';
import {
  forEachSettledLate,
  highestBefore,
  type SequenceColumns,
  type SequenceTotals,
  sequenceColumns,
  totalsOf,
} from './sequence-columns';
import type { SpaceLedger } from './space-ledger';

export type { NumberRanges } from './number-ranges';
export type { SequenceKind } from './sequence-columns';

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

/** Packet number spaces in the order of `InFlightLedger.spaces`; each has numbers of its own (RFC 9000 §12.3). */
export const SPACE_NAMES = ['Initial', 'Handshake', '1-RTT'] as const;
export type SpaceName = (typeof SPACE_NAMES)[number];

/** One number space in a window. */
export interface SpaceSequence {
  readonly name: SpaceName;
  /** Highest packet numbers sent and acknowledged before the window; NaN for none. */
  readonly before: { readonly sent: number; readonly acked: number };
  readonly columns: SequenceColumns;
  /** How many the whole trace holds. */
  readonly totals: SequenceTotals;
  /** What was sent or settled in the window, ascending by number; null where that is too much to be told apart. */
  readonly packets: readonly SequencePacket[] | null;
}

/** Sent packets of a window: the number spaces that hold any, 1-RTT last. */
export interface SequenceAnswer {
  readonly spaces: readonly SpaceSequence[];
}

export interface SequenceQuery {
  readonly window: ColumnWindow;
  /** What is seen of the window, µs. */
  readonly visible: { readonly fromUs: number; readonly toUs: number };
}

/** Single packets are told while so many columns lie between them, on average over what is seen … */
const COLUMNS_BETWEEN = 3;
/** … and beside it, where nobody looks yet, there is no more than one in a column. */
const PACKETS_PER_COLUMN = 1;

function packetAt(books: SpaceLedger, space: number, index: number): SequencePacket {
  return {
    sentUs: books.sentTimesUs[index] as number,
    packetNumber: books.packetNumbers[index] as number,
    space,
    sizeBytes: books.sizesBytes[index] as number,
    fate: books.fateAt(index),
    settledUs: books.settledUsAt(index),
    resent: books.isMarked(index, PacketMark.resent),
  };
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
    const to = upperBound(times, toUs, from);
    for (let i = from; i < to && packets.length < limit; i++) packets.push(packetAt(books, space, i));
    total += to - from;
  }
  return { packets, total };
}

/** The sequence of a window: ranges per column, and single packets where they can be told apart. */
export function sequenceOf(ledger: InFlightLedger, { window, visible }: SequenceQuery): SequenceAnswer {
  const { fromUs, columnUs, columns } = window;
  const toUs = fromUs + columns * columnUs;
  const seen = countSent(ledger, visible.fromUs, visible.toUs);
  const apart = seen * COLUMNS_BETWEEN <= (visible.toUs - visible.fromUs) / columnUs;
  const singly = apart && countSent(ledger, fromUs, toUs) <= columns * PACKETS_PER_COLUMN;
  const spaces = ledger.spaces.flatMap((books, space): SpaceSequence[] =>
    books.sentPackets === 0
      ? []
      : [
          {
            name: SPACE_NAMES[space] as SpaceName,
            before: highestBefore(books, fromUs),
            columns: sequenceColumns(books, window),
            totals: totalsOf(books),
            packets: singly ? singlePackets(books, space, fromUs, toUs) : null,
          },
        ],
  );
  return { spaces };
}

function countSent(ledger: InFlightLedger, fromUs: number, toUs: number): number {
  return ledger.spaces.reduce((sum, { sentTimesUs }) => {
    const from = lowerBound(sentTimesUs, fromUs);
    return sum + upperBound(sentTimesUs, toUs, from) - from;
  }, 0);
}

/** Packets sent in [fromUs, toUs), or sent before and settled in it. */
function singlePackets(
  books: SpaceLedger,
  space: number,
  fromUs: number,
  toUs: number,
): readonly SequencePacket[] {
  const packets: SequencePacket[] = [];
  forEachSettledLate(books, fromUs, (index, settledUs) => {
    if (settledUs < toUs) packets.push(packetAt(books, space, index));
  });
  const times = books.sentTimesUs;
  const end = lowerBound(times, toUs);
  for (let i = lowerBound(times, fromUs); i < end; i++) packets.push(packetAt(books, space, i));
  return packets;
}
