/** Answers `http`: requests of HTTP/3 in an order with what each waited for, and how many there are. */
import { type HttpAnswer, type HttpInView, MAX_HTTP_ROWS } from '../../reading/contract/http';
import { httpTable } from '../../sender/http/http-table';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import type { TransportState } from '../../sender/transport/transport';
import type { Handler } from './handler';

export const handler: Handler<'http'> = (file, { connection, ...asked }) =>
  httpOf(file.connection(connection).connection.state, asked);

/** @param asked rows from 0 on; what lies outside is left out, and more than `MAX_HTTP_ROWS` are not given. */
export function httpOf(state: TransportState, { order, from, count }: HttpInView): HttpAnswer {
  const { rows, unread } = httpTable(state, order);
  const first = Math.max(0, from);
  const end = first + Math.min(count, MAX_HTTP_ROWS);
  const waits = streamRowsOf(state);
  const withWaits = rows.slice(first, end).map((row) => {
    const stream = state.streams.find(row.streamId);
    if (stream < 0 || stream >= waits.table.length) return row;
    const { blocked, gaps } = waits.row(stream);
    return { ...row, blocked: blocked.map(({ fromUs, toUs }) => ({ fromUs, toUs })), gaps };
  });
  return { rows: withWaits, order, from: first, total: rows.length, unread };
}
