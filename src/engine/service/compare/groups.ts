/**
 * Many runs of one case against those of another: the share of runs with each finding, with its interval, and the difference
 * between two groups. What is compared is whether a run has a finding of a rule, not how many (`counting.ts`).
 */
import { count, plural } from '../../base/text/figures';
import { ORIGIN_MARKS, type OriginMark } from '../../base/text/origin-marks';
import { mostSevere, SEVERITIES } from '../../base/text/severities';
import type { Severity } from '../../findings/finding/finding';
import { type CountedRun, distinctRuns, RunState, runState, runsInTwoGroups } from './counting';
import { differenceInterval, type ShareInterval, shareInterval } from './intervals';

export interface Run extends CountedRun {
  readonly name: string;
  /** The same for identical runs only; null where that is not known. */
  readonly id: string | null;
  /** How the trace came about, where it is no plain recording. */
  readonly marks: readonly OriginMark[];
}

export interface RunGroup {
  readonly name: string;
  /** Each once. */
  readonly runs: readonly Run[];
  /** Runs that are identical with one of these. */
  readonly copies: number;
  /** Runs that could not be read. */
  readonly failures: number;
}

const idOf = ({ id }: Run): string | null => id;

/** @param runs that could be read, identical ones too. */
export function runGroup(name: string, runs: readonly Run[], failures = 0): RunGroup {
  return { name, ...distinctRuns(runs, idOf), failures };
}

/** `a.sqlog is in both groups, before and after: …`, a sentence for each two groups that have a run in common. */
export function inTwoGroupsWords(groups: readonly Pick<RunGroup, 'name' | 'runs'>[]): readonly string[] {
  return runsInTwoGroups(
    groups.map(({ runs }) => runs),
    idOf,
  ).map(({ places: [a, b], runs: [one, other] }) => {
    const both = `in ${groups[a]?.name} and in ${groups[b]?.name}: the two are not compared.`;
    return one.name === other.name
      ? `The same run, ${one.name}, is ${both}`
      : `The same run, ${one.name} and ${other.name}, is ${both}`;
  });
}

/** Places of each two groups that have a run in common: they cannot be compared. */
export function placesWithSameRun(
  groups: readonly Pick<RunGroup, 'runs'>[],
): readonly (readonly [number, number])[] {
  return runsInTwoGroups(
    groups.map(({ runs }) => runs),
    idOf,
  ).map(({ places }) => places);
}

/** `2 copies left out, 1 run not read`; empty where there is nothing to say. */
export function leftOutWords({ copies, failures }: Pick<RunGroup, 'copies' | 'failures'>): string {
  return [
    copies === 0 ? '' : `${plural(copies, 'copy', 'copies')} left out`,
    failures === 0 ? '' : `${plural(failures, 'run')} not read`,
  ]
    .filter((one) => one !== '')
    .join(', ');
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
  /** Place of the group. */
  readonly place: number;
  readonly hits: number;
  /** Of the hits, by the worst severity that each run has of the rule. */
  readonly severities: { readonly [severity in Severity]: number };
  /** Judged runs in which it is found and is no alarm: no hits. */
  readonly infos: number;
  /** Runs whose log can tell: of these the hits are a share. */
  readonly judged: number;
  /** All runs of the group. */
  readonly runs: number;
  /** Null for fewer judged runs than `LEAST_RUNS`. */
  readonly interval: ShareInterval | null;
  /** Places of groups that have a run in common with it: with these it is not compared. */
  readonly mixedWith: readonly number[];
}

export interface FindingShares {
  readonly id: string;
  /** The worst that any run has. */
  readonly severity: Severity;
  /** In the order of the groups. */
  readonly shares: readonly GroupShare[];
  /** Share in the first group minus that in the second; null for other than two groups, and where they cannot be compared. */
  readonly difference: ShareInterval | null;
}

/** Every rule that found something in a run, the most severe first, then by the largest share. */
export function findingShares(groups: readonly RunGroup[]): readonly FindingShares[] {
  const severities = new Map<string, Severity>();
  for (const { id, severity } of groups.flatMap(({ runs }) => runs.flatMap(({ findings }) => findings))) {
    const worst = severities.get(id);
    if (worst === undefined || SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(worst))
      severities.set(id, severity);
  }
  const mixed = placesWithSameRun(groups);
  const mixedWith = groups.map((_, place) =>
    mixed.filter(([a, b]) => a === place || b === place).map(([a, b]) => (a === place ? b : a)),
  );
  const rows = [...severities].map(([id, severity]): FindingShares => {
    const shares = groups.map((group, place) => ({
      ...shareOf(group, id),
      place,
      mixedWith: mixedWith[place] ?? [],
    }));
    const [first, second] = shares;
    const isPair = groups.length === 2 && first !== undefined && second !== undefined;
    return { id, severity, shares, difference: isPair ? shareDifference(first, second) : null };
  });
  const largest = ({ shares }: FindingShares): number =>
    Math.max(...shares.map(({ hits, judged }) => (judged === 0 ? 0 : hits / judged)));
  return rows.sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      largest(b) - largest(a) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Share in `a` minus that in `b`; null where one has too few judged runs, or both have a run in common. */
export function shareDifference(a: GroupShare, b: GroupShare): ShareInterval | null {
  if (a.interval === null || b.interval === null || a.mixedWith.includes(b.place)) return null;
  return differenceInterval(a.interval, b.interval);
}

/** The last group has more of a critical finding than the first: the interval of first minus last lies below 0. */
export function isWorseInLast({ severity, shares }: FindingShares): boolean {
  const [first, last] = [shares[0], shares.at(-1)];
  if (severity !== 'critical' || first === undefined || last === undefined) return false;
  return (shareDifference(first, last)?.high ?? 0) < 0;
}

function shareOf({ name, runs }: RunGroup, id: string): Omit<GroupShare, 'place' | 'mixedWith'> {
  const severities = { critical: 0, warning: 0, info: 0 };
  let [infos, judged] = [0, 0];
  for (const run of runs) {
    const state = runState(run, id);
    if (state === RunState.notJudged) continue;
    judged++;
    if (state === RunState.info) infos++;
    if (state !== RunState.hit) continue;
    const worst = mostSevere(run.findings.filter((finding) => finding.id === id));
    if (worst !== null) severities[worst]++;
  }
  const hits = severities.critical + severities.warning + severities.info;
  const interval = judged < LEAST_RUNS ? null : shareInterval(hits, judged);
  return { group: name, hits, severities, infos, judged, runs: runs.length, interval };
}

/** `21 critical, 3 warnings` of a share whose hits are not all as severe as its row; empty where they are. */
export function severitiesWords({ severity }: FindingShares, { hits, severities }: GroupShare): string {
  if (severities[severity] === hits) return '';
  return SEVERITIES.flatMap((rank) => {
    const number = severities[rank];
    if (number === 0) return [];
    return rank === 'warning' ? plural(number, rank) : `${count(number)} ${rank}`;
  }).join(', ');
}

/** `2 as info, 1 not judged`: runs that are no hits and stand beside them; empty for none. */
export function besideWords({ infos, judged, runs }: GroupShare): string {
  return [
    infos === 0 ? '' : `${count(infos)} as info`,
    judged === runs ? '' : `${count(runs - judged)} not judged`,
  ]
    .filter((one) => one !== '')
    .join(', ');
}
