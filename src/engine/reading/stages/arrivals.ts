/**
 * What arrived, as a running total: by the best that the trace knows. A connection that carried no payload of the application, in
 * STREAM or DATAGRAM frames, has no goodput: what the handshake and control frames took is none.
 */
import { Series } from '../../base/columns/series';
import type { TransportState } from '../../sender/transport/transport';
import type { Arrived } from '../contract/outline';

export interface Arrivals {
  readonly quantity: Arrived['quantity'];
  /** Empty where nothing of the application arrived. */
  readonly series: Series;
}

const NOTHING = new Series({
  id: 'nothing-arrived',
  name: 'nothing arrived',
  unit: 'bytes',
  shape: 'step',
  origin: 'rebuilt',
});

export function arrivalsOf(state: TransportState): Arrivals {
  const { side, rebuilt, series, streams } = state;
  if (side === 'receiver')
    return { quantity: 'received', series: streams.mayReceivePayload ? series.receivedTotal : NOTHING };
  if (streams.maySendPayload && rebuilt.goodputTotal.length === 0)
    return { quantity: 'acknowledged', series: series.ackedTotal };
  return { quantity: 'goodput', series: isPayloadDelivered(state) ? rebuilt.goodputTotal : NOTHING };
}

/**
 * Payload that arrived for the first time, bytes; of a receiver all that it received, headers included. Null where none of the
 * application arrived, and where that is not known.
 */
export function goodputBytesOf(state: TransportState): number | null {
  const { quantity, series } = arrivalsOf(state);
  return state.side === 'unknown' || quantity === 'acknowledged' || series.length === 0 ? null : series.last;
}

/** Payload that was sent was acknowledged, and not that of the handshake alone. */
export function isPayloadDelivered({ streams, delivery }: TransportState): boolean {
  return streams.maySendPayload && delivery.applicationBytes > 0;
}
