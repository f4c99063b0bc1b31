/** Answers `streams`: rows of the streams of a connection in an order, with what held each. */
import type { ColumnWindow } from '../../base/columns/series';
import { type HeldStreams, heldStreams } from '../../findings/partition/held-streams';
import type { HeldTime } from '../../findings/partition/partition';
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

export const handler: Handler<'streams'> = (file, { connection, order, from, count }) => {
  const { state } = file.connection(connection).connection;
  const held = heldStreams(state, file.analysis(connection)?.heldTime ?? null);
  return streamsAnswer(streamRowsOf(state), held, { order, from, count: Math.min(count, MAX_STREAM_ROWS) });
};

function inView(rows: StreamRows, order: StreamOrder, from: number, count: number): readonly number[] {
  const first = Math.max(0, Math.min(Math.floor(from) || 0, rows.table.length - 1));
  return [...rows.order(order).subarray(first, first + Math.max(0, count))];
}

function streamsAnswer(
  rows: StreamRows,
  held: HeldStreams,
  { order, from, count }: RowsInView,
): StreamsAnswer {
  const { unplaced, leftOut } = rows.table.state.streams;
  const first = Math.max(0, Math.min(Math.floor(from) || 0, rows.table.length - 1));
  return {
    rows: inView(rows, order, first, count).map((stream) => ({ ...rows.row(stream), held: held.of(stream) })),
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
  heldTime: HeldTime | null,
): StreamLanes {
  const rows = streamRowsOf(state);
  const most = Math.min(count, MAX_LANES);
  const answer = streamsAnswer(rows, heldStreams(state, heldTime), { order, from, count: most });
  const streams = inView(rows, order, answer.from, most);
  return { ...answer, order, ...lanesOf(rows.table, rows.sums, streams, window) };
}
