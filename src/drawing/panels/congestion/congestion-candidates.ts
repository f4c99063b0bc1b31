/**
 * Menu of models as data: the candidates best first with their two scores, which of them this trace does not
 * distinguish, why none can be chosen, and where a counterfactual would begin.
 *
 * Not here: showing it (congestion-menu.tsx), drawing the chosen one (congestion-model.ts).
 */

import { count, percent, plural } from '../../../engine/base/text/figures';
import { withRemarks } from '../../../engine/base/text/remarks';
import type { ModelSummary } from '../../../engine/reading/contract/parts';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { type TimeRange, type View, visibleRange } from '../../view/view';

type Candidate = ModelSummary['candidates'][number];

export interface ModelChoice {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  /** `10 of 10 reductions predicted; time followed 99.6 %`: the time is in congestion avoidance. */
  readonly scores: string;
  /** The candidate listed above from which it does not differ in this trace; null for none. */
  readonly sameAs: string | null;
  /** `best fit`, or `nearest` if no candidate fits the log; null for the others. */
  readonly mark: 'best fit' | 'nearest' | null;
}

const WHY_NOT_JUDGED: { readonly [why in NonNullable<ModelSummary['notJudged']>]: string } = {
  "a receiver: the window that matters is the other side's":
    "A receiver wrote this log. The window that matters is the other side's: open the sender's log.",
  'no window logged':
    'No congestion window is logged, so that there is nothing to compare a model with. Log metrics_updated ' +
    '(qlog importance "core") on the sender.',
  'comparing models with it failed':
    'Comparing models with this trace failed. What else was read and judged of it stands.',
  'no reduction to compare, and ssthresh not logged or not reached':
    'The trace holds no reduction to compare, and no time at a logged ssthresh: not enough data to tell controllers apart.',
};

/** Why no model can be chosen; null if one can. */
export function whyNoModel({ models }: Pick<Snapshot, 'models'>): string | null {
  if (models === null) return 'Models are compared when the whole trace is read.';
  return models.notJudged === null ? null : WHY_NOT_JUDGED[models.notJudged];
}

function scoresOf({ reductionScore, reductions, growthScore }: Candidate): string {
  const predicted = Number.isNaN(reductionScore)
    ? 'no reduction to predict'
    : `${count(reductionScore * reductions)} of ${plural(reductions, 'reduction')} predicted`;
  const followed = Number.isNaN(growthScore)
    ? 'no growth to follow'
    : `time followed ${percent(growthScore)}`;
  return `${predicted}; ${followed}`;
}

/** What two candidates of one group have in common: equal by the measure of the fit, not to the byte. */
export function sameWords(name: string): string {
  return `differs nowhere in this trace from ${name} by more than a packet or 5 %`;
}

/** The candidates of the best score, where none fits. */
function isNearest({ fits, groups }: ModelSummary, group: ModelSummary['groups'][number]): boolean {
  return !fits && group === groups[0];
}

/** Candidates in the order of their groups, the best group first; empty if none can be chosen. */
export function modelChoices({ models }: Pick<Snapshot, 'models'>): readonly ModelChoice[] {
  if (models === null) return [];
  return models.groups.flatMap((group) => {
    const members = group.flatMap((id) => models.candidates.find((candidate) => candidate.id === id) ?? []);
    const [leader] = members;
    return members.map((candidate) => ({
      id: candidate.id,
      name: candidate.name,
      source: candidate.source,
      scores: scoresOf(candidate),
      sameAs: candidate === leader ? null : (leader?.name ?? null),
      mark: models.best.includes(candidate.id) ? 'best fit' : isNearest(models, group) ? 'nearest' : null,
    }));
  });
}

/** The best candidate, or the nearest where none fits, set to the log after every reduction; null if none can be chosen. */
export function bestModel(snapshot: Snapshot | null): View['model'] {
  const models = snapshot?.models;
  const id = models?.best[0] ?? models?.groups[0]?.[0];
  return id === undefined ? null : { id, freeFromUs: null };
}

export interface FreeStart {
  readonly timeUs: number;
  /** Origin of the time: `the pinned time`. */
  readonly from: string;
}

/** Start of a counterfactual: the pinned time, else the selected finding's start, else the view's. */
export function freeStart(
  view: View,
  snapshot: Pick<Snapshot, 'findings' | 'remarks'>,
  extent: TimeRange,
): FreeStart {
  if (view.pinnedUs !== null) return { timeUs: view.pinnedUs, from: 'the pinned time' };
  const finding = withRemarks(snapshot).find(({ key }) => key === view.chosen);
  if (finding !== undefined) return { timeUs: finding.startUs, from: 'the start of the selected finding' };
  return { timeUs: visibleRange(view, extent).fromUs, from: 'the start of the visible range' };
}
