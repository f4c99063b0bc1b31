/**
 * An experiment: a published figure or benchmark, its claims, and what formulas and runs of ours say of them. It is data and one pure function;
 * its runs are those of a scenario of the simulator, so that each of them has a name, a link and a trace.
 */
import type { Verdict } from '../../base/text/verdict-words';
import type { Field, Scenario, Values } from '../runs/scenario';
import type { RunRow } from '../runs/scenario-run';
import type { Plot } from './plot';

/** What a source says, in one sentence. */
export interface Claim {
  readonly id: string;
  readonly words: string;
  /** The number, where the source gives one; its difference from ours is reported. */
  readonly published: Quantity | null;
}

/** @param published left out where the source gives no number. */
export function claimed<Published extends Quantity | null = null>(
  id: string,
  words: string,
  published = null as Published,
): Claim & { readonly published: Published } {
  return { id, words, published };
}

export interface Quantity {
  readonly value: number;
  /** `''` for a plain number or a ratio. */
  readonly unit: string;
}

export type { Verdict };

/** What came of a claim. */
export interface Answer {
  readonly claim: string;
  /** Ours in words with the interval and of how many runs, as "94.1 % (93.0 to 95.2, 5 runs)". */
  readonly ours: string;
  /** Of a claim with a number: ours, in its unit; NaN without. */
  readonly value: number;
  readonly verdict: Verdict;
  /** As "3 % less"; `''` where there is no number to differ from, or no difference. */
  readonly difference: string;
  /** The reason, in one sentence; `''` where a claim holds. */
  readonly why: string;
}

export interface Result {
  readonly plots: readonly Plot[];
  /** One for each claim, in their order. */
  readonly answers: readonly Answer[];
}

export interface Experiment {
  /** In links and on the command line; that of its scenario, where it has one. */
  readonly id: string;
  readonly title: string;
  /** As "Figure 8 of Ha, Rhee, Xu: CUBIC (2008)". */
  readonly source: string;
  /** What is drawn, over which axis, how many runs each point is the mean of. */
  readonly about: string;
  readonly claims: readonly Claim[];
  /** What the source leaves open, a sentence each. */
  readonly leavesOpen: readonly string[];
  /** What can be changed; those of its scenario, where it has one. Their initial values make the quick form. */
  readonly fields: readonly Field[];
  /** What is run; null where formulas say all. */
  readonly scenario: Scenario | null;
  /** What the full size sets in place of initial values, and its runs of each variant; null where the quick form is the full one. */
  readonly full: { readonly values: Values; readonly seeds: number } | null;
  /** @param rows of any number of runs of its variants, by seed; none where there is no scenario. */
  readonly resultOf: (values: Values, rows: ReadonlyMap<string, readonly RunRow[]>) => Result;
}
