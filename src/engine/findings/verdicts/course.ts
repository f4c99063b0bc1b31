/**
 * What happened around a finding, for people who ask what users saw and what set it off: how much arrived while it held and
 * before, how fast the path has been, how long nothing arrived, the last loss and the last reduction of the window
 * before it. Figures only; `sharing/report` says them in words.
 */
import { lowerBound, upperBound } from '../../base/columns/growable';
import type { Series } from '../../base/columns/series';
import type { TransportState } from '../../sender/transport/transport';
import type { Course, Finding } from '../finding/finding';
import { DataWaits } from '../measures/data-waits';
import { arrivalsOf, ratesOutside } from '../measures/highest-rate';
import { WindowCuts } from '../measures/window-cuts';
import type { DetectInput } from '../rule/rule-input';

/** Longest time in an interval in which nothing arrived, µs. */
function longestWait({ timesUs }: Series, startUs: number, endUs: number): number {
  const within = timesUs.slice(lowerBound(timesUs, startUs), upperBound(timesUs, endUs));
  let longest = 0;
  let lastUs = startUs;
  for (const timeUs of within) {
    longest = Math.max(longest, timeUs - lastUs);
    lastUs = timeUs;
  }
  return Math.max(longest, endUs - lastUs);
}

/** Packets lost after the start of an interval, up to its end; NaN where the trace does not show losses. */
function lostIn({ losses }: TransportState, startUs: number, endUs: number): number {
  if (!losses.isKnown) return Number.NaN;
  const { timesUs, packets } = losses;
  const within = packets.subarray(upperBound(timesUs, startUs), upperBound(timesUs, endUs));
  return within.reduce((sum, lost) => sum + lost, 0);
}

function lastLossBefore({ losses }: TransportState, timeUs: number): number {
  const { timesUs } = losses;
  return timesUs[upperBound(timesUs, timeUs) - 1] ?? Number.NaN;
}

/** The last point at which the window fell, at or before a time. */
function lastReductionBefore(
  cuts: WindowCuts,
  timeUs: number,
): Pick<Course, 'reducedUs' | 'reducedFromBytes' | 'reducedToBytes'> {
  const cut = cuts.lastBefore(timeUs);
  return {
    reducedUs: cut?.timeUs ?? Number.NaN,
    reducedFromBytes: cut?.beforeBytes ?? Number.NaN,
    reducedToBytes: cut?.afterBytes ?? Number.NaN,
  };
}

/** @param rate the highest outside of the finding, bytes per second. */
export function courseOf(
  state: TransportState,
  { startUs, endUs }: Finding,
  rate: number,
  cuts = new WindowCuts(state.series.congestionWindow),
  waits = new DataWaits(state),
): Course {
  const arrivals = arrivalsOf(state);
  const isKnown = arrivals.length > 0;
  const arrivedBy = (timeUs: number): number => (isKnown ? arrivals.valueAt(timeUs) || 0 : Number.NaN);
  const beforeUs = Math.min(endUs - startUs, startUs - state.firstUs);
  const isWaiting = state.side !== 'sender' || waits.within({ startUs, endUs }) !== false;
  const longestUs = isWaiting ? longestWait(arrivals, startUs, endUs) : 0;
  return {
    arrivedBytes: arrivedBy(endUs) - arrivedBy(startUs),
    beforeUs,
    beforeBytes: arrivedBy(startUs) - arrivedBy(startUs - beforeUs),
    highestRate: isKnown ? rate : Number.NaN,
    longestWaitUs: isKnown ? longestUs : Number.NaN,
    lostPackets: lostIn(state, startUs, endUs),
    lastLossUs: lastLossBefore(state, startUs),
    ...lastReductionBefore(cuts, startUs),
  };
}

export function withCourses(findings: readonly Finding[], input: DetectInput): readonly Finding[] {
  if (findings.every(({ severity }) => severity === 'info')) return findings;
  const { state, dataWaits } = input;
  const rates = ratesOutside(state, findings);
  const cuts = new WindowCuts(state.series.congestionWindow);
  return findings.map((one, i) =>
    one.severity === 'info' ? one : { ...one, course: courseOf(state, one, rates[i] * 1e6, cuts, dataWaits) },
  );
}
