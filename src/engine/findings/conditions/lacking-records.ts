/**
 * Spans whose records are missing from the log: what a rule says of them is no measurement, and its silence no acquittal.
 */
import { instant, percent } from '../../base/text/figures';
import type { MissingPackets } from '../../sender/transport/missing-packets';
import type { Interval } from '../measures/intervals';
import { rttAt } from '../measures/round-trips';
import type { DetectInput } from '../rule/rule-input';

/** Of the packets sent: from there on, shares, reductions and losses of a span come out wrong. */
const MOST_MISSING = 0.02;

function lackingWords(missing: MissingPackets, { startUs, endUs }: Interval): string | null {
  const { share } = missing.within(startUs, endUs);
  return share > MOST_MISSING
    ? `${percent(share)} of the packets sent from ${instant(startUs)} to ${instant(endUs)} are not in the log, by their numbers`
    : null;
}

/**
 * Why an interval is not judged, as part of a sentence; null if its records are complete enough. What happens in it also
 * follows from the round trip before.
 */
export function whyLacking({ missing, state }: DetectInput, { startUs, endUs }: Interval): string | null {
  const beforeUs = rttAt(state, startUs) || 0;
  return lackingWords(missing, { startUs: Math.max(state.firstUs, startUs - beforeUs), endUs });
}

/** The same of the whole trace, named by the span in which packets are missing. */
export function whyTraceLacking({ missing, state }: DetectInput): string | null {
  const { extent } = missing;
  if (extent === null || missing.within(state.firstUs, state.lastUs).share <= MOST_MISSING) return null;
  return lackingWords(missing, extent);
}
