/**
 * RTT samples of a trace: one per ACK, of the newest packet that it acknowledges for the first time, less the delay for which the
 * receiver says that it held the ACK (RFC 9002 §5.3). Where packets give none, the RTTs that the stack logged.
 */
import { upperBound } from '../../../base/columns/growable';
import type { Series } from '../../../base/columns/series';
import type { TransportState } from '../transport';

/** Parallel columns, ascending by the time of sending, µs. */
export interface RttSamples {
  readonly sentUs: Float64Array;
  readonly ackedUs: Float64Array;
  readonly rttUs: Float64Array;
}

/** A sample is one of several like it: records that are out of order make single ones that are far too small. */
const ALIKE = { share: 0.6, others: 2 } as const;
/** Of the smallest RTTs so many are looked at. */
const MOST_SINGLE = 33;

export function rttSamples({ rebuilt, series, ackDelay }: TransportState): RttSamples {
  const isRebuilt = rebuilt.latestRtt.length > 0;
  const { timesUs, values } = isRebuilt ? rebuilt.latestRtt : series.latestRtt;
  const ackedUs = timesUs.slice();
  const rttUs = values.slice();
  const sentUs = rttUs.map((us, i) => ackedUs[i] - us);
  if (isRebuilt) subtractDelays(rttUs, ackedUs, ackDelay);
  return ascending({ sentUs, ackedUs, rttUs });
}

/** A delay that leaves less than the path's smallest RTT was not in the RTT (RFC 9002 §5.3). */
function subtractDelays(rttUs: Float64Array, ackedUs: Float64Array, { timesUs, values }: Series): void {
  const leastUs = smallestOf(rttUs);
  const [delayTimesUs, delaysUs] = [timesUs.reader(), values.reader()];
  let next = 0;
  for (let i = 0; i < rttUs.length; i++) {
    while (delayTimesUs.at(next) <= ackedUs[i]) next++;
    const leftUs = rttUs[i] - delaysUs.at(next - 1);
    if (leftUs >= leastUs) rttUs[i] = leftUs;
  }
}

/** ACKs of several spaces overlap: what was sent before the sample before it is left out. */
function ascending({ sentUs, ackedUs, rttUs }: RttSamples): RttSamples {
  let length = 0;
  let lastUs = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < sentUs.length; i++) {
    if (sentUs[i] < lastUs) continue;
    lastUs = sentUs[i];
    sentUs[length] = sentUs[i];
    ackedUs[length] = ackedUs[i];
    rttUs[length++] = rttUs[i];
  }
  return {
    sentUs: sentUs.subarray(0, length),
    ackedUs: ackedUs.subarray(0, length),
    rttUs: rttUs.subarray(0, length),
  };
}

/** The smallest RTT that two others are near; of fewer than three the smallest. NaN for none. */
export function smallestOf(rttUs: Float64Array): number {
  const least: number[] = [];
  for (const us of rttUs) {
    if (least.length === MOST_SINGLE && us >= least[MOST_SINGLE - 1]) continue;
    least.splice(upperBound(least, us), 0, us);
    if (least.length > MOST_SINGLE) least.pop();
  }
  const isAlike = (us: number, i: number): boolean => least[i + ALIKE.others] * ALIKE.share <= us;
  return least.find(isAlike) ?? least[0] ?? Number.NaN;
}
