/** Whether the window leaves room for another packet. */
import type { TransportState } from '../../sender/transport/transport';

/** By the packets, where a flight that is logged now and then is an older one. */
export function isWindowFull(state: TransportState, timeUs: number): boolean {
  const { flightFromPackets, rebuilt, series, datagramBytes } = state;
  const flight = flightFromPackets.valueAt(timeUs) - (rebuilt.flightDrift.valueAt(timeUs) || 0);
  return flight + datagramBytes > series.congestionWindow.valueAt(timeUs);
}
