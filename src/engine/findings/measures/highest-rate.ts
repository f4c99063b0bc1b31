/**
 * The highest rate at which data arrived over one round trip, from the ACKs (or packets) that tell it.
 *
 * What the first of several ACKs acknowledges was delivered before it, and is not counted: over 15 ms that take in three ACKs
 * of two flights, only the later two are what those 15 ms delivered. So of two ways the larger: what the ACKs within a round
 * trip bring after the first of them, over the round trip; and what came since the last ACK before it, over the time since then.
 */
import { lowerBound, upperBound } from '../../base/columns/growable';
import type { Series } from '../../base/columns/series';
import type { TransportState } from '../../sender/transport/transport';
import type { Interval } from './intervals';
import { rttsInOrder, smoothedRtt } from './round-trips';

/** Calls `visit` with each rate, bytes per µs, and the time over which it is taken; both ends ascend. */
function eachRate(
  { timesUs, values }: Series,
  rttAt: (timeUs: number) => number,
  visit: (rate: number, fromUs: number, toUs: number) => void,
): void {
  const [times, totals] = [timesUs.reader(), values.reader()];
  // The first of the round trip, and the one before it, follow some points after.
  const [begins, before] = [timesUs.reader(), values.reader()];
  let first = 0;
  for (let i = 1; i < times.length; i++) {
    const nowUs = times.at(i);
    const rttUs = rttAt(nowUs);
    if (!(rttUs > 0)) continue;
    while (begins.at(first) <= nowUs - rttUs) first++;
    const now = totals.at(i);
    const within = (now - before.at(first)) / rttUs;
    const sinceUs = first === 0 ? Number.NaN : nowUs - begins.at(first - 1);
    const since = (now - before.at(first - 1)) / sinceUs;
    visit(since > within ? since : within, begins.at(first), nowUs);
  }
}

/**
 * The highest rate outside of each of the intervals: of round trips that end before it or begin after it. One pass for all.
 * @param total what had arrived, a running total. @param rttAt round trip at a time, µs; NaN or 0 where none is known. It is
 * asked in order of time.
 * @returns bytes per µs, parallel to the intervals; 0 for none.
 */
export function highestRatesOutside(
  total: Series,
  rttAt: (timeUs: number) => number,
  intervals: readonly Interval[],
): readonly number[] {
  const starts = Float64Array.from(intervals, ({ startUs }) => startUs).sort();
  const ends = Float64Array.from(intervals, ({ endUs }) => endUs).sort();
  /** Highest rate by how many starts the round trip ends at or after, and by how many ends it begins after. */
  const behindStarts = new Float64Array(starts.length + 1);
  const behindEnds = new Float64Array(ends.length + 1);
  let started = 0;
  let ended = 0;
  eachRate(total, rttAt, (rate, fromUs, toUs) => {
    while (starts[started] <= toUs) started++;
    while (ends[ended] < fromUs) ended++;
    if (rate > behindStarts[started]) behindStarts[started] = rate;
    if (rate > behindEnds[ended]) behindEnds[ended] = rate;
  });
  for (let i = 1; i <= starts.length; i++) behindStarts[i] = Math.max(behindStarts[i - 1], behindStarts[i]);
  for (let i = ends.length; i > 0; i--) behindEnds[i - 1] = Math.max(behindEnds[i - 1], behindEnds[i]);
  return intervals.map(({ startUs, endUs }) =>
    Math.max(behindStarts[lowerBound(starts, startUs)], behindEnds[upperBound(ends, endUs)]),
  );
}

/** What arrived, as a running total: payload where it is known, else bytes; of a log that receives what it received. */
export function arrivalsOf({ side, rebuilt, series }: TransportState): Series {
  if (side === 'receiver') return series.receivedTotal;
  return rebuilt.goodputTotal.length > 0 ? rebuilt.goodputTotal : series.ackedTotal;
}

/**
 * Highest rate at which data arrived over one round trip outside of each interval, bytes per µs; NaN where no RTT is known.
 * The path carried that much once. Page one of a report says it.
 */
export function ratesOutside(state: TransportState, intervals: readonly Interval[]): readonly number[] {
  if (smoothedRtt(state).length === 0) return intervals.map(() => Number.NaN);
  return highestRatesOutside(arrivalsOf(state), rttsInOrder(state), intervals);
}
