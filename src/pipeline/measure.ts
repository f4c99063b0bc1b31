/** Exact figures between two times, for the measure tool: counted from the events, not from pixel columns. */
import type { Measured, MeasureRequest } from '../protocol-parts';
import { EventKind } from '../qlog-schema';
import type { TransportState } from '../replay/transport';
import { lowerBound, upperBound } from '../series/growable';

/** @returns what happened in [fromUs, toUs] of the request, in either order. */
export function measure(state: TransportState, { seq, ...request }: MeasureRequest): Measured {
  const fromUs = Math.min(request.fromUs, request.toUs);
  const toUs = Math.max(request.fromUs, request.toUs);
  const { events, series, losses } = state;
  const sums = { sentBytes: 0, ackedBytes: 0, receivedBytes: 0, packetsSent: 0 };
  const times = events.timeUs.view();
  const last = upperBound(times, toUs);
  for (let i = lowerBound(times, fromUs); i < last; i++) {
    const kind = events.kind.at(i);
    sums.ackedBytes += events.ackedBytes.at(i);
    if (kind === EventKind.packetReceived) sums.receivedBytes += events.sizeBytes.at(i);
    if (kind !== EventKind.packetSent) continue;
    sums.sentBytes += events.sizeBytes.at(i);
    sums.packetsSent++;
  }
  const rttUs = series.smoothedRtt.medianOf(fromUs, toUs) || series.smoothedRtt.valueAt(fromUs);
  return {
    seq,
    fromUs,
    toUs,
    ...sums,
    packetsLost: losses.known ? sumWithin(losses.timesUs, losses.packets, fromUs, toUs) : Number.NaN,
    transitions: state.states.length === 0 ? Number.NaN : countWithin(state.states.timesUs, fromUs, toUs),
    ptos: countWithin(state.ptos.timesUs, fromUs, toUs),
    rttUs,
    roundTrips: (toUs - fromUs) / rttUs,
    cwndFromBytes: series.congestionWindow.valueAt(fromUs),
    cwndToBytes: series.congestionWindow.valueAt(toUs),
  };
}

function countWithin(timesUs: Float64Array, fromUs: number, toUs: number): number {
  return upperBound(timesUs, toUs) - lowerBound(timesUs, fromUs);
}

function sumWithin(timesUs: Float64Array, counts: Uint32Array, fromUs: number, toUs: number): number {
  const within = counts.subarray(lowerBound(timesUs, fromUs), upperBound(timesUs, toUs));
  return within.reduce((sum, packets) => sum + packets, 0);
}
