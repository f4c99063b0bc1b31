/**
 * Signs that losses set the window of a spiral: those of the whole trace, and the cause that is proven from it. A flat
 * window is a death spiral only then: one that follows an estimate (BBR) is flat by design.
 *
 * Not here: states that name such an estimate (recovery.ts).
 */
import type { TransportState } from '../../sender/transport/transport';
import { lossBasedSigns } from '../conditions/loss-based';
import { anyWithin } from '../measures/intervals';
import { rttAt } from '../measures/round-trips';
import type { DetectInput } from '../rule/rule-input';
import type { Cause } from './cause';
import type { Measured } from './measure';

/** @returns each sign as words, the cause among them if a loss reduced the window to the flat one; none for no sign. */
export function spiralSigns(input: DetectInput, m: Measured, cause: Cause): readonly string[] {
  const proven = cause.rule !== null && isReducedByLoss(input.state, m);
  return [
    ...lossBasedSigns(input),
    ...(proven ? ['ACKs that do not grow the window after a cut (boundary leads)'] : []),
  ];
}

function isReducedByLoss(state: TransportState, { span }: Measured): boolean {
  const { series, losses } = state;
  const { timesUs, values } = series.congestionWindow;
  const index = timesUs.upperBound(span.startUs) - 1;
  const changedUs = timesUs.at(index);
  if (!(values.at(index) < values.at(index - 1))) return false;
  return anyWithin(losses.timesUs, changedUs - rttAt(state, changedUs), changedUs);
}
