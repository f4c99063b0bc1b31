/**
 * The controller that follows the logged window best, and where the log leaves it; none of them follows it at all is
 * said as well. Open loop: the models hear this trace's own ACKs, so that they hold up to the first divergence only.
 */

import { upperBound } from '../../columns/growable';
import { CANDIDATES, type CandidateFit, type ModelReport } from '../../congestion';
import { count, duration, instant, percent, plural } from '../../text/figures';
import type { Detector, Evidence, Finding } from '../detector';
import type { DetectInput } from '../input';
import { needed, plainFinding, supporting } from '../plain-finding';
import { recoveryView } from '../recovery-view';
import { whyNotJudged } from '../sender-view';
import { MODEL_DIVERGENCE as T } from './thresholds-network';

const RULE: Pick<Detector, 'id' | 'title'> = { id: 'model-divergence', title: 'The window leaves its model' };
/** More names than this say less than their number. */
const MAX_NAMES = 2;

/** The best candidates by name: those that the trace cannot tell apart are one group. */
function namesOf({ best, fits }: ModelReport): string {
  const names = best.map((id) => CANDIDATES.find((candidate) => candidate.id === id)?.name ?? id);
  // Where none fits, those that are equally far off are no group.
  const shown = names.slice(0, fits ? MAX_NAMES : 1);
  const rest = names.length - shown.length;
  const more = fits && rest > 0 ? ` (or ${count(rest)} more that this trace cannot tell apart)` : '';
  return shown.join(' / ') + more;
}

function scoresOf({ reductions, reductionScore, growthScore }: CandidateFit): string {
  const cut = Number.isNaN(reductionScore)
    ? 'no reduction to compare'
    : `${count(reductionScore * reductions)} of ${plural(reductions, 'reduction')} predicted`;
  const growth = Number.isNaN(growthScore)
    ? 'no growth to compare'
    : `growth within 5 % or one packet for ${percent(growthScore)} of the time`;
  return `${cut}, ${growth}`;
}

function evidenceOf(best: CandidateFit, firstDivergenceUs: number): readonly Evidence[] {
  const scored = best.epochScores.filter((score) => !Number.isNaN(score));
  const left = scored.filter((score) => score < T.epochScore).length;
  const panel = 'congestion';
  const row = (
    id: string,
    name: string,
    value: number,
    unit: Evidence['unit'],
    threshold: string,
    holds: boolean,
  ) => supporting({ id, name, value, unit, threshold, holds, panel });
  const atLeast = `< ${T.fit * 100} %`;
  return [
    needed({
      id: 'fit',
      name: 'fit of the best model: reductions × growth',
      value: best.fit,
      unit: 'share',
      threshold: atLeast,
      holds: best.fit < T.fit,
      panel,
    }),
    row(
      'reductions',
      'reductions predicted within 5 %',
      best.reductionScore,
      'share',
      atLeast,
      best.reductionScore < T.fit,
    ),
    row(
      'growth',
      'time of growth within 5 % or one packet',
      best.growthScore,
      'share',
      atLeast,
      best.growthScore < T.fit,
    ),
    row(
      'epochs',
      `epochs of ${count(scored.length)} left for most of their time`,
      left,
      'count',
      '> 0',
      left > 0,
    ),
    // A log that is never left has no such time.
    ...(Number.isNaN(firstDivergenceUs)
      ? []
      : [row('first', 'first left for a round trip or longer, at', firstDivergenceUs, 'us', 'ever', true)]),
  ];
}

function findingOf(input: DetectInput, best: CandidateFit): Finding {
  const { state, models } = input;
  const { firstDivergenceUs, epochStartsUs, fits } = models;
  const startUs = Number.isNaN(firstDivergenceUs) ? state.firstUs : firstDivergenceUs;
  const endUs = Number.isNaN(firstDivergenceUs)
    ? state.lastUs
    : (epochStartsUs[upperBound(epochStartsUs, firstDivergenceUs)] ?? state.lastUs);
  const left = Number.isNaN(firstDivergenceUs)
    ? 'the growth it shows follows, its reductions do not'
    : `the log first leaves it at ${instant(firstDivergenceUs)}, for the ${duration(endUs - startUs)} left of that epoch`;
  const subject = fits
    ? `The window follows ${namesOf(models)} best, with a fit of ${percent(best.fit)}`
    : `None of the ${count(CANDIDATES.length)} models follows the window; nearest is ${namesOf(models)}, with a fit of ${percent(best.fit)}`;
  return plainFinding(RULE, {
    severity: 'info',
    startUs,
    endUs,
    verdict: `${subject} (${scoresOf(best)}; open loop); ${left}.`,
    confidence: fits ? 0.8 : 0.5,
    evidence: evidenceOf(best, firstDivergenceUs),
    why:
      'Where a window departs from the rule of its controller (RFC 9002 §7, RFC 9438 §4), either the stack changed the rule ' +
      'or it misread the trace. Open loop: the model hears the ACKs of this trace, so that what follows the first ' +
      'divergence is indicative only.',
    next: 'Congestion: choose the model beside the window and look at the first epoch in which the two part.',
    panels: ['congestion', 'boundary', 'states'],
  });
}

export const modelDivergence: Detector = {
  ...RULE,
  needs: ['cwnd'],
  cannotJudge(input) {
    const { state } = input;
    const why = whyNotJudged(input);
    if (why !== null) return why;
    if (recoveryView(state.states, state.firstUs, state.lastUs, 1, 1).modelBased) {
      return 'the logged states are those of a controller that follows an estimate (BBR, Copa); no model of one is here';
    }
    return input.models.notJudged;
  },
  finish(input) {
    const [best] = input.models.candidates;
    return best !== undefined && best.fit < T.fit ? [findingOf(input, best)] : [];
  },
  closest(input) {
    const { models, state } = input;
    const [best] = models.candidates;
    if (best === undefined) return null;
    return {
      id: RULE.id,
      title: RULE.title,
      reason: `The window follows ${namesOf(models)} with a fit of ${percent(best.fit)} (${scoresOf(best)}; open loop).`,
      startUs: state.firstUs,
      endUs: state.lastUs,
      evidence: evidenceOf(best, models.firstDivergenceUs),
    };
  },
};
