/**
 * The verdict over controllers as data: result of `fitTrace`, used by summary, finding and panels.
 *
 * Not here: how it is computed (fit.ts, scorer.ts).
 */
import type { CandidateId } from './candidates';

export interface CandidateFit {
  readonly id: CandidateId;
  readonly name: string;
  readonly source: string;
  /** Share of the reductions predicted within 5 %, except those to the minimum window; NaN without any. */
  readonly reductionScore: number;
  readonly reductions: number;
  /** Share of the time in congestion avoidance within max(1 datagram, 5 %) of the log; NaN without any. */
  readonly growthScore: number;
  /**
   * Number of times that the logged window grew at an ACK of packets sent at or before the model's boundary, which is
   * impossible under its rule.
   */
  readonly refuted: number;
  /** Product of the two scores, without a missing one: sorts the candidates. */
  readonly fit: number;
  /** Time at which the log first diverged from this model for a round trip or longer, µs; NaN for never. */
  readonly firstDivergenceUs: number;
  /** Growth score of each epoch, parallel to `ModelReport.epochStartsUs`; NaN for an epoch without time. */
  readonly epochScores: Float64Array;
}

export type NotJudged =
  | "a receiver: the window that matters is the other side's"
  | 'no window logged'
  | 'comparing models with it failed'
  | 'no reduction to compare, and ssthresh not logged or not reached';

/** Why no model is named where models were compared: what sets the window (`WindowSource`), or the scores. */
export type Unnamed = 'estimate' | 'perhaps-estimate' | 'several-paths' | 'low-fit' | 'few-reductions';

export interface ModelReport {
  /** Always true; must be stated wherever a fit or a shadow is shown. */
  readonly openLoop: true;
  /** Why there is no verdict; null when there is one. */
  readonly notJudged: NotJudged | null;
  /** Best first. */
  readonly candidates: readonly CandidateFit[];
  /** The best candidate and those that the trace does not rule out against it; empty where `fits` is false. */
  readonly best: readonly CandidateId[];
  /** The best candidate fits the log well enough to be named as its controller. */
  readonly fits: boolean;
  /** Why none is named; null where `fits`, and where not judged. */
  readonly unnamed: Unnamed | null;
  /** Candidates that this trace does not distinguish, groups in the order of their fit. */
  readonly groups: readonly (readonly CandidateId[])[];
  /** Time at which the log first diverged from the first of `best`, or from the nearest candidate, µs; NaN for never. */
  readonly firstDivergenceUs: number;
  /** Starts of the epochs: reductions, undone ones, ends of slow start; µs. */
  readonly epochStartsUs: Float64Array;
}

/** Where comparing models failed, so that the rest of the trace is judged without them. */
export function notCompared(): ModelReport {
  return {
    openLoop: true,
    notJudged: 'comparing models with it failed',
    candidates: [],
    best: [],
    fits: false,
    unnamed: null,
    groups: [],
    firstDivergenceUs: Number.NaN,
    epochStartsUs: new Float64Array(0),
  };
}
