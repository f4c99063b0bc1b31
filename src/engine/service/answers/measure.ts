/**
 * Answers `measure`: exact figures between two times, computed from the events, not from pixel columns. A figure
 * without any events in the trace is NaN, not 0.
 */
import { EventKind } from '../../../qlog-schema';
import { lowerBound, upperBound } from '../../base/columns/growable';
import type { Measured, MeasureRequest } from '../../reading/contract/parts';
import type { EventColumns, TransportState } from '../../sender/transport/transport';
import type { Handler } from './handler';

interface Sums {
  sentBytes: number;
  ackedBytes: number;
  receivedBytes: number;
  packetsSent: number;
}

export const handler: Handler<'measure'> = (file, request) =>
  measure(file.connection(request.connection).connection.state, request);

/** @returns what happened in [fromUs, toUs] of the request, in either order. Costs O(events inside). */
export function measure(state: TransportState, request: Pick<MeasureRequest, 'fromUs' | 'toUs'>): Measured {
  const fromUs = Math.min(request.fromUs, request.toUs);
  const toUs = Math.max(request.fromUs, request.toUs);
  const { series, losses, ledger } = state;
  const sums = sumsOf(state.events, fromUs, toUs);
  const { rttUs, rttOrigin } = roundTripOf(state, fromUs, toUs);
  return {
    fromUs,
    toUs,
    // If the whole trace has no size, no ACK, or no packet, a sum of 0 would be wrong.
    sentBytes: state.sentBytes > 0 ? sums.sentBytes : Number.NaN,
    ackedBytes: state.ackedBytes > 0 ? sums.ackedBytes : Number.NaN,
    receivedBytes: state.receivedBytes > 0 ? sums.receivedBytes : Number.NaN,
    packetsSent: ledger.sentPackets > 0 ? sums.packetsSent : Number.NaN,
    packetsLost: losses.isKnown ? lossesWithin(state, fromUs, toUs) : Number.NaN,
    transitions: transitionsWithin(state, fromUs, toUs),
    ptos: ptosWithin(state, fromUs, toUs),
    ptoMethod: state.ptos.method,
    rttUs,
    rttOrigin,
    roundTrips: (toUs - fromUs) / rttUs,
    cwndFromBytes: series.congestionWindow.valueAt(fromUs),
    cwndToBytes: series.congestionWindow.valueAt(toUs),
  };
}

function sumsOf(events: EventColumns, fromUs: number, toUs: number): Sums {
  const sums: Sums = { sentBytes: 0, ackedBytes: 0, receivedBytes: 0, packetsSent: 0 };
  const times = events.timeUs.reader();
  const kinds = events.kind.reader();
  const sizes = events.sizeBytes.reader();
  const acked = events.ackedBytes.reader();
  const last = upperBound(times, toUs);
  for (let i = lowerBound(times, fromUs); i < last; i++) {
    sums.ackedBytes += acked.at(i);
    if (kinds.at(i) === EventKind.packetReceived) sums.receivedBytes += sizes.at(i);
    if (kinds.at(i) !== EventKind.packetSent) continue;
    sums.sentBytes += sizes.at(i);
    sums.packetsSent++;
  }
  return sums;
}

/** The median of the values logged inside, else the value at the start; rebuilt if no RTT is logged at all. */
function roundTripOf(
  { series, rebuilt }: TransportState,
  fromUs: number,
  toUs: number,
): Pick<Measured, 'rttUs' | 'rttOrigin'> {
  const rttOrigin = series.smoothedRtt.length > 0 ? 'logged' : 'rebuilt';
  const smoothedRtt = rttOrigin === 'logged' ? series.smoothedRtt : rebuilt.smoothedRtt;
  return { rttUs: smoothedRtt.medianOf(fromUs, toUs) || smoothedRtt.valueAt(fromUs), rttOrigin };
}

function lossesWithin(
  { losses: { timesUs, packets } }: TransportState,
  fromUs: number,
  toUs: number,
): number {
  const within = packets.subarray(lowerBound(timesUs, fromUs), upperBound(timesUs, toUs));
  return within.reduce((sum, count) => sum + count, 0);
}

function transitionsWithin({ states }: TransportState, fromUs: number, toUs: number): number {
  if (states.length === 0) return Number.NaN;
  return countWithin(states.timesUs.subarray(1), fromUs, toUs);
}

/** The `silence` method requires logged packets. */
function ptosWithin({ ptos, ledger }: TransportState, fromUs: number, toUs: number): number {
  if (ptos.method === 'silence' && ledger.sentPackets === 0) return Number.NaN;
  return countWithin(ptos.timesUs, fromUs, toUs);
}

function countWithin(timesUs: Float64Array, fromUs: number, toUs: number): number {
  return upperBound(timesUs, toUs) - lowerBound(timesUs, fromUs);
}
