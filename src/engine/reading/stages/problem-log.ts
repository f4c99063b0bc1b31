/** Problems of one text, collected while it is read; bounded for any file. Their words: reading/facts/messages.ts. */
import type { CommonReason, DecodeProblem } from '../../input/formats/decode-problem';
import type { SkippedRecord } from '../contract/quality';

const MAX_PLACES = 5;
/** Records listed individually in the trace's quality. */
const MAX_LISTED = 200;

/** Problems of one kind. */
export interface ProblemGroup {
  /** The first ones, at least one. */
  readonly places: readonly DecodeProblem[];
  readonly total: number;
}

export class ProblemLog {
  readonly #groups = new Map<string, { readonly places: DecodeProblem[]; total: number }>();
  readonly #listed: SkippedRecord[] = [];

  /** By kind, in order of appearance. */
  get groups(): readonly ProblemGroup[] {
    return [...this.#groups.values()];
  }

  /** The first problems in file order, each with its position. */
  get skipped(): readonly SkippedRecord[] {
    return this.#listed;
  }

  /** Number of problems of one kind, listed or not. */
  total(reason: CommonReason): number {
    return this.#groups.get(reason)?.total ?? 0;
  }

  add(problem: DecodeProblem): void {
    const group = this.#groups.get(problem.reason) ?? { places: [], total: 0 };
    const { record, offset, reason, detail } = problem;
    // Of what is left out of a file the first says it all.
    const isSaid = reason === 'too-many-connections' && group.total > 0;
    if (!isSaid && this.#listed.length < MAX_LISTED) this.#listed.push({ record, offset, reason, detail });
    group.total++;
    if (group.places.length < MAX_PLACES) group.places.push(problem);
    this.#groups.set(problem.reason, group);
  }
}
