/**
 * Measurements of one stretch of a flat window, and the choice of stretches: the figures of the death spiral's
 * evidence.
 *
 * Not here: their thresholds (evidence.ts).
 */
import { medianOf } from '../../base/columns/median';
import type { TransportState } from '../../sender/transport/transport';
import { type FlatSpan, mayBePlateau, newRenoGrowthPackets } from '../measures/flat-window';
import { type Interval, lengthOf, totalLength, without } from '../measures/intervals';
import { medianRtt, type RoundTrips, roundTripsIn, rttAt, rttsInOrder } from '../measures/round-trips';
import { type Cycle, type CycleScan, scanCycles } from '../measures/send-cycles';
import { type RecoveryView, recoveryView } from './recovery';

/** e: the next burst follows the ACK within this share of the RTT. */
const HUNGRY_RTT_FRACTION = 1 / 4;

/** A trace, and the stops of its hosts. */
export interface Judgeable {
  readonly state: TransportState;
  readonly stalls: { readonly hosts: readonly Interval[] };
}

/** One stretch of a flat span, measured. Shares are 0 to 1. */
export interface Measured extends Interval {
  readonly span: FlatSpan;
  readonly scan: CycleScan;
  readonly cwndBytes: number;
  readonly datagramBytes: number;
  /** Median smoothed RTT of the interval, µs. */
  readonly rttUs: number;
  /** Round trips in the interval, each as long as the current smoothed RTT. */
  readonly roundTrips: number;
  /** Time in which a host stopped, which neither sends nor acknowledges, µs; round trips in the rest. */
  readonly stoppedUs: number;
  readonly goingRoundTrips: number;
  readonly usedShare: number;
  readonly unblockedShare: number;
  /** Of the latter. */
  readonly ackedRttShare: number;
  /** Of the cycles before the last ones, in which bytes stay in flight. */
  readonly drainedShare: number;
  /** Those last ones; none if the spiral drains to its end. */
  readonly last: readonly Cycle[];
  readonly hungryShare: number;
  readonly overduePackets: number;
  readonly plateauPossible: boolean;
  readonly recovery: RecoveryView;
}

/** The burst leaves no space for another datagram. */
export function fillsWindow(cycle: Cycle, cwndBytes: number, datagramBytes: number): boolean {
  return cycle.maxInFlightBytes + datagramBytes > cwndBytes;
}

/** Data was waiting: the next burst follows the ACK at once, and does not answer a request received with it. */
export function isHungry(
  state: TransportState,
  cycle: Cycle,
  rttUs: number = rttAt(state, cycle.startUs),
): boolean {
  return !cycle.requested && cycle.gapUs < rttUs * HUNGRY_RTT_FRACTION;
}

/** Which round trips count, where a host stopped: words after them. */
export function outsideStops({ stoppedUs }: Measured): string {
  return stoppedUs > 0 ? ' outside of stops of a host' : '';
}

/** Medians that were asked for. */
const cycleLengths = new WeakMap<CycleScan, number>();

/** Median length of the send cycles, µs; the RTT without any. */
export function cycleUs({ scan, rttUs }: Measured): number {
  if (scan.cycles.length === 0) return rttUs;
  const medianUs = cycleLengths.get(scan) ?? medianOf(Float64Array.from(scan.cycles, lengthOf));
  cycleLengths.set(scan, medianUs);
  return medianUs;
}

/**
 * Measures an interval of a flat span; `scan` holds the cycles of that interval.
 * @param drainsUntilUs cycles from here on count for everything but the drained share.
 */
export function measure(
  { state, stalls }: Judgeable,
  span: FlatSpan,
  scan: CycleScan,
  interval: Interval,
  drainsUntilUs: number = interval.endUs,
): Measured {
  const draining = scan.cycles.filter((cycle) => cycle.startUs < drainsUntilUs);
  const { startUs, endUs } = interval;
  const going = without([interval], stalls.hosts);
  const stoppedUs = endUs - startUs - totalLength(going);
  const all = roundTripsIn(state, interval, 'start');
  const trips = stoppedUs > 0 ? roundTripsOf(state, going) : all;
  const rttUs = medianRtt(state, interval);
  const rttsUs = rttsInOrder(state, startUs);
  const { datagramBytes } = state;
  return {
    startUs,
    endUs,
    span,
    scan,
    cwndBytes: span.cwndBytes,
    datagramBytes,
    rttUs,
    stoppedUs,
    roundTrips: all.count,
    goingRoundTrips: trips.count,
    unblockedShare: share(scan.cycles, (cycle) => !cycle.blocked),
    usedShare: share(scan.cycles, (cycle) => fillsWindow(cycle, span.cwndBytes, datagramBytes)),
    ackedRttShare: trips.ackedShare,
    last: scan.cycles.slice(draining.length),
    drainedShare: share(draining, (cycle) => cycle.minInFlightBytes < datagramBytes),
    hungryShare: share(scan.cycles, (cycle) => isHungry(state, cycle, rttsUs(cycle.startUs))),
    overduePackets: newRenoGrowthPackets(scan.acks, span.cwndBytes, datagramBytes),
    plateauPossible: mayBePlateau(state, span, endUs - startUs),
    recovery: recoveryView(state.states, interval, rttUs, scan.cycles.length),
  };
}

export function measureSpan(trace: Judgeable, span: FlatSpan): Measured {
  return measure(trace, span, scanCycles(trace.state, span.startUs, span.endUs), span);
}

function roundTripsOf(state: TransportState, intervals: readonly Interval[]): Omit<RoundTrips, 'lasts'> {
  const trips = intervals.map((interval) => roundTripsIn(state, interval, 'start'));
  const all = trips.reduce((sum, { count }) => sum + count, 0);
  const acked = trips.reduce((sum, { count, ackedShare }) => sum + ackedShare * count, 0);
  return { count: all, ackedShare: acked / Math.max(1, all) };
}

function share(cycles: readonly Cycle[], holds: (cycle: Cycle) => boolean): number {
  let holding = 0;
  for (const cycle of cycles) if (holds(cycle)) holding++;
  return cycles.length === 0 ? 0 : holding / cycles.length;
}
