/** What arrived, as a running total: by the best that the trace knows. */
import type { Series } from '../columns/series';
import type { Arrived } from '../contract/outline';
import type { TransportState } from '../transport/transport';

export interface Arrivals {
  readonly quantity: Arrived['quantity'];
  readonly series: Series;
}

export function arrivalsOf({ side, rebuilt, series }: TransportState): Arrivals {
  if (side === 'receiver') return { quantity: 'received', series: series.receivedTotal };
  return rebuilt.goodputTotal.length > 0
    ? { quantity: 'goodput', series: rebuilt.goodputTotal }
    : { quantity: 'acknowledged', series: series.ackedTotal };
}
