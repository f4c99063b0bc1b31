/**
 * Spans whose records are missing from the log: what a rule says of them is no measurement, and its silence no acquittal.
 */
import { instant, percent } from '../../base/text/figures';
import { missingReceived } from '../../sender/transport/missing-packets';
import type { Interval } from '../measures/intervals';
import { rttAt } from '../measures/round-trips';
import type { DetectInput } from '../rule/rule-input';

/** Of the packets sent: from there on, shares, reductions and losses of a span come out wrong. */
const MOST_MISSING = 0.02;

/** That a packet was received shows at the next ACK only: where more are missing of the whole log, each interval among them lacks some. */
function lackingWords({ missing, state }: DetectInput, { startUs, endUs }: Interval): string | null {
  const words = (share: number, which: string, by: string): string | null =>
    share > MOST_MISSING
      ? `${percent(share)} of the packets ${which} from ${instant(startUs)} to ${instant(endUs)} are not in the log, by ${by}`
      : null;
  const received = missingReceived(state);
  const { extent, all } = received;
  const isAmong = extent !== null && extent.startUs < endUs && extent.endUs > startUs;
  const share = Math.max(received.within(startUs, endUs).share, isAmong ? all.share : 0);
  return (
    words(missing.within(startUs, endUs).share, 'sent', 'their numbers') ??
    words(share, 'received', 'the ACKs of this end')
  );
}

/**
 * Why an interval is not judged, as part of a sentence; null if its records are complete enough. What happens in it also
 * follows from the round trip before.
 */
export function whyLacking(input: DetectInput, { startUs, endUs }: Interval): string | null {
  const { state } = input;
  const beforeUs = rttAt(state, startUs) || 0;
  return lackingWords(input, { startUs: Math.max(state.firstUs, startUs - beforeUs), endUs });
}

/** The same of the whole trace, named by the span in which packets are missing. */
export function whyTraceLacking(input: DetectInput): string | null {
  const { missing, state } = input;
  const { firstUs, lastUs } = state;
  if (missing.extent !== null && missing.within(firstUs, lastUs).share > MOST_MISSING)
    return lackingWords(input, missing.extent);
  const received = missingReceived(state);
  return received.extent !== null && received.all.share > MOST_MISSING
    ? lackingWords(input, received.extent)
    : null;
}
