/** All rows of the streams and requests of a connection that was read to its end, by their starts, with what held each. */
import { heldStreams } from '../../findings/partition/held-streams';
import type { HeldTime } from '../../findings/partition/partition';
import { httpTable } from '../../sender/http/http-table';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import type { TransportState } from '../../sender/transport/transport';
import type { HttpAnswer } from '../contract/http';
import { listedTotals } from '../contract/request-totals';
import type { StreamsAnswer } from '../contract/streams';

/** @param heldTime null where the log does not show what held its sender. */
export function allRows(
  state: TransportState,
  heldTime: HeldTime | null,
): {
  readonly streams: StreamsAnswer;
  readonly http: HttpAnswer;
} {
  const rows = streamRowsOf(state);
  const { unplaced, leftOut } = state.streams;
  const http = httpTable(state, 'start');
  const held = heldStreams(state, heldTime);
  const requests = http.rows.map((row) => ({ ...row, held: held.of(state.streams.find(row.streamId)) }));
  return {
    streams: {
      rows: [...rows.order('start')].map((stream) => ({ ...rows.row(stream), held: held.of(stream) })),
      from: 0,
      total: rows.table.length,
      unusable: unplaced,
      beyond: leftOut,
    },
    http: {
      ...http,
      rows: requests,
      order: 'start',
      from: 0,
      total: requests.length,
      totals: listedTotals(requests),
    },
  };
}
