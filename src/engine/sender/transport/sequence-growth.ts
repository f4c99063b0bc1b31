/**
 * The columns of a number space, kept from one answer to the next. While a trace is read, the same window is requested again
 * and again: only the columns are collected anew in which a packet has changed its fate or was added since, and the
 * result is that of collecting all of them (tests/property/sequence-growth.test.ts).
 *
 *   sent, and what became of it    from the column of the first packet that has changed: packets ascend by send time
 *   acknowledged                   from the column of the earliest ACK of such packets: an acknowledged packet stays one
 */
import type { ColumnWindow } from '../../base/columns/series';
import { blocksOf, SEQUENCE_BLOCK_PACKETS, type SequenceBlocks } from './sequence-blocks';
import {
  collectAcked,
  collectSent,
  columnsOf,
  emptyCollectors,
  type SequenceCollectors,
  type SequenceColumns,
} from './sequence-columns';
import type { SpaceLedger } from './space-ledger';

interface Collected {
  readonly window: ColumnWindow;
  readonly collected: SequenceCollectors;
}

const collections = new WeakMap<SpaceLedger, Collected>();

/** As `sequenceColumns`, at the cost of what has changed since the last call where the window is the same, or longer. */
export function grownSequenceColumns(books: SpaceLedger, window: ColumnWindow): SequenceColumns {
  const blocks = blocksOf(books);
  const changedFrom = blocks.takeChanged();
  const before = collections.get(books);
  const { columns } = window;
  if (before === undefined || !isGrowth(before.window, window)) {
    const collected = emptyCollectors(columns);
    collectSent(books, window, collected, 0);
    collectAcked(books, window, collected, 0);
    collections.set(books, { window, collected });
    return columnsOf(collected);
  }
  const { collected } = before;
  const end = before.window.columns;
  const columnAt = (timeUs: number): number =>
    Math.min(end, Math.max(0, Math.floor((timeUs - window.fromUs) / window.columnUs)));
  const isChanged = changedFrom < books.sentPackets;
  const sentFrom = isChanged ? columnAt(books.sentUsAt(changedFrom)) : end;
  const ackedFrom = columnAt(earliestAckUs(books, blocks, changedFrom));
  const { acked, ...others } = collected;
  acked.restart(ackedFrom, columns);
  for (const collector of Object.values(others)) collector.restart(sentFrom, columns);
  collectSent(books, window, collected, sentFrom);
  collectAcked(books, window, collected, ackedFrom);
  collections.set(books, { window, collected });
  return columnsOf(collected);
}

/** Columns of a power of two of µs have exact borders: the same packets are in a column wherever collecting starts. */
function isGrowth(before: ColumnWindow, { fromUs, columnUs, columns }: ColumnWindow): boolean {
  const isExact = Number.isInteger(Math.log2(columnUs));
  return isExact && before.fromUs === fromUs && before.columnUs === columnUs && before.columns <= columns;
}

/** First acknowledgement of the packets from a row on, or of some a little before it; ∞ for none. */
function earliestAckUs(books: SpaceLedger, { firstAckUs }: SequenceBlocks, row: number): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (
    let block = Math.floor(row / SEQUENCE_BLOCK_PACKETS);
    block * SEQUENCE_BLOCK_PACKETS < books.sentPackets;
    block++
  )
    earliest = Math.min(earliest, firstAckUs[block]);
  return earliest;
}
