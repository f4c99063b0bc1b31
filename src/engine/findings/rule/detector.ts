/**
 * The interface of every detector: it reads the transport columns once and returns findings with evidence that can be
 * checked on the panels. It never guesses where a series it needs is missing.
 */
import type { Rule } from '../finding/build-finding';
import type { Finding, NotFound } from '../finding/finding';
import type { DetectInput } from './rule-input';

export interface Detector extends Rule {
  /** What it looks through, as words: of which there are too many where it takes more steps than it may (verdicts/runner.ts). */
  readonly looksThrough: string;
  /** Ids of series that must have points; else the detector is not run. None where left out. */
  readonly needs?: readonly string[];
  /** Why this trace cannot be judged, naming what is missing; null if it can. */
  cannotJudge(input: DetectInput): string | null;
  /** One pass over the columns; called only if the trace can be judged. */
  finish(input: DetectInput): readonly Finding[];
  /** Its findings are true also of a span whose records are not complete; those of other rules are dropped there. */
  readonly standsWithGaps?: boolean;
  /** An info finding of this rule is no alarm: `closest` is called as well. */
  readonly infoIsNoAlarm?: boolean;
  /** Called if `finish` found nothing: why not. Omitted by rules that need no reason. */
  closest?(input: DetectInput): NotFound | null;
}
