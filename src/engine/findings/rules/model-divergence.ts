/**
 * The controller that fits the logged window best, and where the log diverges from it; also reported if none fits. Open
 * loop: the models get this trace's own ACKs, so they are valid up to the first divergence only.
 */
import { upperBound } from '../../base/columns/growable';
import { count, duration, instant, percent, plural } from '../../base/text/figures';
import { CANDIDATES, type CandidateFit, type ModelReport } from '../../sender/congestion';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { whyTraceLacking } from '../conditions/lacking-records';
import { whyNotJudged } from '../conditions/sender-view';
import { finding, notFound, type Rule } from '../finding/build-finding';
import { above, below, deciding, given, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { type Interval, lengthOf } from '../measures/intervals';
import { MODEL_BASED, stateShare } from '../measures/logged-states';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'model-divergence', title: 'The window leaves its model' };

const T = {
  /** With a lower fit the log diverged from the model for more than one round trip in twenty. */
  fit: 0.95,
  /** An epoch in which the log was within the tolerance for less than half of the time counts as diverged. */
  epochScore: 0.5,
  /** Share of the time in states of BBR or Copa above which the window follows an estimate. */
  byEstimateShare: 0.8,
} as const;

/** Above this number of names, the number is shown instead. */
const MAX_NAMES = 2;

/** The best candidate where one fits, else the nearest. */
function bestOf({ best, candidates }: ModelReport): CandidateFit | undefined {
  return candidates.find(({ id }) => id === best[0]) ?? candidates[0];
}

/** Names of the best candidates: those that the trace does not distinguish are one group. */
function namesOf(models: ModelReport): string {
  const { best, fits } = models;
  // If none fits, equally bad candidates are no group.
  if (!fits) return bestOf(models)?.name ?? '';
  const names = best.map((id) => CANDIDATES.find((candidate) => candidate.id === id)?.name ?? id);
  const shown = names.slice(0, MAX_NAMES);
  const rest = names.length - shown.length;
  const more = rest > 0 ? ` (or ${count(rest)} more that this trace cannot tell apart)` : '';
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

function evidenceOf(best: CandidateFit): readonly Evidence[] {
  const { firstDivergenceUs } = best;
  const scored = best.epochScores.filter((score) => !Number.isNaN(score));
  const left = scored.filter((score) => score < T.epochScore).length;
  const panel = 'congestion';
  const limit = below(T.fit, 'share');
  return [
    deciding({
      id: 'fit',
      name: 'how well the best model follows the window (fit: reductions × growth)',
      normal: '95 % or more',
      value: best.fit,
      limit,
      panel,
    }),
    supporting({
      id: 'reductions',
      name: 'reductions predicted within 5 %',
      normal: '95 % or more',
      deciding: true,
      value: best.reductionScore,
      limit,
      panel,
    }),
    supporting({
      id: 'growth',
      name: 'time of growth within 5 % or one packet',
      normal: '95 % or more',
      deciding: true,
      value: best.growthScore,
      limit,
      panel,
    }),
    supporting({
      id: 'epochs',
      name: `of ${plural(scored.length, 'epoch')} between reductions, those left for most of their time`,
      normal: 'none',
      deciding: true,
      value: left,
      limit: above(0, 'count'),
      panel,
    }),
    // Omitted if the log never diverges.
    ...(Number.isNaN(firstDivergenceUs)
      ? []
      : [
          supporting({
            id: 'first',
            name: 'first left for a round trip or longer, at',
            normal: 'never',
            value: firstDivergenceUs,
            limit: given('ever', 'us'),
            panel,
          }),
        ]),
  ];
}

function whole({ firstUs, lastUs }: TransportState): Interval {
  return { startUs: firstUs, endUs: lastUs };
}

/** From the first divergence to the end of its epoch; the whole trace if the log never diverges. */
function leftIn({ state, models }: DetectInput, { firstDivergenceUs }: CandidateFit): Interval {
  const { epochStartsUs } = models;
  if (Number.isNaN(firstDivergenceUs)) return whole(state);
  const endUs = epochStartsUs[upperBound(epochStartsUs, firstDivergenceUs)] ?? state.lastUs;
  return { startUs: firstDivergenceUs, endUs };
}

/** What the window may follow instead. */
function perhaps({ unnamed }: ModelReport): string {
  return unnamed === 'perhaps-estimate'
    ? ' (perhaps BBR, or another that follows an estimate of the path)'
    : '';
}

/** Which half of the model the log follows, where it never leaves the growth for a round trip or longer. */
function whatFollows({ growthScore, reductionScore }: CandidateFit): string {
  const growth =
    growthScore < T.fit
      ? 'the log leaves its growth for less than a round trip at a time'
      : 'the growth it shows follows';
  if (Number.isNaN(reductionScore)) return growth;
  return `${growth}, its reductions ${reductionScore < T.fit ? 'do not' : 'follow'}`;
}

/** Where the log leaves the model for a round trip or longer; without that, its first reduction. */
function closeUp({ state }: DetectInput, { firstDivergenceUs, name }: CandidateFit): CloseUp | null {
  const find = new StepFinder(state);
  const { firstUs, lastUs } = state;
  const leaves = !Number.isNaN(firstDivergenceUs);
  const cut = find.cutWithin(firstUs, lastUs);
  const atUs = leaves ? firstDivergenceUs : (cut?.timeUs ?? firstUs);
  return closeUpOf(state, [
    find.sendUpTo(atUs - 1),
    find.ackUpTo(atUs),
    leaves
      ? step('divergence', atUs, `From here on the window is not what ${name} makes of the same ACKs`)
      : cut,
    find.grownWithin(atUs, lastUs),
    find.cutWithin(atUs, lastUs),
  ]);
}

function findingOf(input: DetectInput, best: CandidateFit): Finding {
  const { models } = input;
  const { fits } = models;
  const { firstDivergenceUs } = best;
  const interval = leftIn(input, best);
  const left = Number.isNaN(firstDivergenceUs)
    ? whatFollows(best)
    : `in congestion avoidance the log first leaves it for a round trip at ${instant(firstDivergenceUs)}, for the ${duration(lengthOf(interval))} left of that epoch`;
  const subject = fits
    ? `The window follows ${namesOf(models)} best, with a fit of ${percent(best.fit)}`
    : `None of the ${count(CANDIDATES.length)} models follows the window${perhaps(models)}; nearest is ${namesOf(models)}, with a fit of ${percent(best.fit)}`;
  return finding(RULE, {
    severity: 'info',
    interval,
    verdict: `${subject} (${scoresOf(best)}; open loop); ${left}.`,
    confidence: fits ? 0.8 : 0.5,
    evidence: evidenceOf(best),
    closeUp: closeUp(input, best),
    why:
      'Where a window departs from the rule of its controller (RFC 9002 §7, RFC 9438 §4), either the stack changed the rule ' +
      'or it misread the trace. The model hears the ACKs of this trace (open loop), so that what follows the first ' +
      'divergence is indicative only.',
    next: 'Congestion: choose the model beside the window and look at the first epoch in which the two part.',
    panels: ['congestion', 'boundary', 'states'],
  });
}

export const modelDivergence: Detector = {
  ...RULE,
  looksThrough: 'changes of the window',
  needs: ['cwnd'],
  cannotJudge(input) {
    const { state } = input;
    const why = whyNotJudged(input);
    if (why !== null) return why;
    if (stateShare(state.states, MODEL_BASED, whole(state)) > T.byEstimateShare) {
      return 'the logged states are those of a controller that follows an estimate (BBR, Copa); no model of one is here';
    }
    if (input.beginsMidway)
      return 'the log begins in the middle of the connection: the state of the controller before it is not known';
    return input.models.notJudged ?? whyTraceLacking(input);
  },
  finish(input) {
    const best = bestOf(input.models);
    // Of too few reductions nothing is said, neither of a model nor against all.
    if (best === undefined || input.models.unnamed === 'few-reductions') return [];
    return best.fit < T.fit ? [findingOf(input, best)] : [];
  },
  closest(input) {
    const { models, state } = input;
    const best = bestOf(models);
    if (best === undefined) return null;
    const reason = `The window follows ${namesOf(models)} with a fit of ${percent(best.fit)} (${scoresOf(best)}; open loop).`;
    return notFound(RULE, reason, whole(state), evidenceOf(best));
  },
};
