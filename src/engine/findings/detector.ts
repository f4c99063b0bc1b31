/**
 * The contract of every detector: it reads the transport columns once and returns findings, each with
 * evidence that can be checked by hand on the panels. It never guesses where a series it needs is missing.
 */
import type { DetectInput } from './input';

export type Severity = 'critical' | 'warning' | 'info';

/**
 * Where the name of a state stands in a sentence, by its characters: that name is free text of the log, all around it is
 * our own, and only this separates the two when the sentence is shared.
 */
export interface StateInText {
  readonly from: number;
  readonly to: number;
}

/** One row of the reasoning: what was measured, what it is held against, and whether it holds. */
export interface Evidence {
  readonly id: string;
  readonly name: string;
  /** Names of states in `name`; left out for none. */
  readonly statesInName?: readonly StateInText[];
  /** NaN where it could not be measured; `holds` is false then. */
  readonly value: number;
  /** `share` is 0 to 1; `us` is µs; `rtt` is round trips; `count`, `bytes`, `packets` are plain numbers. */
  readonly unit: 'share' | 'us' | 'count' | 'bytes' | 'packets' | 'rtt';
  /** What the value must reach (or stay below), in words with its figure. */
  readonly threshold: string;
  readonly holds: boolean;
  /** False for evidence that supports the finding without being needed for it. */
  readonly needed: boolean;
  /** Id of the panel that shows it; null where no panel does. */
  readonly panel: string | null;
}

/** What the defect cost, estimated. The assumptions are part of the words. */
export interface Cost {
  /** Bytes not delivered and time lost, the estimate's middle; µs. */
  readonly bytes: number;
  readonly us: number;
  readonly words: string;
}

export interface Finding {
  /** Unique in the trace: detector id and a running number. */
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly startUs: number;
  readonly endUs: number;
  /** One sentence with figures. */
  readonly verdict: string;
  /** Names of states in `verdict`; left out for none. */
  readonly statesInVerdict?: readonly StateInText[];
  /** 0 to 1: how much of the supporting evidence could be seen and holds. */
  readonly confidence: number;
  readonly variant: string | null;
  /** How it ended (`lead-used-up`, `not-drained`, `trace-ended`, `unknown`); null where that means nothing. */
  readonly exit: string | null;
  /** The rule that causes it, an id of the models' idle rules; null where none is proven. */
  readonly cause: string | null;
  readonly cost: Cost | null;
  readonly evidence: readonly Evidence[];
  /** Why it matters, with the reference. */
  readonly why: string;
  /** What to look at next, and the panels that show it, by id; the range is the finding's. */
  readonly next: string;
  readonly panels: readonly string[];
}

/** A rule that said nothing because the trace lacks what it needs: silence is then no acquittal. */
export interface NotJudged {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
}

/** A rule that was applied and found nothing: where the trace came closest, and which conditions failed there. */
export interface NotFound {
  readonly id: string;
  readonly title: string;
  /** One sentence: which condition failed, with its figure. */
  readonly reason: string;
  /** NaN twice where nothing was close. */
  readonly startUs: number;
  readonly endUs: number;
  readonly evidence: readonly Evidence[];
}

export interface Verdicts {
  /** Most severe first; within a severity the costliest, then the longest, then the earliest. */
  readonly findings: readonly Finding[];
  readonly notJudged: readonly NotJudged[];
  readonly notFound: readonly NotFound[];
}

export interface Detector {
  readonly id: string;
  readonly title: string;
  /** Series that must hold points, by id; without them the detector is not run. */
  readonly needs: readonly string[];
  /** Why this trace cannot be judged, in words that name what is missing; null when it can. */
  cannotJudge(input: DetectInput): string | null;
  /** One pass over the columns; asked only where the trace can be judged. */
  finish(input: DetectInput): readonly Finding[];
  /** An info finding of this rule is no alarm: `closest` is asked beside it. */
  readonly infoIsNoAlarm?: boolean;
  /** Asked where `finish` found nothing: why not. Left out by rules whose silence needs no word. */
  closest?(input: DetectInput): NotFound | null;
}
