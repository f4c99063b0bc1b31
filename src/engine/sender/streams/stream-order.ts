/** Streams in the orders that rows are sorted by; made once per table and order. */
import type { StreamOrder } from './stream-row';
import type { StreamTable } from './stream-table';

/** @returns ordinals: by start the first one first, otherwise the largest one; equal ones by id. */
export function inOrder(table: StreamTable, order: StreamOrder): Uint32Array {
  const { ids } = table.state.streams;
  const keys = Float64Array.from({ length: table.length }, (_, stream) => keyOf(table, order, stream));
  return Uint32Array.from({ length: table.length }, (_, stream) => stream).sort(
    (a, b) => keys[a] - keys[b] || ids[a] - ids[b],
  );
}

function keyOf(table: StreamTable, order: StreamOrder, stream: number): number {
  switch (order) {
    case 'start': {
      const firstUs = table.firstUs(stream);
      return Number.isNaN(firstUs) ? Number.MAX_VALUE : firstUs;
    }
    case 'bytes':
      return -(table.sent.bytes[stream] + table.received.bytes[stream]);
    case 'waited': {
      const sum = [
        table.sentCredit.byStreamUs,
        table.sentCredit.byConnectionUs,
        table.receivedCredit.byStreamUs,
        table.receivedCredit.byConnectionUs,
        table.openingUs,
        table.acked.waitedUs,
        table.arrived.waitedUs,
      ].reduce((us, column) => us + column[stream], 0);
      return -sum;
    }
  }
}
