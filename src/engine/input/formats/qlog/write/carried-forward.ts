/**
 * The events at the head of an export, which carry forward what the log said last before its range: metrics and states
 * are logged only when they change, so that an export without them would begin without values. Which rows these are read
 * from is decided by `answers/export`.
 */
import { EventKind } from '../../../../../qlog-schema';
import type { ExportedEvent } from '../../exporting';

export interface LoggedBefore {
  /** `EventKind` */
  readonly kind: number;
  readonly event: ExportedEvent;
}

export interface CarriedForward {
  readonly events: readonly ExportedEvent[];
  /** The count of PTOs logged last, 0 for none. */
  readonly ptoCount: number;
}

/** @param before in the order of the log. @returns the events, marked: metrics as one, with the newest value of each. */
export function carriedForwardEvents(before: readonly LoggedBefore[]): CarriedForward {
  const of = (kind: number): readonly ExportedEvent[] =>
    before.filter((item) => item.kind === kind).map(({ event }) => event);
  const metrics = of(EventKind.metricsUpdated);
  const [lastMetrics] = metrics.slice(-1);
  const [lastState] = of(EventKind.congestionStateUpdated).slice(-1);
  const repeated: ExportedEvent[] = [...of(EventKind.parametersSet)];
  let ptoCount = 0;
  if (lastMetrics !== undefined) {
    const data: ExportedEvent['data'] = Object.assign({}, ...metrics.map((event) => event.data));
    // A reader would take a count above 0 for timeouts at this time: the header holds it.
    ptoCount = typeof data.pto_count === 'number' ? data.pto_count : 0;
    if (ptoCount !== 0) delete data.pto_count;
    repeated.push({ ...lastMetrics, data });
  }
  if (lastState !== undefined) repeated.push({ ...lastState, data: { new: lastState.data.new } });
  const events = repeated.map((event) => ({ ...event, data: { ...event.data, carried_forward: true } }));
  return { events, ptoCount };
}
