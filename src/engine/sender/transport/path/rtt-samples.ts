/**
 * RTT samples of a trace: one per ACK, of the newest packet that it acknowledges for the first time, less the delay for which the
 * receiver says that it held the ACK (RFC 9002 §5.3). Where packets give none, the RTTs that the stack logged.
 */
import type { Series } from '../../../base/columns/series';
import { smallestOf } from '../smallest-rtt';
import type { TransportState } from '../transport';

/** Parallel columns, ascending by the time of sending, µs. */
export interface RttSamples {
  readonly sentUs: Float64Array;
  readonly ackedUs: Float64Array;
  readonly rttUs: Float64Array;
}

export function rttSamples({ rebuilt, series, ackDelay }: TransportState): RttSamples {
  const isRebuilt = rebuilt.latestRtt.length > 0;
  const { timesUs, values } = isRebuilt ? rebuilt.latestRtt : series.latestRtt;
  const ackedUs = timesUs.slice();
  const rttUs = values.slice();
  const sentUs = new Float64Array(rttUs.length);
  for (let i = 0; i < rttUs.length; i++) sentUs[i] = ackedUs[i] - rttUs[i];
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
