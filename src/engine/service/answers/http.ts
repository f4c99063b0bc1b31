/** Answers `http`: requests of HTTP/3 in an order with what each waited for and what held it, and how many there are. */
import type { ColumnWindow } from '../../base/columns/series';
import { type HeldStreams, heldStreams } from '../../findings/partition/held-streams';
import type { HeldTime } from '../../findings/partition/partition';
import {
  type ControlStream,
  type HttpAnswer,
  type HttpInView,
  MAX_HTTP_ROWS,
} from '../../reading/contract/http';
import { type ListedTotals, listedTotals } from '../../reading/contract/request-totals';
import type { HttpRow } from '../../sender/http/http-row';
import { httpTable } from '../../sender/http/http-table';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import type { StreamRows } from '../../sender/streams/stream-rows';
import type { TransportState } from '../../sender/transport/transport';
import type { Handler } from './handler';

export const handler: Handler<'http'> = (file, { connection, ...asked }) =>
  httpOf(
    file.connection(connection).connection.state,
    asked,
    file.analysis(connection)?.heldTime ?? null,
    null,
  );

/**
 * @param asked rows from 0 on; what lies outside is left out, and more than `MAX_HTTP_ROWS` are not given.
 * @param heldTime null where the log does not show what held its sender. @param window null where no picture is asked for.
 */
export function httpOf(
  state: TransportState,
  { order, from, count }: HttpInView,
  heldTime: HeldTime | null,
  window: ColumnWindow | null,
): HttpAnswer {
  const { rows, unread } = httpTable(state, order);
  const first = Math.max(0, from);
  const end = first + Math.min(count, MAX_HTTP_ROWS);
  const waits = streamRowsOf(state);
  const held = heldStreams(state, heldTime);
  const slice = window === null ? null : held.slice(window);
  const withWaits = rows.slice(first, end).map((row) => {
    const stream = state.streams.find(row.streamId);
    if (stream < 0 || stream >= waits.table.length) return row;
    const { blocked, gaps } = waits.row(stream);
    const whole = held.of(stream);
    return {
      ...row,
      blocked: blocked.map(({ fromUs, toUs }) => ({ fromUs, toUs })),
      gaps,
      held: window === null ? whole : whole && { ...whole, spans: held.spansOf(stream, window, slice) },
    };
  });
  return {
    rows: withWaits,
    order,
    from: first,
    total: rows.length,
    control: controlStreams(state, waits),
    totals: withHeld(totalsOf(httpTable(state, 'start').rows), state, held),
    unread,
  };
}

/** As in the account of time, a unidirectional stream with more data is none of control. */
const MAX_CONTROL_BYTES = 4096;
/** Of each side three are usual. */
const MAX_CONTROL = 64;

function controlStreams({ streams }: TransportState, waits: StreamRows): readonly ControlStream[] {
  const control: ControlStream[] = [];
  for (let stream = 0; stream < waits.table.length && control.length < MAX_CONTROL; stream++) {
    // RFC 9000 §2.1.
    if ((streams.ids[stream] & 2) === 0) continue;
    const { id, sent, received } = waits.row(stream);
    if (Math.max(sent.bytes, received.bytes) < MAX_CONTROL_BYTES)
      control.push({ id, sentBytes: sent.bytes, receivedBytes: received.bytes });
  }
  return control.sort((a, b) => a.id - b.id);
}

/** By the rows in order of their start, which are made again where the trace has grown. */
const made = new WeakMap<readonly HttpRow[], ListedTotals | null>();

function totalsOf(rows: readonly HttpRow[]): ListedTotals | null {
  const totals = made.get(rows) ?? listedTotals(rows);
  made.set(rows, totals);
  return totals;
}

function withHeld(
  totals: ListedTotals | null,
  { streams }: TransportState,
  held: HeldStreams,
): ListedTotals | null {
  if (totals === null || totals.slowest === null) return totals;
  const { slowest } = totals;
  return { ...totals, slowest: { ...slowest, held: held.of(streams.find(slowest.streamId)) } };
}
