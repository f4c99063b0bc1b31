/**
 * Sent packets for a sequence diagram at any zoom: always the ranges of packet numbers per pixel column
 * (sequence-columns.ts), and the single packets with their fates where few are visible.
 *
 * Only reads the ledger's columns. Where thresholds are the only evidence of losses, the fates include them.
 */
import { lowerBound, upperBound } from '../../base/columns/growable';
import type { ColumnWindow } from '../../base/columns/series';
import type { InFlightLedger } from './ledger';
import { type PacketFate, PacketMark } from './packet-fate';
import {
  forEachSettledLate,
  highestBefore,
  type SequenceColumns,
  type SequenceTotals,
  totalsOf,
} from './sequence-columns';
import { grownSequenceColumns } from './sequence-growth';
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
  /** Time of the acknowledgement, loss or discard; NaN for none. */
  readonly settledUs: number;
  /** It carries retransmitted data. */
  readonly resent: boolean;
}

export interface SequencePage {
  /** Space by space, ascending by number within each. */
  readonly packets: readonly SequencePacket[];
  /** Number of packets in the range: more than `packets` where the limit was reached. */
  readonly total: number;
}

/** Packet number spaces in the order of `InFlightLedger.spaces`; each has its own packet numbers (RFC 9000 §12.3). */
export const SPACE_NAMES = ['Initial', 'Handshake', '1-RTT'] as const;
export type SpaceName = (typeof SPACE_NAMES)[number];

export interface SpaceSequence {
  readonly name: SpaceName;
  /** Highest packet numbers sent and acknowledged before the window; NaN for none. */
  readonly before: { readonly sent: number; readonly acked: number };
  readonly columns: SequenceColumns;
  readonly totals: SequenceTotals;
  /** Packets sent or decided in the window, ascending by number; null where they are too many to be distinguished. */
  readonly packets: readonly SequencePacket[] | null;
}

/** Sent packets of a window: the number spaces with packets, 1-RTT last. */
export type SequenceAnswer = ReturnType<typeof sequenceOf>;

export interface SequenceQuery {
  readonly window: ColumnWindow;
  /** The visible part of the window, µs. */
  readonly visible: { readonly fromUs: number; readonly toUs: number };
}

/** Single packets are included if there are this many columns per packet, on average over the visible part … */
const COLUMNS_BETWEEN = 3;
/** … and if there is at most one per column outside the visible part. */
const PACKETS_PER_COLUMN = 1;

function packetAt(books: SpaceLedger, space: number, index: number): SequencePacket {
  return {
    sentUs: books.sentTimesUs.at(index),
    packetNumber: books.packetNumbers.at(index),
    space,
    sizeBytes: books.sizesBytes.at(index),
    fate: books.fateAt(index),
    settledUs: books.settledUsAt(index),
    resent: books.isMarked(index, PacketMark.resent),
  };
}

/**
 * Packets sent in [fromUs, toUs].
 * @param limit maximum number returned: the first ones of each space, 1-RTT last.
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

/** The sequence of a window: ranges per column, and single packets where they can be distinguished. */
export function sequenceOf(ledger: InFlightLedger, { window, visible }: SequenceQuery) {
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
            name: SPACE_NAMES[space],
            before: highestBefore(books, fromUs),
            columns: grownSequenceColumns(books, window),
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

/** Packets sent in [fromUs, toUs), or sent before and decided in it. */
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
