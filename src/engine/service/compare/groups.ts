/**
 * Many runs of one case against those of another: the share of runs with each finding, with its interval, and the difference
 * between two groups. What is compared is whether a run has a finding of a rule, not how many.
 */
import { count, plural } from '../../base/text/figures';
import { ORIGIN_MARKS, type OriginMark } from '../../base/text/origin-marks';
import type { Severity } from '../../findings/finding/finding';
import { differenceInterval, type ShareInterval, shareInterval } from './intervals';

export interface Run {
  readonly name: string;
  readonly findings: readonly { readonly id: string; readonly severity: Severity }[];
  /** How the trace came about, where it is no plain recording. */
  readonly marks: readonly OriginMark[];
}

export interface RunGroup {
  readonly name: string;
  readonly runs: readonly Run[];
}

/** `simulated`, `simulated: 12 of 30, exported range: 1 of 30` of a group's runs; empty where all are plain recordings. */
export function runMarkWords(runs: readonly Pick<Run, 'marks'>[]): string {
  return ORIGIN_MARKS.flatMap(({ id, word }) => {
    const having = runs.filter(({ marks }) => marks.includes(id)).length;
    if (having === 0) return [];
    return having === runs.length ? [word] : [`${word}: ${count(having)} of ${count(runs.length)}`];
  }).join(', ');
}

/** Of fewer runs no share is reported. */
export const LEAST_RUNS = 5;

export interface GroupShare {
  readonly group: string;
  readonly hits: number;
  /** Of the hits, by the worst severity that each run has of the rule. */
  readonly severities: { readonly [severity in Severity]: number };
  readonly runs: number;
  /** Null for fewer runs than `LEAST_RUNS`. */
  readonly interval: ShareInterval | null;
}

export interface FindingShares {
  readonly id: string;
  readonly severity: Severity;
  /** In the order of the groups. */
  readonly shares: readonly GroupShare[];
  /** Share in the first group minus that in the second; null for other than two groups, and where one has too few runs. */
  readonly difference: ShareInterval | null;
}

const RANK: readonly Severity[] = ['critical', 'warning', 'info'];

/** Every rule that found something in a run, the most severe first, then by the largest share. */
export function findingShares(groups: readonly RunGroup[]): readonly FindingShares[] {
  const severities = new Map<string, Severity>();
  for (const { id, severity } of groups.flatMap(({ runs }) => runs.flatMap(({ findings }) => findings))) {
    const worst = severities.get(id);
    if (worst === undefined || RANK.indexOf(severity) < RANK.indexOf(worst)) severities.set(id, severity);
  }
  const rows = [...severities].map(([id, severity]): FindingShares => {
    const shares = groups.map((group) => shareOf(group, id));
    const [first, second] = shares;
    const isPair = groups.length === 2 && first !== undefined && second !== undefined;
    return { id, severity, shares, difference: isPair ? shareDifference(first, second) : null };
  });
  const largest = ({ shares }: FindingShares): number =>
    Math.max(...shares.map(({ hits, runs }) => (runs === 0 ? 0 : hits / runs)));
  return rows.sort(
    (a, b) =>
      RANK.indexOf(a.severity) - RANK.indexOf(b.severity) ||
      largest(b) - largest(a) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Share in `a` minus that in `b`; null where one has too few runs. */
export function shareDifference(a: GroupShare, b: GroupShare): ShareInterval | null {
  return a.interval === null || b.interval === null ? null : differenceInterval(a.interval, b.interval);
}

function shareOf({ name, runs }: RunGroup, id: string): GroupShare {
  const severities = { critical: 0, warning: 0, info: 0 };
  for (const { findings } of runs) {
    const own = findings.filter((finding) => finding.id === id);
    const worst = RANK.find((rank) => own.some(({ severity }) => severity === rank));
    if (worst !== undefined) severities[worst]++;
  }
  const hits = severities.critical + severities.warning + severities.info;
  const interval = runs.length < LEAST_RUNS ? null : shareInterval(hits, runs.length);
  return { group: name, hits, severities, runs: runs.length, interval };
}

/** `21 critical, 3 warnings` of a share whose hits are not all as severe as its row; empty where they are. */
export function severitiesWords({ severity }: FindingShares, { hits, severities }: GroupShare): string {
  if (severities[severity] === hits) return '';
  return RANK.flatMap((rank) => {
    const number = severities[rank];
    if (number === 0) return [];
    return rank === 'warning' ? plural(number, rank) : `${count(number)} ${rank}`;
  }).join(', ');
}
