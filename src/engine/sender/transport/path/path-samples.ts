/** RTT samples with what was delivered and in flight then: what the path in time is made of. */
import type { Series } from '../../../base/columns/series';
import type { TransportState } from '../transport';
import { pacerHolds } from './pacer-hold';
import { type RttSamples, rttSamples } from './rtt-samples';

/** Parallel columns, one entry per sample. */
export interface PathSamples extends RttSamples {
  /** Acknowledged up to the ACK of the sample, bytes. */
  readonly ackedBytes: Float64Array;
  /** In flight when its packet was sent, bytes. */
  readonly flightBytes: Float64Array;
  /** For how long the sender's own pacer held its packet since it was logged as sent, µs; that is in the RTT. */
  readonly heldUs: Float64Array;
}

export function pathSamples(state: TransportState): PathSamples {
  const samples = rttSamples(state);
  const acked = state.series.ackedTotal;
  const flight = state.flightFromPackets;
  return {
    ...samples,
    ackedBytes: valuesAt(acked, samples.ackedUs),
    flightBytes: valuesAt(flight, samples.sentUs),
    heldUs: pacerHolds(state, samples.sentUs),
  };
}

/** Values of a step series at times that ascend; 0 before the first. */
function valuesAt(series: Series, atUs: Float64Array): Float64Array {
  const held = new Float64Array(atUs.length);
  const [times, values] = [series.timesUs.reader(), series.values.reader()];
  let [next, value] = [0, 0];
  for (let i = 0; i < held.length; i++) {
    while (times.at(next) <= atUs[i]) value = values.at(next++);
    held[i] = value;
  }
  return held;
}
