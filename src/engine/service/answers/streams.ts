/** Answers `streams`: rows of the streams of a connection in an order. */
import type { ColumnWindow } from '../../base/columns/series';
import {
  MAX_STREAM_ROWS,
  type RowsInView,
  type StreamLanes,
  type StreamsAnswer,
} from '../../reading/contract/streams';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import { lanesOf } from '../../sender/streams/stream-lanes';
import type { StreamOrder } from '../../sender/streams/stream-row';
import type { StreamRows } from '../../sender/streams/stream-rows';
import type { TransportState } from '../../sender/transport/transport';
import type { Handler } from './handler';

/** Rows of a window: each has three numbers per column. */
const MAX_LANES = 128;

export const handler: Handler<'streams'> = (file, { connection, order, from, count }) =>
  streamsAnswer(
    streamRowsOf(file.connection(connection).connection.state),
    order,
    from,
    Math.min(count, MAX_STREAM_ROWS),
  );

function inView(rows: StreamRows, order: StreamOrder, from: number, count: number): readonly number[] {
  const first = Math.max(0, Math.min(Math.floor(from) || 0, rows.table.length - 1));
  return [...rows.order(order).subarray(first, first + Math.max(0, count))];
}

function streamsAnswer(rows: StreamRows, order: StreamOrder, from: number, count: number): StreamsAnswer {
  const { unplaced, leftOut } = rows.table.state.streams;
  const first = Math.max(0, Math.min(Math.floor(from) || 0, rows.table.length - 1));
  return {
    rows: inView(rows, order, first, count).map((stream) => rows.row(stream)),
    from: first,
    total: rows.table.length,
    unusable: unplaced,
    beyond: leftOut,
  };
}

export function streamLanes(
  state: TransportState,
  window: ColumnWindow,
  { order, from, count }: RowsInView,
): StreamLanes {
  const rows = streamRowsOf(state);
  const most = Math.min(count, MAX_LANES);
  const answer = streamsAnswer(rows, order, from, most);
  const streams = inView(rows, order, answer.from, most);
  return { ...answer, order, ...lanesOf(rows.table, rows.sums, streams, window) };
}
