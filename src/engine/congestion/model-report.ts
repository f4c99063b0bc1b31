/**
 * The verdict over controllers as data: what `fitTrace` gives, and what summary, finding and panels read.
 *
 * What this leaves to others: how it is found (fit.ts, scorer.ts).
 */
import type { CandidateId } from './candidates';

export interface CandidateFit {
  readonly id: CandidateId;
  readonly name: string;
  readonly source: string;
  /** Share of the reductions predicted within 5 %, those that end at the floor left out; NaN without any. */
  readonly reductionScore: number;
  readonly reductions: number;
  /** Share of the time in congestion avoidance within max(1 datagram, 5 %) of the log; NaN without any. */
  readonly growthScore: number;
  /**
   * How often the logged window grew at an ACK of packets sent at or before the model's boundary: under its rule that
   * cannot be.
   */
  readonly refuted: number;
  /** Product of the two, a missing one left out: the order of the candidates. */
  readonly fit: number;
  /** When the log first left this model for a round trip or longer, µs; NaN when it never did. */
  readonly firstDivergenceUs: number;
  /** Growth score of each epoch, beside `ModelReport.epochStartsUs`; NaN for an epoch without time. */
  readonly epochScores: Float64Array;
}

export type NotJudged =
  | "a receiver: the window that matters is the other side's"
  | 'no window logged'
  | 'nothing to judge: no reduction and no congestion avoidance';

export interface ModelReport {
  /** Always true; to be said wherever a fit or a shadow is shown. */
  readonly openLoop: true;
  /** Why there is no verdict; null when there is one. */
  readonly notJudged: NotJudged | null;
  /** Best first. */
  readonly candidates: readonly CandidateFit[];
  /** The best candidate and those that score as well without being refuted; empty when not judged. */
  readonly best: readonly CandidateId[];
  /** The best candidate follows the log well enough to be called its controller. */
  readonly fits: boolean;
  /** Candidates that differ nowhere in this trace, groups in the order of their fit. */
  readonly groups: readonly (readonly CandidateId[])[];
  /** When the log first left the best candidate, µs; NaN when it never did. */
  readonly firstDivergenceUs: number;
  /** Starts of the epochs: reductions, undone ones, ends of slow start; µs. */
  readonly epochStartsUs: Float64Array;
}
