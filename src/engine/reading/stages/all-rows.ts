/** All rows of the streams and requests of a connection that was read to its end, by their starts. */
import { httpTable } from '../../sender/http/http-table';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import type { TransportState } from '../../sender/transport/transport';
import type { HttpAnswer } from '../contract/http';
import type { StreamsAnswer } from '../contract/streams';

export function allRows(state: TransportState): {
  readonly streams: StreamsAnswer;
  readonly http: HttpAnswer;
} {
  const rows = streamRowsOf(state);
  const { unplaced, leftOut } = state.streams;
  const http = httpTable(state, 'start');
  return {
    streams: {
      rows: [...rows.order('start')].map((stream) => rows.row(stream)),
      from: 0,
      total: rows.table.length,
      unusable: unplaced,
      beyond: leftOut,
    },
    http: { ...http, order: 'start', from: 0, total: http.rows.length },
  };
}
