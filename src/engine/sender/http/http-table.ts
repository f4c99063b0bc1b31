/** The requests of a connection in one order, made again only where its trace has grown: windows ask for them often. */
import type { TransportState } from '../transport/transport';
import type { HttpOrder, HttpRow } from './http-row';
import { type HttpRows, httpRowsOf } from './http-rows';

interface Made extends HttpRows {
  readonly events: number;
  readonly orders: Map<HttpOrder, readonly HttpRow[]>;
}

const made = new WeakMap<TransportState, Made>();

/** @returns all rows in that order, and the events of which there are none. */
export function httpTable(
  state: TransportState,
  order: HttpOrder,
): { readonly rows: readonly HttpRow[]; readonly unread: number } {
  const events = state.events.length;
  let table = made.get(state);
  if (table === undefined || table.events !== events) {
    table = { ...httpRowsOf(state), events, orders: new Map() };
    made.set(state, table);
  }
  let rows = table.orders.get(order);
  if (rows === undefined) {
    const keyOf = KEYS[order];
    const keys = new Map(table.rows.map((row) => [row, keyOf(row, state.lastUs)]));
    // Rows are by stream id, and equal ones stay so.
    rows = [...table.rows].sort((a, b) => (keys.get(a) as number) - (keys.get(b) as number));
    table.orders.set(order, rows);
  }
  return { rows, unread: table.unread };
}

/** What the rows of an order ascend by: the largest first, of those that are not known the last. */
const KEYS: { readonly [order in HttpOrder]: (row: HttpRow, nowUs: number) => number } = {
  start: ({ startUs, firstByteUs }) => orElse(orElse(startUs, firstByteUs), Number.MAX_VALUE),
  duration: ({ startUs, endUs }, nowUs) => orElse(startUs - orElse(endUs, nowUs), Number.MAX_VALUE),
  waiting: ({ startUs, firstByteUs, endUs }, nowUs) =>
    orElse(startUs - orElse(orElse(firstByteUs, endUs), nowUs), Number.MAX_VALUE),
  bytes: ({ requestBytes, responseBytes }) => -(orElse(requestBytes, 0) + orElse(responseBytes, 0)),
};

const orElse = (value: number, otherwise: number): number => (Number.isNaN(value) ? otherwise : value);
