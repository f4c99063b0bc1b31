/** The rows of a connection's streams, made again only where its trace has grown: windows and questions ask for them often. */
import type { TransportState } from '../transport/transport';
import type { Carried } from './carried';
import { StreamRows } from './stream-rows';
import { StreamTable } from './stream-table';

const kept = new WeakMap<TransportState, { readonly events: number; readonly rows: StreamRows }>();

export function streamRowsOf(state: TransportState): StreamRows {
  const events = state.events.length;
  const known = kept.get(state);
  if (known?.events === events) return known.rows;
  const rows = new StreamRows(new StreamTable(state));
  kept.set(state, { events, rows });
  return rows;
}

/** Events of each trace when its streams were asked for last without rows. */
const asked = new WeakMap<TransportState, number>();

/**
 * What sums windows faster than frame by frame. Null for the first question since the trace has grown, unless its rows are there:
 * while a trace is read, no rows are made for one window only.
 */
export function windowSums(state: TransportState): Carried | null {
  const events = state.events.length;
  const isWorth = kept.get(state)?.events === events || asked.get(state) === events;
  asked.set(state, events);
  return isWorth ? streamRowsOf(state).carried : null;
}
