/**
 * Which rows hold the values in effect at the start of an export: metrics and the congestion state are logged only when
 * they change. The last records of each are read again and written as events at the start (`qlog/write/carried-forward.ts`).
 * Packets without a fate, and what else the events do not show again, are in the header (range-state.ts).
 */
import { EventKind } from '../../../../qlog-schema';
import { lowerBound, upperBound } from '../../../base/columns/growable';
import type { TransportState } from '../../../sender/transport/transport';

/** Records of metrics read again for fields without a series (pto_count, pacing_rate). */
const LAST_METRICS = 64;
/** Sets of transport parameters: one per side, and again after a change. */
const LAST_PARAMETERS = 4;
/** Maximum rows searched backwards for a kind of event. */
const MAX_LOOK_BACK = 2_000_000;

/** Rows before `firstRow` with the values in effect there, ascending. */
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
  const kinds = events.kind.reader();
  const rows: number[] = [];
  const end = Math.max(0, firstRow - MAX_LOOK_BACK);
  for (let row = firstRow - 1; row >= end && rows.length < most; row--)
    if (kinds.at(row) === kind) rows.push(row);
  return rows;
}

/** Rows that last set each logged metric, however long ago. */
function lastSet({ events, series }: TransportState, firstRow: number): readonly number[] {
  const times = events.timeUs.reader();
  const kinds = events.kind.reader();
  const fromUs = firstRow < times.length ? times.at(firstRow) : Number.POSITIVE_INFINITY;
  const logged = [
    series.congestionWindow,
    series.bytesInFlight,
    series.ssthresh,
    series.minRtt,
    series.smoothedRtt,
    series.latestRtt,
  ];
  return logged.flatMap(({ timesUs }) => {
    const atUs = timesUs.at(lowerBound(timesUs, fromUs) - 1);
    if (atUs === undefined) return [];
    const rows: number[] = [];
    const end = Math.min(firstRow, upperBound(times, atUs));
    for (let row = lowerBound(times, atUs); row < end; row++) {
      if (kinds.at(row) === EventKind.metricsUpdated) rows.push(row);
    }
    return rows.slice(-LAST_METRICS);
  });
}
