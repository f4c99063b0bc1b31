/**
 * The RTT used by rules, and intervals divided into round trips. Each round trip is as long as the RTT at its
 * beginning, because the RTT may change tenfold within one interval.
 */
import { lowerBound, upperBound } from '../columns/growable';
import type { Series } from '../columns/series';
import type { TransportState } from '../transport/transport';
import type { Interval } from './intervals';

/** Bounds the steps for a damaged RTT of a nanosecond. */
const MAX_ROUND_TRIPS = 1_000_000;

/** The smoothed RTT: logged, else rebuilt from packets. */
export function smoothedRtt({ series, rebuilt }: TransportState): Series {
  return series.smoothedRtt.length > 0 ? series.smoothedRtt : rebuilt.smoothedRtt;
}

/** The RTT at a time, µs; before the first sample that sample. NaN if there is none. */
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
  /** Share of them with an ACK of new data, 0 to 1. */
  readonly ackedShare: number;
}

/**
 * Divides an interval into round trips. One truncated by the interval's end is no evidence and counts only if it is the
 * only one.
 * @param closedAt whether an ACK at the time between two round trips belongs to the one that begins there
 *   (`start`), so that the ACK at the interval's start counts, or to the one that ends there (`end`).
 */
export function roundTripsIn(
  state: TransportState,
  { startUs, endUs }: Interval,
  closedAt: 'start' | 'end' = 'end',
): RoundTrips {
  const acksUs = state.series.ackedTotal.timesUs;
  const { timesUs, values } = smoothedRtt(state);
  const firstAfter = closedAt === 'start' ? lowerBound : upperBound;
  const behindEnd = upperBound(acksUs, endUs);
  const shortestUs = (endUs - startUs) / MAX_ROUND_TRIPS;
  let sample = upperBound(timesUs, startUs) - 1;
  let ack = firstAfter(acksUs, startUs);
  let count = 0;
  let acked = 0;
  for (let fromUs = startUs; fromUs < endUs; ) {
    // As `rttAt`, but without a search for each.
    while ((timesUs[sample + 1] as number) <= fromUs) sample++;
    const toUs = fromUs + Math.max(shortestUs, (values[sample] || values[0]) ?? Number.NaN);
    if (toUs > endUs && count > 0) break;
    const next = firstAfter(acksUs, toUs, ack, behindEnd);
    count++;
    if (next > ack) acked++;
    ack = next;
    fromUs = toUs;
  }
  return { count, ackedShare: acked / Math.max(1, count) };
}
