/** Answers `streams`: rows of the streams of a connection in an order. */

import type { WindowRequest } from '../contract/snapshot';
import { FIRST_STREAMS, MAX_STREAM_ROWS, type StreamLanes, type StreamsAnswer } from '../contract/streams';
import { streamRowsOf } from '../streams/kept-rows';
import { lanesOf } from '../streams/stream-lanes';
import type { StreamOrder } from '../streams/stream-row';
import type { StreamRows } from '../streams/stream-rows';
import type { Handler, OpenFile } from './handler';

/** Rows of a window: each has three numbers per column. */
const MAX_LANES = 128;

export const handler: Handler<'streams'> = (file, { connection, order, from, count }) =>
  streamsAnswer(rowsOf(file, connection), order, from, Math.min(count, MAX_STREAM_ROWS));

/** @throws RequestFailed for an unknown connection. */
function rowsOf(file: OpenFile, connection: number): StreamRows {
  return streamRowsOf(file.connection(connection).connection.state);
}

/** Ordinals of the rows in view. */
function inView(rows: StreamRows, order: StreamOrder, from: number, count: number): readonly number[] {
  const first = Math.max(0, Math.min(Math.floor(from) || 0, rows.table.length - 1));
  return [...rows.order(order).subarray(first, first + Math.max(0, count))];
}

function streamsAnswer(rows: StreamRows, order: StreamOrder, from: number, count: number): StreamsAnswer {
  const { unusable, beyond } = rows.table.state.streams;
  const first = Math.max(0, Math.min(Math.floor(from) || 0, rows.table.length - 1));
  return {
    rows: inView(rows, order, first, count).map((stream) => rows.row(stream)),
    from: first,
    total: rows.table.length,
    ...{ unusable, beyond },
  };
}

export function streamLanes(file: OpenFile, request: WindowRequest): StreamLanes {
  const { connection, window, streamRows = FIRST_STREAMS } = request;
  const { order } = streamRows;
  const rows = rowsOf(file, connection);
  const count = Math.min(streamRows.count, MAX_LANES);
  const answer = streamsAnswer(rows, order, streamRows.from, count);
  return { ...answer, order, ...lanesOf(rows.table, inView(rows, order, answer.from, count), window) };
}
