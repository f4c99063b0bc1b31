/**
 * Signs that losses set the window. A flat window is a death spiral only then: one that follows an estimate (BBR) is
 * flat by design, also where the log holds no states that say so.
 *
 * Not here: states that name such an estimate (recovery.ts).
 */
import type { TransportState } from '../../transport/transport';
import type { DetectInput } from '../input';
import { anyWithin } from '../intervals';
import { logsModelStates, RECOVERY } from '../logged-states';
import { rttAt } from '../round-trips';
import type { Cause } from './cause';
import type { Measured } from './measure';

/**
 * Logged recovery; a logged slow start threshold, which only loss-based controllers have (RFC 9002 Appendix B.2: of 33
 * traces of BBR none logs one); a model that fits; the cause, if a loss reduced the window to the flat one.
 * @returns each sign as words; none for no loss-based controller.
 */
export function lossBasedSigns(input: DetectInput, m: Measured, cause: Cause): readonly string[] {
  const { state, models } = input;
  const { states, series } = state;
  const logsRecovery = states.names.some((name) => RECOVERY.test(name)) && !logsModelStates(states);
  // Some stacks log 2⁶⁴ − 1 for none.
  const logsThreshold = series.ssthresh.min < Number.MAX_SAFE_INTEGER;
  return [
    ...(logsRecovery ? ['recovery logged'] : []),
    ...(logsThreshold ? ['ssthresh logged'] : []),
    ...(models.fits ? ['a model fits'] : []),
    ...(cause.rule !== null && isReducedByLoss(state, m) ? ['the boundary leads after a reduction'] : []),
  ];
}

function isReducedByLoss(state: TransportState, { span }: Measured): boolean {
  const { series, losses } = state;
  const { timesUs, values } = series.congestionWindow;
  const index = timesUs.findLastIndex((timeUs) => timeUs <= span.startUs);
  const changedUs = timesUs[index] ?? Number.NaN;
  if (!((values[index] as number) < (values[index - 1] as number))) return false;
  return anyWithin(losses.timesUs, changedUs - rttAt(state, changedUs), changedUs);
}
