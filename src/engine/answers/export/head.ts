/**
 * What held when an export begins, as the log itself said it last: metrics and the congestion state are logged only when
 * they change, so that an export without them would begin with nothing. The last records of each are read again and
 * written as events at the beginning, marked `carried_forward`. Packets that were in flight are not carried: what is
 * rebuilt from packets begins anew, as in any log that was switched on late.
 */
import { EventKind } from '../../../qlog-schema';
import { lowerBound, upperBound } from '../../columns/growable';
import type { TransportState } from '../../transport/transport';
import type { Written } from './record-writer';
import type { ExportedEvent } from './write-event';

/** Records of metrics read again for fields that no series holds (pto_count, pacing_rate). */
const LAST_METRICS = 64;
/** Sets of transport parameters: one of each side, and again after a change. */
const LAST_PARAMETERS = 4;
/** Rows looked at behind the last of a kind: beyond it the log is one that says this hardly ever. */
const MAX_LOOK_BACK = 2_000_000;

/** Rows before `firstRow` that say what holds there, ascending. */
export function headRows(state: TransportState, firstRow: number): readonly number[] {
  const rows = new Set([
    ...lastOf(state, firstRow, EventKind.metricsUpdated, LAST_METRICS),
    ...lastOf(state, firstRow, EventKind.congestionStateUpdated, 1),
    ...lastOf(state, firstRow, EventKind.parametersSet, LAST_PARAMETERS),
    ...lastSet(state, firstRow),
  ]);
  return [...rows].sort((a, b) => a - b);
}

function lastOf({ events }: TransportState, firstRow: number, kind: number, most: number): readonly number[] {
  const kinds = events.kind.view();
  const found: number[] = [];
  const end = Math.max(0, firstRow - MAX_LOOK_BACK);
  for (let row = firstRow - 1; row >= end && found.length < most; row--)
    if (kinds[row] === kind) found.push(row);
  return found;
}

/** Rows that set each logged metric last, however long ago. */
function lastSet({ events, series }: TransportState, firstRow: number): readonly number[] {
  const times = events.timeUs.view();
  const kinds = events.kind.view();
  const fromUs = times[firstRow] ?? Number.POSITIVE_INFINITY;
  const logged = [
    series.congestionWindow,
    series.bytesInFlight,
    series.ssthresh,
    series.minRtt,
    series.smoothedRtt,
    series.latestRtt,
  ];
  return logged.flatMap(({ timesUs }) => {
    const atUs = timesUs[lowerBound(timesUs, fromUs) - 1];
    if (atUs === undefined) return [];
    const rows: number[] = [];
    const end = Math.min(firstRow, upperBound(times, atUs));
    for (let row = lowerBound(times, atUs); row < end; row++) {
      if (kinds[row] === EventKind.metricsUpdated) rows.push(row);
    }
    return rows.slice(-LAST_METRICS);
  });
}

/** One event of the head as it was logged. */
export interface Before {
  readonly kind: number;
  readonly event: ExportedEvent;
}

/** The events to write at the beginning of an export: metrics as one, with the newest value of each. */
export function headEvents(before: readonly Before[]): readonly ExportedEvent[] {
  const of = (kind: number): readonly ExportedEvent[] =>
    before.filter((item) => item.kind === kind).map(({ event }) => event);
  const metrics = of(EventKind.metricsUpdated);
  const [lastMetrics] = metrics.slice(-1);
  const [lastState] = of(EventKind.congestionStateUpdated).slice(-1);
  const carried: ExportedEvent[] = [...of(EventKind.parametersSet)];
  if (lastMetrics !== undefined) {
    const data: Written = Object.assign({}, ...metrics.map((event) => event.data));
    // A reader takes a count above 0 for timeouts that happen there.
    if (data.pto_count !== 0) delete data.pto_count;
    carried.push({ name: lastMetrics.name, data });
  }
  if (lastState !== undefined) carried.push({ name: lastState.name, data: { new: lastState.data.new } });
  return carried.map(({ name, data }) => ({ name, data: { ...data, carried_forward: true } }));
}
