/**
 * The values in effect at the start of an export: metrics and the congestion state are logged only when
 * they change, so an export without them would start without values. The last records of each are read again and
 * written as events at the start, marked `carried_forward`. Packets in flight are not carried over: values
 * rebuilt from packets start anew, as in any log that was enabled late.
 */
import { EventKind } from '../../../qlog-schema';
import { lowerBound, upperBound } from '../../columns/growable';
import type { Written } from '../../formats/qlog/write/record-writer';
import type { ExportedEvent } from '../../formats/qlog/write/rewrite';
import type { TransportState } from '../../transport/transport';

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
  const kinds = events.kind.view();
  const found: number[] = [];
  const end = Math.max(0, firstRow - MAX_LOOK_BACK);
  for (let row = firstRow - 1; row >= end && found.length < most; row--)
    if (kinds[row] === kind) found.push(row);
  return found;
}

/** Rows that last set each logged metric, however long ago. */
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

/** One logged event for the head. */
export interface Before {
  readonly kind: number;
  readonly event: ExportedEvent;
}

/** The events to write at the start of an export: metrics as one event, with the newest value of each. */
export function headEvents(before: readonly Before[]): readonly ExportedEvent[] {
  const of = (kind: number): readonly ExportedEvent[] =>
    before.filter((item) => item.kind === kind).map(({ event }) => event);
  const metrics = of(EventKind.metricsUpdated);
  const [lastMetrics] = metrics.slice(-1);
  const [lastState] = of(EventKind.congestionStateUpdated).slice(-1);
  const carried: ExportedEvent[] = [...of(EventKind.parametersSet)];
  if (lastMetrics !== undefined) {
    const data: Written = Object.assign({}, ...metrics.map((event) => event.data));
    // A reader would take a count above 0 for timeouts at this time.
    if (data.pto_count !== 0) delete data.pto_count;
    carried.push({ name: lastMetrics.name, data });
  }
  if (lastState !== undefined) carried.push({ name: lastState.name, data: { new: lastState.data.new } });
  return carried.map(({ name, data }) => ({ name, data: { ...data, carried_forward: true } }));
}
