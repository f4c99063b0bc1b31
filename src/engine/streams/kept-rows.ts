/** The rows of a connection's streams, made again only where its trace has grown: windows and questions ask for them often. */
import type { TransportState } from '../transport/transport';
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
