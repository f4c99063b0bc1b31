/** The comparison of two traces: alignment, verdict, differences, and findings that one or both have. */
import type { Finding } from '../../findings/finding/finding';
import { type AccountDifference, accountDifference } from './accounts';
import { type Alignment, needsPackets, offsetUs, proposedAlignment } from './align';
import type { ComparedTrace } from './compared-trace';
import { type Difference, differencesOf } from './differences';
import { type Related, relatedBy } from './ends';
import type { MatchedPackets, NoMatch } from './packet-match';
import { type Relation, relationOf } from './relation';
import { type ConfigurationDifference, configurationDifferences } from './settings';
import { unlikeLengthsWords } from './unlike-lengths';
import { type ComparisonVerdict, verdictOf } from './verdict';

/** Findings by who has one of their rule, in the order of each trace. */
export interface FindingGroups {
  readonly onlyA: readonly Finding[];
  /** The worst of the rule in each. */
  readonly both: readonly { readonly a: Finding; readonly b: Finding }[];
  readonly onlyB: readonly Finding[];
  /** What is to be known before they are compared, a sentence; empty for nothing. */
  readonly caution: string;
}

export interface Comparison {
  readonly alignment: Alignment;
  /** Added to the times of b, µs; NaN where one of the two does not show the landmark. */
  readonly offsetUs: number;
  readonly relation: Relation;
  /** Of the two ends of one connection their packets, matched, or why they cannot be; null for any other two. */
  readonly match: MatchedPackets | NoMatch | null;
  readonly verdict: ComparisonVerdict;
  /** What held each; null where that is not compared. */
  readonly accounts: AccountDifference | null;
  readonly differences: readonly Difference[];
  readonly configuration: readonly ConfigurationDifference[];
  readonly findings: FindingGroups;
}

/** Whether their packets must be asked for before they are compared. @param alignment null for the proposed one. */
export function asksForPackets(a: ComparedTrace, b: ComparedTrace, alignment: Alignment | null): boolean {
  const relation = relationOf(a, b);
  const isNeeded = alignment !== null && needsPackets(alignment);
  return isNeeded || relation === 'both-ends' || relation === 'same-end';
}

/** Which of several traces must be asked for their packets before the first is compared with each other one. */
export function askedForPackets(
  [lead, ...others]: readonly ComparedTrace[],
  alignment: Alignment | null,
): ReadonlySet<ComparedTrace> {
  const asked = others.filter((other) => lead !== undefined && asksForPackets(lead, other, alignment));
  return new Set(lead === undefined || asked.length === 0 ? [] : [lead, ...asked]);
}

/** @param alignment null for the proposed one. @param related what the two are of one another, where that is known. */
export function compare(
  a: ComparedTrace,
  b: ComparedTrace,
  alignment: Alignment | null = null,
  related: Related = relatedBy(a, b),
): Comparison {
  const { relation, match } = related;
  const by = alignment ?? proposedAlignment(a, b, relation, match);
  return {
    alignment: by,
    offsetUs: offsetUs(a, b, by, match),
    relation,
    match,
    verdict: verdictOf(a, b, related),
    accounts: accountDifference(a, b, relation),
    differences: differencesOf(a, b),
    configuration: configurationDifferences(a, b, relation),
    findings: findingGroups(a, b),
  };
}

function findingGroups(traceA: ComparedTrace, traceB: ComparedTrace): FindingGroups {
  const [a, b] = [traceA.findings, traceB.findings];
  const logs = [traceA, traceB].map(({ name, summary }) => ({ name, lengthUs: summary.durationUs }));
  const lacks = (list: readonly Finding[], { id }: Finding): boolean => !list.some((one) => one.id === id);
  const worst = a.filter(({ id }, i) => a.findIndex((one) => one.id === id) === i);
  return {
    onlyA: a.filter((finding) => lacks(b, finding)),
    both: worst.flatMap((one) => {
      const other = b.find(({ id }) => id === one.id);
      return other === undefined ? [] : { a: one, b: other };
    }),
    onlyB: b.filter((finding) => lacks(a, finding)),
    caution: unlikeLengthsWords(
      [...a, ...b].map(({ id }) => id),
      logs,
    ),
  };
}
