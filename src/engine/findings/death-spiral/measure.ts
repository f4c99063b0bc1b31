/**
 * What is measured on one stretch of a flat window, and on which stretches: the figures that the death spiral's
 * evidence is made of. Round trips are as long as the smoothed RTT in force, because it may change tenfold within
 * one flat span.
 *
 * What this leaves to others: what the figures are held against (death-spiral-evidence.ts).
 */

import { upperBound } from '../../columns/growable';
import type { TransportState } from '../../transport/transport';
import { type RecoveryView, recoveryView } from '../recovery-view';
import { DEATH_SPIRAL as T } from '../thresholds';
import { type Cycle, type CycleScan, scanCycles } from './cycles';
import type { FlatSpan } from './flat-spans';

export type RttAt = (timeUs: number) => number;

/** One stretch of a flat span, measured. Shares are 0 to 1. */
export interface Measured {
  readonly startUs: number;
  readonly endUs: number;
  readonly span: FlatSpan;
  readonly scan: CycleScan;
  readonly cwndBytes: number;
  readonly datagramBytes: number;
  /** Median smoothed RTT of the interval, µs. */
  readonly rttUs: number;
  /** Round trips in the interval, each as long as the smoothed RTT in force. */
  readonly roundTrips: number;
  readonly usedShare: number;
  readonly unblockedShare: number;
  readonly ackedRttShare: number;
  readonly drainedShare: number;
  readonly hungryShare: number;
  readonly overduePackets: number;
  readonly plateauPossible: boolean;
  readonly recovery: RecoveryView;
}

const MAX_ROUND_TRIPS = 1_000_000;

/** The smoothed RTT in force at a time. */
export function rttInForce({ series }: TransportState): RttAt {
  const { smoothedRtt } = series;
  const first = smoothedRtt.values[0] as number;
  return (timeUs) => smoothedRtt.valueAt(timeUs) || first;
}

/** The burst leaves no room for another datagram. */
export function fillsWindow(cycle: Cycle, cwndBytes: number, datagramBytes: number): boolean {
  return cycle.maxInFlightBytes + datagramBytes > cwndBytes;
}

/** Data was waiting: the next burst follows the ACK at once, and is no answer to a request that came with it. */
export function isHungry(cycle: Cycle, rttUsAt: RttAt): boolean {
  return !cycle.requested && cycle.gapUs < rttUsAt(cycle.startUs) * T.hungryRttFraction;
}

/** Median length of the send cycles, µs; the RTT where there is none. */
export function cycleUs({ scan, rttUs }: Measured): number {
  const lengths = scan.cycles.map((cycle) => cycle.endUs - cycle.startUs).sort((a, b) => a - b);
  return lengths[lengths.length >> 1] ?? rttUs;
}

/** Measures an interval of a flat span; `scan` holds the cycles of that interval. */
export function measure(
  state: TransportState,
  span: FlatSpan,
  scan: CycleScan,
  interval: { readonly startUs: number; readonly endUs: number },
): Measured {
  const { startUs, endUs } = interval;
  const rttUsAt = rttInForce(state);
  const trips = roundTrips(scan, startUs, endUs, rttUsAt);
  const rttUs = state.series.smoothedRtt.medianOf(startUs, endUs) || rttUsAt(startUs);
  const { datagramBytes } = state;
  return {
    startUs,
    endUs,
    span,
    scan,
    cwndBytes: span.cwndBytes,
    datagramBytes,
    rttUs,
    roundTrips: trips.count,
    unblockedShare: share(scan.cycles, (cycle) => !cycle.blocked),
    usedShare: share(scan.cycles, (cycle) => fillsWindow(cycle, span.cwndBytes, datagramBytes)),
    ackedRttShare: trips.ackedShare,
    drainedShare: share(scan.cycles, (cycle) => cycle.minInFlightBytes < datagramBytes),
    hungryShare: share(scan.cycles, (cycle) => isHungry(cycle, rttUsAt)),
    overduePackets: newRenoGrowthPackets(scan, span.cwndBytes, datagramBytes),
    plateauPossible: plateauPossible(state, span, endUs - startUs),
    recovery: recoveryView(state.states, startUs, endUs, rttUs, scan.cycles.length),
  };
}

/** Measures a whole flat span. */
export function measureSpan(state: TransportState, span: FlatSpan): Measured {
  return measure(state, span, scanCycles(state, span.startUs, span.endUs), span);
}

function share(cycles: readonly Cycle[], holds: (cycle: Cycle) => boolean): number {
  return cycles.length === 0 ? 0 : cycles.filter(holds).length / cycles.length;
}

/** The interval cut into round trips: how many, and the share in which something new was acknowledged. */
function roundTrips(
  scan: CycleScan,
  startUs: number,
  endUs: number,
  rttUsAt: RttAt,
): { readonly count: number; readonly ackedShare: number } {
  let count = 0;
  let filled = 0;
  let ack = 0;
  // A damaged RTT of a nanosecond must not cost a million million steps.
  const shortestUs = (endUs - startUs) / MAX_ROUND_TRIPS;
  for (let fromUs = startUs; fromUs < endUs; ) {
    const toUs = fromUs + Math.max(shortestUs, rttUsAt(fromUs));
    const before = ack;
    while (ack < scan.acks.length && (scan.acks[ack]?.timeUs as number) < toUs) ack++;
    // The round trip that the end cuts short proves nothing.
    if (toUs > endUs && count > 0) break;
    count++;
    if (ack > before) filled++;
    fromUs = toUs;
  }
  return { count, ackedShare: filled / Math.max(1, count) };
}

/** Growth in packets that congestion avoidance of NewReno shows on these ACKs (RFC 9002 §7.3.3). */
function newRenoGrowthPackets(scan: CycleScan, cwndBytes: number, datagramBytes: number): number {
  let window = cwndBytes;
  for (const ack of scan.acks) window += (datagramBytes * ack.bytes) / window;
  return (window - cwndBytes) / datagramBytes;
}

/**
 * Near its inflection point CUBIC stands still by design: W_cubic(t) = C(t − K)³ + W_max (RFC 9438 §4.2)
 * changes by less than one packet for 2·∛(1/C) = 2.7 s. That needs a window that has grown since the
 * last reduction; a spiral is flat from the reduction on.
 */
function plateauPossible(state: TransportState, span: FlatSpan, lengthUs: number): boolean {
  if (lengthUs > T.cubicPlateauUs) return false;
  const { timesUs, values } = state.series.congestionWindow;
  const index = upperBound(timesUs, span.startUs) - 1;
  return index > 0 && (values[index] as number) > (values[index - 1] as number);
}
