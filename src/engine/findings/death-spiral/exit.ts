/**
 * How a death spiral ended (congestion.md §4): its lead was used up, a round trip left bytes in flight while time went
 * on, the trace ended first, or something else ended it. Read from what follows the last cycle and from the
 * exit that the rebuilt boundary predicts.
 */
import type { TransportState } from '../../transport/transport';
import { DEATH_SPIRAL as T } from '../thresholds';
import type { Cause } from './cause';
import { scanCycles } from './cycles';
import { cycleUs, type Measured } from './measure';

export type SpiralExit = 'lead-used-up' | 'not-drained' | 'trace-ended' | 'unknown';

/** @param cause of the same interval; its prediction counts only where it can be told. */
export function exitOf(state: TransportState, m: Measured, cause: Cause): SpiralExit {
  const oneCycleUs = cycleUs(m);
  const { span } = m;
  if (span.endUs - m.endUs > T.endCycles * oneCycleUs) return 'unknown';
  if (span.open) return 'trace-ended';
  // A loss may end the span as well: then the window does not grow.
  if (!(state.series.congestionWindow.valueAt(span.endUs) > m.cwndBytes)) return 'unknown';
  const missedUs = Math.abs(cause.predictedExitUs - span.endUs);
  if (cause.known && missedUs <= T.exitCycles * oneCycleUs) return 'lead-used-up';
  const last = scanCycles(state, m.startUs, span.endUs).cycles.slice(-T.undrainedCycles);
  return last.some((cycle) => cycle.minInFlightBytes > 0) ? 'not-drained' : 'unknown';
}
