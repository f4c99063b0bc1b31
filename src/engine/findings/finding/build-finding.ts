/** Builds findings: fills in what most findings share; a rule gives the rest. */
import { type Interval, lengthOf } from '../measures/intervals';
import { decidingFirst } from './evidence';
import type { Evidence, Finding, NotFound } from './finding';
import type { Sentence } from './state-in-text';

export interface Rule {
  readonly id: string;
  readonly title: string;
}

type Own = Pick<Finding, 'severity' | 'confidence' | 'evidence' | 'closeUp' | 'why' | 'next' | 'panels'>;
type Rare = Partial<Pick<Finding, 'title' | 'label' | 'variant' | 'exit' | 'cause'>>;

interface Parts extends Own, Rare {
  /** Unique among the findings of the rule; 1 by default. */
  readonly key?: number | string;
  readonly interval: Interval;
  /** All times that it came, `interval` being one of the longest. */
  readonly times?: readonly Interval[];
  /** One sentence with figures. */
  readonly verdict: string | Sentence;
}

/** A finding of the rule; `title` replaces the rule's own. */
export function finding(
  rule: Rule,
  { key = 1, interval, times = [], verdict, evidence, ...parts }: Parts,
): Finding {
  return {
    key: `${rule.id}.${key}`,
    id: rule.id,
    title: rule.title,
    ...wholeUs(interval),
    ...(times.length > 1 && { times: longestTimes(times) }),
    ...(typeof verdict === 'string'
      ? { verdict }
      : { verdict: verdict.text, statesInVerdict: verdict.states }),
    variant: null,
    exit: null,
    cause: null,
    cost: null,
    closedLoop: null,
    evidence: decidingFirst(evidence),
    ...parts,
  };
}

/** Round trips and holders begin between two µs. */
function wholeUs({ startUs, endUs }: Interval): Interval {
  return { startUs: Math.round(startUs), endUs: Math.round(endUs) };
}

/** More are no longer bars. */
const TIMES = 50;

function longestTimes(times: readonly Interval[]): readonly Interval[] {
  const longest = [...times].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, TIMES);
  return longest.map(wholeUs).sort((a, b) => a.startUs - b.startUs);
}

/** Why the rule found nothing. @param closest where the trace came closest; null if nothing was close. */
export function notFound(
  rule: Rule,
  reason: string,
  closest: Interval | null,
  evidence: readonly Evidence[],
): NotFound {
  const { startUs, endUs } = closest ?? { startUs: Number.NaN, endUs: Number.NaN };
  // What failed is why.
  const failing = evidence.filter(({ needed, holds }) => needed && !holds);
  const rows = [...failing, ...evidence.filter((row) => !failing.includes(row))];
  const marked = rows.map((row, i) => (i < failing.length ? { ...row, deciding: true } : row));
  return { id: rule.id, title: rule.title, reason, startUs, endUs, evidence: decidingFirst(marked) };
}

/** `; the longest of 3 such spans`; nothing for one. */
export function amongSuch(number: number, noun: string, which: string): string {
  return number > 1 ? `; the ${which} of ${number} such ${noun}` : '';
}
