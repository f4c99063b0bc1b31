/**
 * The bandwidth-delay product of the path in time: what it carries times its smallest RTT, a value for each of its intervals. Where its
 * rate is not proved, it holds at least what was delivered of it in one round trip.
 */
import { Series } from '../../../base/columns/series';
import type { TransportState } from '../transport';
import type { PathInterval } from './path-course';

/** Delivery samples of the first round trips of an interval begin before it. */
const PASSED_ROUNDS = 2;

/** The highest delivery rate sample of a time, bytes per µs; 0 for none. */
function highestSample({ rebuilt }: TransportState, fromUs: number, toUs: number): number {
  if (!(fromUs < toUs)) return 0;
  const rates = [rebuilt.deliveryRate, rebuilt.deliveryRateLimited].map((samples) => {
    const [, , highest = 0] = samples.query({ fromUs, columnUs: toUs - fromUs, columns: 1 }).values;
    return highest || 0;
  });
  return Math.max(...rates) / 1e6;
}

/** Bytes; without a point where nothing is known, and for a range of a log, which does not know what the path carried before. */
export function pathBdp(state: TransportState, intervals: readonly PathInterval[]): Series {
  const bdp = new Series({ id: 'bdp', name: 'BDP', unit: 'bytes', shape: 'step', origin: 'rebuilt' });
  if (state.isRange && state.beginsMidway) return bdp;
  intervals.forEach(({ fromUs, toUs, rate, rttMinUs, proof }, i) => {
    const sinceUs = i === 0 ? fromUs : fromUs + PASSED_ROUNDS * rttMinUs;
    const least = (): number => Math.max(rate || 0, highestSample(state, sinceUs, toUs));
    const bytes = (proof === 'proved' ? rate : least()) * rttMinUs;
    if (bytes > 0 && bytes !== bdp.last) bdp.push(fromUs, bytes);
  });
  return bdp;
}
