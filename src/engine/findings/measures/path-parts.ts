/**
 * The path in time as rules use it: its parts within an interval, and its smallest RTT at a time. Of a trace that does not show its path
 * there is one part, with the smallest RTT of all of it and no rate.
 */
import type { PathInterval } from '../../sender/transport/path/path-course';
import { rttMinAt } from '../../sender/transport/path/path-levels';
import type { TransportState } from '../../sender/transport/transport';
import type { Interval } from './intervals';
import { smallestRtt } from './round-trips';

interface TracePath {
  readonly state: TransportState;
  readonly pathIntervals: readonly PathInterval[];
}

export interface PathPart extends Interval, Pick<PathInterval, 'rttMinUs' | 'rate' | 'proof'> {}

/** In order of time; together they are the interval. */
export function pathParts(
  { state, pathIntervals }: TracePath,
  { startUs, endUs }: Interval,
): readonly PathPart[] {
  const last = pathIntervals.length - 1;
  const parts = pathIntervals.flatMap(({ fromUs, toUs, rttMinUs, rate, proof }, i): readonly PathPart[] => {
    const partStartUs = i === 0 ? startUs : Math.max(startUs, fromUs);
    const partEndUs = i === last ? endUs : Math.min(endUs, toUs);
    return partStartUs < partEndUs ? [{ startUs: partStartUs, endUs: partEndUs, rttMinUs, rate, proof }] : [];
  });
  const unknown = { startUs, endUs, rttMinUs: smallestRtt(state), rate: Number.NaN, proof: null };
  return parts.length > 0 ? parts : [unknown];
}

/** The smallest RTT of the path for a packet that is sent then, µs; NaN for none. */
export function smallestRttAt({ state, pathIntervals }: TracePath, timeUs: number): number {
  return rttMinAt(pathIntervals, timeUs) || smallestRtt(state);
}

/** The longest that the path is within an interval: its smallest RTT there, µs; NaN for none. */
export function longestPathIn(path: TracePath, interval: Interval): number {
  return Math.max(...pathParts(path, interval).map(({ rttMinUs }) => rttMinUs));
}
