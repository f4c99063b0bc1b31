/**
 * The RTT that rules count by, and intervals cut into round trips. Each round trip is as long as the RTT in force when
 * it begins, because the RTT may change tenfold within one interval.
 */
import { lowerBound, upperBound } from '../columns/growable';
import type { Series } from '../columns/series';
import type { TransportState } from '../transport/transport';
import type { Interval } from './intervals';

/** A damaged RTT of a nanosecond must not cost a million million steps. */
const MAX_ROUND_TRIPS = 1_000_000;

/** The smoothed RTT: as logged, else as the packets give it. */
export function smoothedRtt({ series, rebuilt }: TransportState): Series {
  return series.smoothedRtt.length > 0 ? series.smoothedRtt : rebuilt.smoothedRtt;
}

/** The RTT in force at a time, µs; before the first sample that one. NaN where there is none at all. */
export function rttAt(state: TransportState, timeUs: number): number {
  const series = smoothedRtt(state);
  return series.valueAt(timeUs) || (series.values[0] ?? Number.NaN);
}

/** Median RTT of an interval, µs. */
export function medianRtt(state: TransportState, { startUs, endUs }: Interval): number {
  return smoothedRtt(state).medianOf(startUs, endUs) || rttAt(state, startUs);
}

export interface RoundTrips {
  readonly count: number;
  /** Share of them in which something new was acknowledged, 0 to 1. */
  readonly ackedShare: number;
}

/**
 * Cuts an interval into round trips. The one that the end cuts short proves nothing and counts only where it is alone.
 * @param closedAt whether an ACK in the instant between two round trips belongs to the one that begins with it
 *   (`start`), so that the ACK with which the interval begins counts, or to the one that ends with it (`end`).
 */
export function roundTripsIn(
  state: TransportState,
  { startUs, endUs }: Interval,
  closedAt: 'start' | 'end' = 'end',
): RoundTrips {
  const acksUs = state.series.ackedTotal.timesUs;
  const { timesUs, values } = smoothedRtt(state);
  const firstBehind = closedAt === 'start' ? lowerBound : upperBound;
  const behindEnd = upperBound(acksUs, endUs);
  const shortestUs = (endUs - startUs) / MAX_ROUND_TRIPS;
  let sample = upperBound(timesUs, startUs) - 1;
  let ack = firstBehind(acksUs, startUs);
  let count = 0;
  let acked = 0;
  for (let fromUs = startUs; fromUs < endUs; ) {
    // As `rttAt`, without a search for each of so many.
    while ((timesUs[sample + 1] as number) <= fromUs) sample++;
    const toUs = fromUs + Math.max(shortestUs, (values[sample] || values[0]) ?? Number.NaN);
    if (toUs > endUs && count > 0) break;
    const next = firstBehind(acksUs, toUs, ack, behindEnd);
    count++;
    if (next > ack) acked++;
    ack = next;
    fromUs = toUs;
  }
  return { count, ackedShare: acked / Math.max(1, count) };
}
