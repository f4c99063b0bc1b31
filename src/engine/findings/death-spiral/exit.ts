/**
 * How a death spiral ends (congestion.md §4): the lead was used up, a round trip left bytes in flight while time went
 * on, the trace ended first, or something else. With bytes in flight the boundary stands still, but the window stays
 * flat until time has passed the boundary: these last cycles belong to the spiral.
 *
 *   in flight  ▁█▁█▁█▁█▁█▁█▁▅█▅█▅█▅█▅█
 *   cwnd       ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▂
 *   drains     ├──────────┤ last cycles ┤
 */
import type { TransportState } from '../../sender/transport/transport';
import { lengthOf } from '../measures/intervals';
import { scanCycles } from '../measures/send-cycles';
import type { Cause } from './cause';
import { holdsThroughout } from './evidence';
import { cycleUs, type Judgeable, type Measured, measure } from './measure';
import { DEATH_SPIRAL as T } from './thresholds';

/** The window grows, or the trace ends, within this many cycles of the last one: else nothing is known of the end. */
const END_CYCLES = 4;
/** One of so many last cycles must have left bytes in flight: the ACK of what it left is one or two cycles later. */
const UNDRAINED_CYCLES = 3;

export type SpiralExit = 'lead-used-up' | 'not-drained' | 'trace-ended' | 'unknown';

export const EXIT_WORDS: { readonly [exit in SpiralExit]: string } = {
  'lead-used-up': 'it ended when ACKs counted again (time had passed the recovery boundary, lead used up)',
  'not-drained': 'it ended when a round trip left bytes in flight (pipe not drained)',
  'trace-ended': 'the trace ends in it',
  unknown: 'how it ended is not known',
};

/**
 * Derived from the last cycles and the exit predicted by the rebuilt boundary. A cycle that left bytes in flight, or sent a probe
 * while they were, comes first: with it the boundary stands still while time goes on, so that it is passed near its prediction as
 * well.
 * @param cause of the same interval; its prediction is used only if `known`.
 */
export function exitOf(state: TransportState, m: Measured, cause: Cause): SpiralExit {
  const oneCycleUs = cycleUs(m);
  const { span } = m;
  if (span.endUs - m.endUs > END_CYCLES * oneCycleUs) return 'unknown';
  if (span.open) return 'trace-ended';
  // A loss may also end the span: then the window does not grow.
  if (!(state.series.congestionWindow.valueAt(span.endUs) > m.cwndBytes)) return 'unknown';
  // From a cycle on the same ones follow as from the first one on.
  const fromUs = m.scan.cycles.at(-UNDRAINED_CYCLES)?.startUs ?? m.startUs;
  const last = scanCycles(state, fromUs, span.endUs).cycles.slice(-UNDRAINED_CYCLES);
  const [first] = last;
  const isProbed =
    first !== undefined && state.ptos.timesUs.some((us) => us > first.startUs && us <= span.endUs);
  if (isProbed || last.some((cycle) => cycle.minInFlightBytes > 0)) return 'not-drained';
  const missedUs = Math.abs(cause.predictedExitUs - span.endUs);
  return cause.isKnown && missedUs <= T.exitCycles * oneCycleUs ? 'lead-used-up' : 'unknown';
}

/**
 * The spiral with the cycles after it to the end of its flat span, if they left bytes in flight and all other
 * conditions hold for both together; else the spiral alone. They must be the shorter part: a window that stays flat
 * without draining is another finding.
 * @param m the last stretch of its span.
 */
export function untilGrowth(trace: Judgeable, m: Measured): Measured {
  const { state } = trace;
  const { span, startUs } = m;
  const later = scanCycles(state, m.endUs, span.endUs).cycles;
  const last = later.at(-1);
  if (last === undefined || span.endUs - last.endUs > END_CYCLES * cycleUs(m)) return m;
  if (!later.some(({ minInFlightBytes }) => minInFlightBytes > 0)) return m;
  if (span.endUs - m.endUs >= lengthOf(m)) return m;
  const scan = scanCycles(state, startUs, span.endUs);
  const whole = measure(trace, span, scan, { startUs, endUs: span.endUs }, m.endUs);
  return holdsThroughout(whole) ? whole : m;
}
