/**
 * The contract of every detector: it reads the transport columns once and returns findings, each with
 * evidence that can be checked by hand on the panels. It never guesses where a series it needs is missing.
 */
import type { TransportState } from '../replay/transport';

export type Severity = 'critical' | 'warning' | 'info';

/** One row of the reasoning: what was measured, what it is held against, and whether it holds. */
export interface Evidence {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  /** `share` is 0 to 1; `us` is µs; `count`, `bytes`, `packets` are plain numbers. */
  readonly unit: 'share' | 'us' | 'count' | 'bytes' | 'packets' | 'rtt';
  /** What the value must reach (or stay below), in words with its figure. */
  readonly threshold: string;
  readonly holds: boolean;
  /** False for evidence that supports the finding without being needed for it. */
  readonly needed: boolean;
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
  /** 0 to 1: how much of the supporting evidence could be seen and holds. */
  readonly confidence: number;
  readonly variant: string | null;
  readonly evidence: readonly Evidence[];
  /** Why it matters, with the reference. */
  readonly why: string;
  /** What to look at next. */
  readonly next: string;
}

/** A rule that said nothing because the trace lacks what it needs: silence is then no acquittal. */
export interface NotJudged {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
}

export interface Verdicts {
  readonly findings: readonly Finding[];
  readonly notJudged: readonly NotJudged[];
}

export interface Detector {
  readonly id: string;
  readonly title: string;
  /** Series that must hold points, by id; without them the detector is not run. */
  readonly needs: readonly string[];
  /** Why this trace cannot be judged, in words that name what is missing; null when it can. */
  cannotJudge(state: TransportState): string | null;
  /** One pass over the columns; asked only where the trace can be judged. */
  finish(state: TransportState): readonly Finding[];
}
