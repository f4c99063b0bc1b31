/** The rows of a connection's streams, made again only where its trace has grown: windows and questions ask for them often. */
import type { TransportState } from '../transport/transport';
import { StreamRows } from './stream-rows';
import type { StreamSums } from './stream-sums';
import { StreamTable } from './stream-table';

const byState = new WeakMap<TransportState, { readonly events: number; readonly rows: StreamRows }>();

export function streamRowsOf(state: TransportState): StreamRows {
  const events = state.events.length;
  const memo = byState.get(state);
  if (memo?.events === events) return memo.rows;
  const rows = new StreamRows(new StreamTable(state));
  byState.set(state, { events, rows });
  return rows;
}

/** How often each trace was asked for its streams without rows, since it has grown. */
const asked = new WeakMap<TransportState, { readonly events: number; readonly times: number }>();

/** Questions from which on rows are worth their cost: a window frame by frame takes a fifth of it. */
const WORTH_TIMES = 4;

/**
 * What sums windows faster than frame by frame. Null for the first questions since the trace has grown, unless its rows are there:
 * while a trace is read, and for the first picture of it, no rows are made for windows only.
 */
export function windowSums(state: TransportState): StreamSums | null {
  const events = state.events.length;
  const before = asked.get(state);
  const times = before?.events === events ? before.times + 1 : 1;
  asked.set(state, { events, times });
  const isWorth = byState.get(state)?.events === events || times >= WORTH_TIMES;
  return isWorth ? streamRowsOf(state).sums : null;
}
