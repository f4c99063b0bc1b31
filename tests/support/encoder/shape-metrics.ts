/**
 * How often metrics, losses and states are written: only what changed, everything every time, one event per group
 * of metrics, losses as events or as a counter. Turns the model's events into the ones that a dialect writes; how
 * they look is the affair of `event-data.ts`.
 */
import type { FieldStyle } from './dialect.ts';
import type { Metric, MetricsEvent, MetricValues, ModelEvent, StateEvent } from './model.ts';

/** A state with its predecessor, where the dialect names it. */
interface ShapedState extends StateEvent {
  readonly old: string | null;
}

/** One more packet is lost: quiche's counter, which stands among the metrics. */
interface CounterEvent {
  readonly kind: 'counter';
  readonly timeMs: number;
  readonly total: number;
}

export type ShapedEvent = Exclude<ModelEvent, StateEvent> | ShapedState | CounterEvent;

/** neqo writes one event for each of these. */
const GROUPS: readonly (readonly Metric[])[] = [
  ['congestion_window', 'ssthresh'],
  ['min_rtt', 'smoothed_rtt', 'latest_rtt', 'rtt_variance'],
  ['bytes_in_flight'],
  ['pto_count'],
];

/** @returns the events that the dialect writes, in order; an event without a value is not written. */
export function shapeEvents(events: readonly ModelEvent[], fields: FieldStyle): readonly ShapedEvent[] {
  let held: MetricValues = {};
  let lost = 0;
  let state: string | null = null;
  return events.flatMap((event): readonly ShapedEvent[] => {
    switch (event.kind) {
      case 'metrics': {
        held = { ...held, ...event.values };
        return shapeMetrics(event, held, fields);
      }
      case 'packet_lost':
        lost++;
        return fields.lost === 'counter' ? [{ kind: 'counter', timeMs: event.timeMs, total: lost }] : [event];
      case 'state': {
        const old = fields.oldState ? state : null;
        state = event.state;
        return [{ ...event, old }];
      }
      default:
        return [event];
    }
  });
}

function shapeMetrics(event: MetricsEvent, held: MetricValues, fields: FieldStyle): readonly MetricsEvent[] {
  switch (fields.metrics) {
    case 'none':
      return [];
    case 'delta':
      return withValues(event, event.values, fields);
    case 'full':
      return withValues(event, held, fields);
    case 'split':
      return GROUPS.flatMap((group) => {
        const values = Object.entries(event.values).filter(([metric]) => group.includes(metric as Metric));
        return withValues(event, Object.fromEntries(values), fields);
      });
  }
}

function withValues(
  event: MetricsEvent,
  values: MetricValues,
  { unlimited }: FieldStyle,
): readonly MetricsEvent[] {
  const { ssthresh, ...others } = values;
  const left = unlimited === 'absent' && ssthresh === Number.POSITIVE_INFINITY ? others : values;
  return Object.keys(left).length === 0 ? [] : [{ ...event, values: left }];
}
