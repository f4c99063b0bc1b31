/**
 * The packets of one number space in pixel columns: the range of packet numbers per column and kind, only for columns
 * with packets. Sent packets and fates are placed at the send time, acknowledgements at the time of the ACK.
 *
 * A window holds the packets sent in it and those whose fate was decided in it. Blocks of packets (sequence-blocks.ts)
 * show where to find the second, which packets can be skipped, and which were acknowledged together, so that the cost
 * of a query depends on the window only. packet-fate.ts defines the fates; what is kept between two answers about the
 * same window is in sequence-growth.ts.
 */
import { lowerBound } from '../../base/columns/growable';
import type { ColumnWindow } from '../../base/columns/series';
import { type NumberRanges, RangeCollector } from './number-ranges';
import { FATE_MASK, PacketFate, PacketMark } from './packet-fate';
import { SEQUENCE_BLOCK_PACKETS as BLOCK_PACKETS, blocksOf } from './sequence-blocks';
import type { SpaceLedger } from './space-ledger';

/** `acked` by the time of the ACK; all others by the send time. `aside`: not in flight, an ACK alone. */
export const SEQUENCE_KINDS = ['sent', 'acked', 'lost', 'spurious', 'resent', 'discarded', 'aside'] as const;
export type SequenceKind = (typeof SEQUENCE_KINDS)[number];

export type SequenceColumns = { readonly [kind in SequenceKind]: NumberRanges };
export type SequenceTotals = { readonly [kind in SequenceKind]: number };

type FateKind = 'lost' | 'spurious' | 'discarded' | 'aside';

/** The kind displayed for a fate, in addition to `sent` and `acked`. */
const KIND_OF_FATE: readonly (FateKind | null)[] = (() => {
  const kinds = new Array<FateKind | null>(FATE_MASK + 1).fill(null);
  kinds[PacketFate.lost] = 'lost';
  kinds[PacketFate.spurious] = 'spurious';
  kinds[PacketFate.discarded] = 'discarded';
  kinds[PacketFate.notInFlight] = 'aside';
  return kinds;
})();

function isAcked(fate: number): boolean {
  return fate === PacketFate.acked || fate === PacketFate.spurious;
}

/** Number of packets of each kind in the space. */
export function totalsOf(books: SpaceLedger): SequenceTotals {
  const { byFate, resent } = blocksOf(books).totals();
  const totals = { sent: books.sentPackets, acked: 0, lost: 0, spurious: 0, resent, discarded: 0, aside: 0 };
  byFate.forEach((packets, fate) => {
    const kind = KIND_OF_FATE[fate] ?? null;
    if (isAcked(fate)) totals.acked += packets;
    if (kind !== null) totals[kind] += packets;
  });
  return totals;
}

/** Visits the rows sent before `fromUs` whose fate was decided at or after it, ascending. */
export function forEachSettledLate(
  books: SpaceLedger,
  fromUs: number,
  visit: (index: number, settledUs: number) => void,
): void {
  const first = lowerBound(books.sentTimesUs, fromUs);
  if (first === 0) return;
  const { settledUs } = blocksOf(books);
  for (let block = 0; block * BLOCK_PACKETS < first; block++) {
    if (!(settledUs[block] >= fromUs)) continue;
    const end = Math.min(first, (block + 1) * BLOCK_PACKETS);
    for (let i = block * BLOCK_PACKETS; i < end; i++) {
      const atUs = books.settledUsAt(i);
      if (atUs >= fromUs) visit(i, atUs);
    }
  }
}

export type SequenceCollectors = { readonly [kind in SequenceKind]: RangeCollector };

/** Nothing yet, of a window of so many columns. */
export function emptyCollectors(columns: number): SequenceCollectors {
  const collector = (): RangeCollector => new RangeCollector(columns);
  return {
    sent: collector(),
    acked: collector(),
    lost: collector(),
    spurious: collector(),
    resent: collector(),
    discarded: collector(),
    aside: collector(),
  };
}

export function columnsOf(into: SequenceCollectors): SequenceColumns {
  return {
    sent: into.sent.end(),
    acked: into.acked.end(),
    resent: into.resent.end(),
    lost: into.lost.end(),
    spurious: into.spurious.end(),
    discarded: into.discarded.end(),
    aside: into.aside.end(),
  };
}

/** Collects the kinds that stand at the send time, in the columns from `first` on, where nothing was collected yet. */
export function collectSent(
  books: SpaceLedger,
  { fromUs, columnUs, columns }: ColumnWindow,
  into: SequenceCollectors,
  first: number,
): void {
  const times = books.sentTimesUs;
  const numbers = books.packetNumbers;
  const { fates } = books.fateColumns;
  const { plain } = blocksOf(books);
  let from = lowerBound(times, fromUs + first * columnUs);
  while (from < times.length) {
    const column = Math.floor((times.at(from) - fromUs) / columnUs);
    if (column >= columns) break;
    const to = lowerBound(times, fromUs + (column + 1) * columnUs, from + 1);
    // Numbers ascend with the row: the first is the smallest, the last the largest.
    into.sent.addAll(column, numbers.at(from), numbers.at(to - 1), to - from);
    for (let i = from; i < to; i++) {
      const block = Math.floor(i / BLOCK_PACKETS);
      if (plain[block] === 1) {
        i = (block + 1) * BLOCK_PACKETS - 1;
        continue;
      }
      const state = fates[i];
      const packetNumber = numbers.at(i);
      if (state & PacketMark.resent) into.resent.add(column, packetNumber);
      const kind = KIND_OF_FATE[state & FATE_MASK] ?? null;
      if (kind !== null) into[kind].add(column, packetNumber);
    }
    from = to;
  }
}

/** Collects the acknowledged packets by the time of their ACK, as `collectSent`. */
export function collectAcked(
  books: SpaceLedger,
  { fromUs, columnUs, columns }: ColumnWindow,
  { acked }: SequenceCollectors,
  first: number,
): void {
  const startUs = fromUs + first * columnUs;
  const endUs = fromUs + columns * columnUs;
  const blocks = blocksOf(books);
  const times = books.sentTimesUs.reader();
  const numbers = books.packetNumbers;
  const { fates, settledAfterUs } = books.fateColumns;
  forEachSettledLate(books, startUs, (index, atUs) => {
    if (!isAcked(fates[index] & FATE_MASK) || atUs >= endUs) return;
    acked.add(Math.floor((atUs - fromUs) / columnUs), numbers.at(index));
  });
  // Consecutive packets are mostly acknowledged together: one entry for all of them in a column.
  let count = 0;
  let firstRow = 0;
  let last = 0;
  let column = -1;
  let columnFromUs = Number.POSITIVE_INFINITY;
  const to = lowerBound(times, endUs);
  for (let i = lowerBound(times, startUs); i < to; i++) {
    if (i % BLOCK_PACKETS === 0 && i + BLOCK_PACKETS <= to) {
      // A block whose packets were all acknowledged in one column is one entry.
      const block = i / BLOCK_PACKETS;
      const lastColumn = Math.floor((blocks.lastAckUs[block] - fromUs) / columnUs);
      const isTogether = Math.floor((blocks.firstAckUs[block] - fromUs) / columnUs) === lastColumn;
      if (blocks.acked[block] === 0 || (isTogether && lastColumn >= columns)) {
        i += BLOCK_PACKETS - 1;
        continue;
      }
      if (isTogether) {
        const [low, high] = [blocks.lowestAcked[block], blocks.highestAcked[block]];
        acked.addAll(lastColumn, low, high, blocks.acked[block]);
        i += BLOCK_PACKETS - 1;
        continue;
      }
    }
    const fate = fates[i] & FATE_MASK;
    if (fate !== PacketFate.acked && fate !== PacketFate.spurious) continue;
    const atUs = times.at(i) + settledAfterUs[i];
    if (atUs >= endUs) continue;
    if (!(atUs >= columnFromUs && atUs < columnFromUs + columnUs)) {
      if (count > 0) acked.addAll(column, numbers.at(firstRow), numbers.at(last), count);
      column = Math.floor((atUs - fromUs) / columnUs);
      columnFromUs = fromUs + column * columnUs;
      firstRow = i;
      count = 0;
    }
    last = i;
    count++;
  }
  if (count > 0) acked.addAll(column, numbers.at(firstRow), numbers.at(last), count);
}

/** Highest packet numbers sent and acknowledged before a time; NaN for none. */
export function highestBefore(books: SpaceLedger, timeUs: number): { sent: number; acked: number } {
  const numbers = books.packetNumbers;
  const last = lowerBound(books.sentTimesUs, timeUs) - 1;
  let i = last;
  while (i >= 0 && !(isAcked(books.fateAt(i)) && books.settledUsAt(i) < timeUs)) i--;
  return { sent: numbers.at(last), acked: numbers.at(i) };
}
