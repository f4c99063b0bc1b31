/** Whether stalls of a trace can be determined. */
import type { DetectInput } from '../rule/rule-input';
import { whyTraceLacking } from './lacking-records';
import { whyNotJudged } from './sender-view';

/** @returns what is missing, as part of a sentence; null if they can. */
export function whyNoStalls(input: DetectInput): string | null {
  const lacking = whyNotJudged(input);
  if (lacking !== null) return lacking;
  // A gap in the log looks like a stop.
  const incomplete = whyTraceLacking(input);
  if (incomplete !== null) return incomplete;
  // When a PTO was due follows from RTTs and PTOs before the log.
  if (input.beginsMidway) return 'the log begins in the middle of the connection';
  return input.state.rebuilt.smoothedRtt.length === 0 ? 'no RTT follows from its packets' : null;
}
