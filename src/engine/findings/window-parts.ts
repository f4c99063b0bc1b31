/**
 * What the rules about the window share: the RTT in force, round trips with and without new ACKs, what a death spiral
 * already covers, and rows of evidence.
 *
 * What this leaves to others: what is measured and when it is wrong, which is each rule's own.
 */

import { lowerBound, upperBound } from '../columns/growable';
import type { Series } from '../columns/series';
import type { TransportState } from '../transport/transport';
import type { Evidence } from './detector';
import type { DetectInput } from './input';
import { WINDOW } from './rules/thresholds-window';
import { whyNotJudged } from './sender-view';

export interface Interval {
  readonly startUs: number;
  readonly endUs: number;
}

/** Loss recovery as the stacks that log states name it. */
export const RECOVERY = /^recovery$/i;

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

/** Why a rule about windows over round trips cannot be applied; null when it can. */
export function whyNoWindow(input: DetectInput): string | null {
  const lacking = whyNotJudged(input);
  if (lacking !== null) return lacking;
  return smoothedRtt(input.state).length === 0 ? 'no RTT is logged, and none follows from its packets' : null;
}

/** The interval cut into round trips: how many, and the share in which something new was acknowledged. */
export function roundTripsIn(
  state: TransportState,
  { startUs, endUs }: Interval,
): { readonly count: number; readonly ackedShare: number } {
  const { ackedTotal } = state.series;
  const shortestUs = (endUs - startUs) / WINDOW.maxRoundTrips;
  let count = 0;
  let acked = 0;
  for (let fromUs = startUs; fromUs < endUs; ) {
    const toUs = fromUs + Math.max(shortestUs, rttAt(state, fromUs));
    // The round trip that the end cuts short proves nothing.
    if (!(toUs <= endUs)) break;
    count++;
    if (ackedBetween(ackedTotal, fromUs, toUs) > 0) acked++;
    fromUs = toUs;
  }
  return { count, ackedShare: acked / Math.max(1, count) };
}

/** How much a running total rose in (fromUs, toUs]. */
export function ackedBetween(total: Series, fromUs: number, toUs: number): number {
  return (total.valueAt(toUs) || 0) - (total.valueAt(fromUs) || 0);
}

/** Largest value that a step series holds anywhere in [fromUs, toUs]; NaN before its first point. */
export function highestIn(series: Series, fromUs: number, toUs: number): number {
  const { entry, values } = series.query({ fromUs, columnUs: toUs - fromUs + 1, columns: 1 });
  const [, , inside = Number.NaN] = values;
  return Number.isNaN(inside) ? entry : Math.max(inside, Number.isNaN(entry) ? inside : entry);
}

/** Smallest value, likewise. */
export function lowestIn(series: Series, fromUs: number, toUs: number): number {
  const { entry, values } = series.query({ fromUs, columnUs: toUs - fromUs + 1, columns: 1 });
  const [, inside = Number.NaN] = values;
  return Number.isNaN(inside) ? entry : Math.min(inside, Number.isNaN(entry) ? inside : entry);
}

/** Is there an instant in [fromUs, toUs]? */
export function anyWithin(timesUs: Float64Array, fromUs: number, toUs: number): boolean {
  return upperBound(timesUs, toUs) > lowerBound(timesUs, fromUs);
}

/** Share of an interval in states whose names fit. */
export function stateShare(
  { states }: TransportState,
  pattern: RegExp,
  { startUs, endUs }: Interval,
): number {
  return states.names
    .filter((name) => pattern.test(name))
    .reduce((sum, name) => sum + states.shareOf(name, startUs, endUs), 0);
}

/** Intervals that the death spiral already speaks of, whatever its severity. */
export function spiralsIn({ found }: DetectInput): readonly Interval[] {
  return found.filter(({ id }) => id === 'death-spiral');
}

/** Is more than half of the interval inside one of the others? */
export function isCovered({ startUs, endUs }: Interval, others: readonly Interval[]): boolean {
  return others.some((other) => {
    const common = Math.min(endUs, other.endUs) - Math.max(startUs, other.startUs);
    return common > (endUs - startUs) / 2;
  });
}

/** A row of evidence. */
export function row(
  id: string,
  name: string,
  [value, unit]: readonly [number, Evidence['unit']],
  threshold: string,
  holds: boolean,
  panel: string | null,
): Evidence {
  return { id, name, value, unit, threshold, holds, needed: true, panel };
}

/** `; 3 such spans, this is the longest`; nothing for one. */
export function amongSuch(count: number, noun: string, which: string): string {
  return count > 1 ? `; the ${which} of ${count} such ${noun}` : '';
}
