/**
 * What a digest answers of streams and requests: the rows that it holds, in the order that is asked for. Of how much a stream
 * carried in each column it holds nothing: its bytes are spread evenly from its first frame to its last.
 */
import type { ColumnWindow } from '../../engine/base/columns/series';
import type { HttpAnswer, HttpInView } from '../../engine/reading/contract/http';
import { listedTotals } from '../../engine/reading/contract/request-totals';
import type { RowsInView, StreamLanes } from '../../engine/reading/contract/streams';
import type { RequestTotals } from '../../engine/reading/contract/traffic';
import type { HttpOrder, HttpRow } from '../../engine/sender/http/http-row';
import type { StreamOrder, StreamRow } from '../../engine/sender/streams/stream-row';
import type { HeldRequests, HeldStreams } from './digest';

const bytesOf = ({ sent, received }: StreamRow): number => sent.bytes + received.bytes;
const waitedUs = ({ blockedByStreamUs, blockedByConnectionUs, openingUs, gapUs }: StreamRow): number =>
  blockedByStreamUs + blockedByConnectionUs + openingUs + gapUs;

const STREAM_ORDERS: { readonly [order in StreamOrder]: (a: StreamRow, b: StreamRow) => number } = {
  start: (a, b) => a.firstUs - b.firstUs,
  bytes: (a, b) => bytesOf(b) - bytesOf(a),
  waited: (a, b) => waitedUs(b) - waitedUs(a),
};

/** What is not known comes last. */
const last = (value: number): number => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value);

/** Until the first byte, or the end where there was none. */
const waitingUs = ({ startUs, firstByteUs, endUs }: HttpRow): number =>
  (Number.isNaN(firstByteUs) ? endUs : firstByteUs) - startUs;

const HTTP_ORDERS: { readonly [order in HttpOrder]: (a: HttpRow, b: HttpRow) => number } = {
  start: (a, b) => last(-b.startUs) - last(-a.startUs),
  duration: (a, b) => last(b.endUs - b.startUs) - last(a.endUs - a.startUs),
  waiting: (a, b) => last(waitingUs(b)) - last(waitingUs(a)),
  bytes: (a, b) => last(b.responseBytes) - last(a.responseBytes),
};

/** @param rows of the digest; streams that it does not hold are counted as beyond. */
export function heldLanes(
  { rows, total, unusable, beyond }: HeldStreams,
  { order, from, count }: RowsInView,
  window: ColumnWindow,
): StreamLanes {
  const shown = [...rows].sort((a, b) => STREAM_ORDERS[order](a, b) || a.id - b.id).slice(from, from + count);
  const { columns } = window;
  const data = new Float32Array(shown.length * columns);
  const acked = new Float32Array(data.length);
  shown.forEach((row, i) => {
    const isSent = row.sent.bytes >= row.received.bytes;
    spread(isSent ? row.sent.bytes : row.received.bytes, row, window, data.subarray(i * columns));
    if (isSent) spread(row.sent.ackedBytes, row, window, acked.subarray(i * columns));
  });
  return {
    rows: shown,
    order,
    from,
    total: rows.length,
    unusable,
    beyond: beyond + total - rows.length,
    data,
    acked,
    resent: new Float32Array(data.length),
    isSpread: true,
  };
}

/** Adds bytes to the columns between the first and the last frame. */
function spread(
  bytes: number,
  { firstUs, lastUs }: StreamRow,
  { fromUs, columnUs, columns }: ColumnWindow,
  into: Float32Array,
): void {
  if (!(bytes > 0) || !(lastUs >= firstUs)) return;
  const lengthUs = Math.max(lastUs - firstUs, 1e-3);
  const first = Math.max(0, Math.floor((firstUs - fromUs) / columnUs));
  for (let column = first; column < columns; column++) {
    const startUs = Math.max(firstUs, fromUs + column * columnUs);
    const endUs = Math.min(firstUs + lengthUs, fromUs + (column + 1) * columnUs);
    if (startUs >= firstUs + lengthUs) return;
    into[column] = (bytes * (endUs - startUs)) / lengthUs;
  }
}

/** @param all totals of all requests of the trace; null before version 6. */
export function heldRequests(
  { rows, total, unread }: HeldRequests,
  { order, from, count }: HttpInView,
  all: RequestTotals | null,
): HttpAnswer {
  const sorted = [...rows].sort((a, b) => HTTP_ORDERS[order](a, b) || a.streamId - b.streamId);
  const shown = sorted.slice(from, from + count);
  const listed = listedTotals(rows);
  // Of rows that it does not hold it does not show whether they arrived.
  const isWhole = all === null || rows.length >= total;
  const totals = isWhole
    ? listed
    : listed && {
        ...listed,
        ...all,
        sent: 0,
        slowest: rows.find(({ streamId }) => streamId === all.longestStream) ?? null,
      };
  return { rows: shown, order, from, total: rows.length, totals, unread };
}
