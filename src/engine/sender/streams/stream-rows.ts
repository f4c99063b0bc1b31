/** Rows of a table of streams as objects: those that are asked for, in an order that is made when it is asked for first. */

import { kindOf } from './initial-limits';
import { inOrder } from './stream-order';
import type { ReceivedStreamBytes, SentStreamBytes, StreamOrder, StreamRow } from './stream-row';
import { StreamSums } from './stream-sums';
import type { StreamTable } from './stream-table';
import { WaitIndex } from './waits-of';

export class StreamRows {
  readonly table: StreamTable;
  readonly sums: StreamSums;
  #waits: WaitIndex | null = null;
  readonly #orders = new Map<StreamOrder, Uint32Array>();

  constructor(table: StreamTable) {
    this.table = table;
    this.sums = new StreamSums(table);
  }

  /** Ordinals in an order. */
  order(order: StreamOrder): Uint32Array {
    const rows = this.#orders.get(order) ?? inOrder(this.table, order);
    this.#orders.set(order, rows);
    return rows;
  }

  /** How a stream ended. @param stream ordinal. */
  end(stream: number): StreamRow['end'] {
    return endOf(this.table, stream);
  }

  /** @param stream ordinal. */
  row(stream: number): StreamRow {
    this.#waits ??= new WaitIndex(this.table);
    return streamRow(this.table, this.#waits, stream);
  }
}

function streamRow(table: StreamTable, waits: WaitIndex, stream: number): StreamRow {
  const { state, sent, received, finSentUs, finReceivedUs, sentCredit, receivedCredit } = table;
  const id = state.streams.ids[stream];
  const sum = (a: Float64Array, b: Float64Array): number => a[stream] + b[stream];
  const lastUs = [sent.lastUs, received.lastUs, table.lastNoteUs]
    .map((column) => column[stream])
    .filter((us) => us >= 0);
  return {
    id,
    kind: kindOf(id),
    firstUs: table.firstUs(stream),
    lastUs: lastUs.length === 0 ? Number.NaN : Math.max(...lastUs),
    sent: sentBytes(table, stream),
    received: receivedBytes(table, stream),
    finSentUs: finSentUs[stream],
    finReceivedUs: finReceivedUs[stream],
    aborts: table.aborts.get(stream) ?? [],
    blockedByStreamUs: sum(sentCredit.byStreamUs, receivedCredit.byStreamUs),
    blockedByConnectionUs: sum(sentCredit.byConnectionUs, receivedCredit.byConnectionUs),
    openingUs: table.openingUs[stream],
    gapUs: sum(table.acked.waitedUs, table.arrived.waitedUs),
    blocked: waits.blockedOf(stream),
    gaps: waits.gapsOf(stream),
    beginsMidway: beginsMidway(table, stream),
    held: null,
    end: endOf(table, stream),
  };
}

function sentBytes(table: StreamTable, stream: number): SentStreamBytes {
  const { bytes, repeated, endOffset, packets } = table.sent;
  const of = (column: Float64Array | Uint32Array): number => column[stream];
  const [ackedBytes, lostBytes, discardedBytes] = [
    of(table.ackedBytes),
    of(table.lostBytes),
    of(table.discardedBytes),
  ];
  return {
    bytes: of(bytes),
    ackedBytes,
    lostBytes,
    discardedBytes,
    inFlightBytes: of(bytes) - ackedBytes - lostBytes - discardedBytes,
    resentBytes: of(repeated),
    endOffset: of(endOffset),
    packets: of(packets),
  };
}

function receivedBytes({ received }: StreamTable, stream: number): ReceivedStreamBytes {
  const { bytes, repeated, endOffset, packets } = received;
  return {
    bytes: bytes[stream],
    repeatedBytes: repeated[stream],
    endOffset: endOffset[stream],
    packets: packets[stream],
  };
}

/** No frame of a direction begins at 0. */
function beginsMidway({ sent, received }: StreamTable, stream: number): boolean {
  return sent.base[stream] > 0 || received.base[stream] > 0;
}

function endOf(table: StreamTable, stream: number): StreamRow['end'] {
  const { sent, received } = table;
  const isSent = sent.bytes[stream] >= received.bytes[stream];
  const final = (isSent ? table.finalSent : table.finalReceived)[stream];
  const finUs = (isSent ? table.finSentUs : table.finReceivedUs)[stream];
  const base = (isSent ? sent : received).base[stream] || 0;
  const there = (isSent ? table.acked : table.arrived).deliverable(stream) || base;
  if (!Number.isNaN(finUs) && (Number.isNaN(final) || there >= final)) return 'fin';
  const isReset = table.aborts.get(stream)?.some(({ what }) => what === 'reset') === true;
  return isReset ? 'reset' : 'open';
}
