/**
 * The RTT used by rules, and intervals divided into round trips. Each round trip is as long as the sample at its beginning,
 * because the RTT may change tenfold within one interval. The smoothed RTT is none: a sample that waited in a queue or for a PTO
 * stays in it for many round trips (RFC 9002 §5.3: it takes an eighth of each sample).
 */
import type { Numbers } from '../../base/columns/block-reader';
import { lowerBound, upperBound } from '../../base/columns/growable';
import { nextAbove, nextBound } from '../../base/columns/next-bound';
import type { Series } from '../../base/columns/series';
import { SeriesCursor } from '../../sender/congestion/series-cursor';
import type { TransportState } from '../../sender/transport/transport';
import type { Interval } from './intervals';

/** Bounds the steps for a damaged RTT of a nanosecond. */
const MAX_ROUND_TRIPS = 1_000_000;
/** So many round trips alike are passed at once. */
const WORTH_SKIPPING = 8;

/** The smoothed RTT: logged, else rebuilt from packets. */
export function smoothedRtt({ series, rebuilt }: TransportState): Series {
  return series.smoothedRtt.length > 0 ? series.smoothedRtt : rebuilt.smoothedRtt;
}

/** The smallest RTT of the trace, from packets, else as logged, µs; NaN for none. */
export function smallestRtt({ series, rebuilt }: TransportState): number {
  return rebuilt.minRtt.length > 0 ? rebuilt.smallestRttUs : series.minRtt.min;
}

/** The smallest RTT of the trace, as logged, else from packets, µs; NaN for none. */
export function smallestLoggedRtt({ series, rebuilt }: TransportState): number {
  return series.minRtt.length > 0 ? series.minRtt.min : rebuilt.smallestRttUs;
}

/** The RTT at a time, µs; before the first sample that sample. NaN if there is none. */
export function rttAt(state: TransportState, timeUs: number): number {
  const series = smoothedRtt(state);
  return series.valueAt(timeUs) || series.values.at(0);
}

/**
 * `rttAt` for times that do not descend from call to call, without a search for each.
 * @param fromUs no time is earlier.
 */
export function rttsInOrder(
  state: TransportState,
  fromUs = Number.NEGATIVE_INFINITY,
): (timeUs: number) => number {
  const series = smoothedRtt(state);
  const cursor = new SeriesCursor(series, fromUs);
  const first = series.values.at(0);
  return (timeUs) => cursor.at(timeUs) || first;
}

/** Length of the round trip that begins at a time, µs: the latest sample, or the smoothed RTT before the first. */
export function roundTripAt(state: TransportState, timeUs: number): number {
  return sampledRtt(latestRtt(state).valueAt(timeUs), rttAt(state, timeUs));
}

const sampledRtt = (latestUs: number, smoothedUs: number): number => (latestUs > 0 ? latestUs : smoothedUs);

/** RTT samples: logged, else rebuilt from packets. */
function latestRtt({ series, rebuilt }: TransportState): Series {
  return series.latestRtt.length > 0 ? series.latestRtt : rebuilt.latestRtt;
}

/** Median RTT of an interval, µs. */
export function medianRtt(state: TransportState, { startUs, endUs }: Interval): number {
  return smoothedRtt(state).medianOf(startUs, endUs) || rttAt(state, startUs);
}

export interface RoundTrips {
  readonly count: number;
  /** Share of them with an ACK of new data, 0 to 1. */
  readonly ackedShare: number;
  /** How many the interval lasts, with the part of the last one: the sum of the shares of each that lie in it. */
  readonly lasts: number;
}

/** Divides an interval into round trips; see `roundTripsWith`. */
export function roundTripsIn(
  state: TransportState,
  interval: Interval,
  closedAt: 'start' | 'end' = 'end',
): RoundTrips {
  const { count, having, lasts } = roundTripsWith(state, interval, state.series.ackedTotal.timesUs, closedAt);
  return { count, ackedShare: having / Math.max(1, count), lasts };
}

/**
 * Divides an interval into round trips, and counts those in which something happened. One truncated by the interval's end
 * is no evidence and counts only if it is the only one.
 * @param timesUs when it happened, ascending, µs.
 * @param closedAt whether what happens at the time between two round trips belongs to the one that begins there
 *   (`start`), so that it counts at the interval's start, or to the one that ends there (`end`).
 */
export function roundTripsWith(
  state: TransportState,
  { startUs, endUs }: Interval,
  timesUs: Numbers,
  closedAt: 'start' | 'end',
): { readonly count: number; readonly having: number; readonly lasts: number } {
  const { timesUs: rttTimesUs, values } = smoothedRtt(state);
  const { timesUs: latestTimesUs, values: latestValues } = latestRtt(state);
  const nextAfter = closedAt === 'start' ? nextBound : nextAbove;
  const behindEnd = upperBound(timesUs, endUs);
  const shortestUs = (endUs - startUs) / MAX_ROUND_TRIPS;
  let sample = upperBound(rttTimesUs, startUs) - 1;
  let latest = upperBound(latestTimesUs, startUs) - 1;
  let at = (closedAt === 'start' ? lowerBound : upperBound)(timesUs, startUs);
  let count = 0;
  let having = 0;
  let lasts = 0;
  // The next samples, and the RTT until then.
  let nextSampleUs = rttTimesUs.at(sample + 1);
  let nextLatestUs = latestTimesUs.at(latest + 1);
  let rttUs = sampledRtt(latestValues.at(latest), values.at(sample) || values.at(0));
  for (let fromUs = startUs; fromUs < endUs; ) {
    // As `roundTripAt`, but without a search for each.
    if (nextSampleUs <= fromUs || nextLatestUs <= fromUs) {
      while (nextSampleUs <= fromUs) nextSampleUs = rttTimesUs.at(++sample + 1);
      while (nextLatestUs <= fromUs) nextLatestUs = latestTimesUs.at(++latest + 1);
      rttUs = sampledRtt(latestValues.at(latest), values.at(sample) || values.at(0));
    }
    const lengthUs = Math.max(shortestUs, rttUs);
    // Until something happens they are all alike: a connection may be idle for a million of them.
    if (
      (endUs - fromUs) / lengthUs > WORTH_SKIPPING &&
      !(timesUs.at(at) - fromUs < WORTH_SKIPPING * lengthUs)
    ) {
      const nextUs = earlier(earlier(timesUs.at(at), earlier(nextSampleUs, nextLatestUs)), endUs);
      const alike = Math.floor((nextUs - fromUs) / lengthUs) - 2;
      if (alike >= WORTH_SKIPPING) {
        count += alike;
        lasts += alike;
        fromUs += alike * lengthUs;
        continue;
      }
    }
    const toUs = fromUs + lengthUs;
    lasts += Math.min(1, (endUs - fromUs) / lengthUs);
    if (toUs > endUs && count > 0) break;
    const next = Math.min(nextAfter(timesUs, toUs, at), behindEnd);
    count++;
    if (next > at) having++;
    at = next;
    fromUs = toUs;
  }
  return { count, having, lasts };
}

/** NaN for never. */
function earlier(a: number, b: number): number {
  return a < b || Number.isNaN(b) ? a : b;
}
