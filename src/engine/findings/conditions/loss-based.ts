/**
 * Signs that losses set the window. Rules about reductions, growth and flat windows of loss-based controllers are asked
 * only then: a window that follows an estimate of the path (BBR, C4) is bound by none of RFC 9002 §7.3, and is flat, cut
 * and grown by design, also where the log holds no states that say so.
 */
import { isPredicted } from '../../sender/congestion/follows-model';
import type { TransportState } from '../../sender/transport/transport';
import { atLeast, evidence } from '../finding/evidence';
import type { Evidence } from '../finding/finding';
import { LOSS_BASED, logsModelStates, RECOVERY } from '../measures/logged-states';
import type { DetectInput } from '../rule/rule-input';

function stateSigns({ states }: TransportState): readonly string[] {
  if (states.names.some((name) => RECOVERY.test(name))) return ['recovery logged'];
  return states.names.some((name) => LOSS_BASED.test(name)) ? ['slow start or avoidance logged'] : [];
}

/**
 * No logged state of a controller that follows an estimate, and logged states of a loss-based one; a logged slow start
 * threshold, which only they have (RFC 9002 Appendix B.2: of 33 traces of BBR none logs one); a model that fits, or that
 * predicts most reductions.
 * @returns each sign as words; none for no loss-based controller.
 */
export function lossBasedSigns({ state, models }: Pick<DetectInput, 'state' | 'models'>): readonly string[] {
  if (logsModelStates(state.states)) return [];
  // Some stacks log 2⁶⁴ − 1 for none.
  const logsThreshold = state.series.ssthresh.min < Number.MAX_SAFE_INTEGER;
  // One that is not named for too few reductions fits as well.
  const fits = models.fits || models.unnamed === 'few-reductions';
  return [
    ...stateSigns(state),
    ...(logsThreshold ? ['a slow start threshold logged (ssthresh)'] : []),
    ...(fits ? ['a model fits'] : []),
    ...(isPredicted(models.candidates) && !fits ? ['a model predicts the reductions'] : []),
  ];
}

/** Why a rule about loss-based controllers is not asked, as part of a sentence; null if it is. */
export function whyNotLossBased(input: DetectInput): string | null {
  if (logsModelStates(input.state.states))
    return 'the logged states say that an estimate of the path sets its window';
  return lossBasedSigns(input).length > 0
    ? null
    : 'nothing in the log shows that losses set the window: it may follow an estimate of the path, as that of BBR';
}

/** The row that losses set the window. @param signs see `lossBasedSigns`. */
export function controllerEvidence(signs: readonly string[]): Evidence {
  return evidence({
    id: 'controller',
    name: `signs that losses set the window (loss-based controller)${signs.length === 0 ? '' : `: ${signs.join(', ')}`}`,
    normal: 'one or more, but for BBR',
    value: signs.length,
    limit: atLeast(1, 'count'),
    panel: 'congestion',
  });
}
