/**
 * The bandwidth-delay product of the path in time: what it carries, as its course has it, times its smallest RTT, a value for each
 * interval. Where the rate is "at least", so is this.
 */
import { Series } from '../../../base/columns/series';
import type { TransportState } from '../transport';
import type { PathInterval } from './path-course';

/** Bytes; without a point where nothing is known, and for a range of a log, which does not know what the path carried before. */
export function pathBdp(state: TransportState, intervals: readonly PathInterval[]): Series {
  const bdp = new Series({ id: 'bdp', name: 'BDP', unit: 'bytes', shape: 'step', origin: 'rebuilt' });
  if (state.isRange && state.beginsMidway) return bdp;
  for (const { fromUs, rate, rttMinUs } of intervals) {
    const bytes = rate * rttMinUs;
    if (bytes > 0 && bytes !== bdp.last) bdp.push(fromUs, bytes);
  }
  return bdp;
}
