/**
 * The verdict over groups of runs: which findings are more frequent in one than in another, by intervals that do not hold 0,
 * since when, and whether another group has something instead.
 */
import { count, duration, instant, plural } from '../../engine/base/text/figures';
import { shortTitle, titleOfRule } from '../../engine/base/text/rule-titles';
import {
  besideWords,
  type FindingShares,
  type GroupShare,
  inTwoGroupsWords,
  LEAST_RUNS,
  severitiesWords,
  shareDifference,
} from '../../engine/service/compare/groups';
import type { ShareInterval } from '../../engine/service/compare/intervals';
import { unlikeLengthsWords } from '../../engine/service/compare/unlike-lengths';
import { type ComparedFigure, comparedFigures, figureSentences, finishedOf } from './group-figures';
import {
  foundIn,
  type GroupOfRows,
  logsOf,
  runGroups,
  settingsThatDiffer,
  spreadOf,
  spreadWords,
} from './run-groups';
import { powerSentence, type SharesPower, sharesPower, unshownPower } from './shares-power';

/** Further findings stand in the table. */
const MOST_SENTENCES = 4;

const points = (share: number): string => count(Math.round(Math.abs(share) * 100));
const range = ({ low, high }: ShareInterval): string =>
  `${Math.round(low * 100)} to ${Math.round(high * 100)} %`;
const listed = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

interface MoreFrequent {
  readonly row: FindingShares;
  /** Index of the group with the largest share. */
  readonly most: number;
  /** Those that have it less often, and by how much. */
  readonly less: readonly { readonly share: GroupShare; readonly difference: ShareInterval }[];
  /** Those of which that cannot be determined. */
  readonly alike: readonly GroupShare[];
  /** Where lengths of the logs explain it, a sentence; empty otherwise. */
  readonly caution: string;
}

function moreFrequentOf(row: FindingShares, groups: readonly GroupOfRows[]): MoreFrequent | null {
  const shares = row.shares.filter(({ interval }) => interval !== null);
  const most = shares.toSorted((a, b) => b.hits / b.judged - a.hits / a.judged)[0];
  if (most === undefined) return null;
  const others = shares.filter((share) => share !== most && !most.mixedWith.includes(share.place));
  const less = others.flatMap((share) => {
    const difference = shareDifference(most, share);
    return difference !== null && difference.low > 0 ? [{ share, difference }] : [];
  });
  const alike = others.filter((share) => !less.some((one) => one.share === share));
  if (less.length === 0) return null;
  const places = [most, ...less.map(({ share }) => share)].map((share) => row.shares.indexOf(share));
  const logs = logsOf(places.map((place) => groups[place]));
  return { row, most: row.shares.indexOf(most), less, alike, caution: unlikeLengthsWords([row.id], logs) };
}

/** The most severe first; what the lengths of the logs explain is not what the groups change: it stands last. */
function moreFrequent(
  groups: readonly GroupOfRows[],
  shares: readonly FindingShares[],
): readonly MoreFrequent[] {
  const rows = shares.flatMap((row) => moreFrequentOf(row, groups) ?? []);
  const all = [
    ...rows.filter(({ caution }) => caution === ''),
    ...rows.filter(({ caution }) => caution !== ''),
  ];
  const isAlarm = ({ row }: MoreFrequent): boolean => row.severity !== 'info';
  return [...all.filter(isAlarm), ...all.filter((one) => !isAlarm(one))];
}

function sentenceOf({ row, most, less, alike, caution }: MoreFrequent): string {
  const title = shortTitle(titleOfRule(row.id));
  const first = row.shares[most];
  const interval = first.interval as ShareInterval;
  const head = `${title}: ${count(first.hits)} of ${plural(first.judged, 'run')} of ${first.group} (${severitiesOf(row, first)}${points(interval.share)} %, 95 % interval ${range(interval)})`;
  const fewer = less.map(
    ({ share, difference }) =>
      `${count(share.hits)} of ${count(share.judged)} of ${share.group} ` +
      `(${severitiesOf(row, share)}${range(share.interval as ShareInterval)}): ` +
      `${points(difference.share)} points fewer (${points(difference.low)} to ${points(difference.high)})`,
  );
  const same = alike.map(({ hits, judged, group }) => `${count(hits)} of ${count(judged)} of ${group}`);
  const rest = same.length === 0 ? '' : `; not distinguished from ${listed(same, 'and')}`;
  return `${head}, ${fewer.join('; ')}${rest}.${caution === '' ? '' : ` ${caution}`}`;
}

/** `21 critical, 3 warnings; 1 not judged; `, before the share of a group. */
function severitiesOf(row: FindingShares, share: GroupShare): string {
  return [severitiesWords(row, share), besideWords(share)]
    .map((words) => (words === '' ? '' : `${words}; `))
    .join('');
}

/** `In the runs of buggy that have it, it begins at 2.026 s (1.980 to 2.070 s) and lasts 3.20 s (0.52 to 7.95 s): medians and ranges.` */
function sinceSentence({ row, most }: MoreFrequent, groups: readonly GroupOfRows[]): string {
  const group = groups[most];
  const findings = foundIn(group, row.id);
  const since = spreadOf(findings.map(({ startUs }) => startUs));
  const lasts = spreadOf(
    findings.map(({ startUs, endUs }) => (startUs === null || endUs === null ? null : endUs - startUs)),
  );
  if (since === null || lasts === null) return '';
  return (
    `In the runs of ${group.name} that have it, it begins at ${spreadWords(since, instant)} ` +
    `and lasts ${spreadWords(lasts, duration)}: medians and ranges.`
  );
}

/**
 * `Completed: 18 of 30 of buggy, median 5.89 s; 30 of 30 of fixed, median 3.86 s.` The median is of all runs: where most did not complete
 * there is none. Empty before all files are read.
 */
function completedSentence(groups: readonly GroupOfRows[], figures: readonly ComparedFigure[]): string {
  const completion = figures.find(({ id }) => id === 'completion');
  if (completion === undefined || groups.every(({ runs }) => finishedOf(runs) === 0)) return '';
  const cells = groups.map(({ name, runs }, i) => {
    const median = completion.groups[i]?.median?.estimate ?? Number.NaN;
    const words = Number.isFinite(median) ? `, median ${duration(median)}` : '';
    return `${count(finishedOf(runs))} of ${count(runs.length)} of ${name}${words}`;
  });
  return `Completed: ${cells.join('; ')}.`;
}

/** What is said of a controller names its idle rule too. */
function settingsSentence(groups: readonly GroupOfRows[]): string {
  const differing = settingsThatDiffer(groups);
  const hasRule = differing.some(({ id }) => id === 'rule');
  const settings = differing
    .filter(({ id }) => !(hasRule && id === 'controller'))
    .map(({ title, most }) => {
      const cells = most.flatMap(({ text, number }, i) => {
        const { name, rows } = groups[i];
        return text === '' ? [] : `${text} in ${count(number)} of ${count(rows.length)} of ${name}`;
      });
      return `${title.toLowerCase()} ${cells.join(', ')}`;
    });
  return settings.length === 0 ? '' : `What differs: ${settings.join('; ')}.`;
}

/**
 * Whether a group has an alarm more often than the one that is worse on the whole. Where no interval tells that, the hits of
 * another may still be more.
 */
function otherwiseSentence(
  worst: number,
  shares: readonly FindingShares[],
  groups: readonly GroupOfRows[],
): string {
  const mixed = shares[0]?.shares[worst]?.mixedWith ?? [];
  const others = groups
    .filter(({ rows }, i) => i !== worst && rows.length >= LEAST_RUNS && !mixed.includes(i))
    .map(({ name }) => name);
  const isMore = shares.some(
    ({ severity, shares: all }) =>
      severity !== 'info' && all.some((share) => (shareDifference(share, all[worst])?.low ?? 0) > 0),
  );
  if (isMore || others.length === 0) return '';
  return `No critical finding and no warning can be shown to be more frequent in ${listed(others, 'or')} than in ${groups[worst]?.name}.`;
}

/** Of what the verdict begins with, against the group that has it least; null where nothing is compared. */
export function groupsPower(
  groups: readonly GroupOfRows[],
  shares: readonly FindingShares[],
): SharesPower | null {
  const [first] = moreFrequent(groups, shares);
  if (first === undefined) {
    const isMixed = inTwoGroupsWords(runGroups(groups)).length > 0;
    const runs = groups.map(({ name, rows }) => ({ group: name, hits: 0, judged: rows.length }));
    return unshownPower(shares, isMixed ? [] : runs);
  }
  const { row, most, less } = first;
  const [least] = less.toSorted((a, b) => b.difference.share - a.difference.share);
  return least === undefined ? null : sharesPower(row.id, [row.shares[most], least.share], true);
}

/** The worst first. @param shares of the same groups, as `findingShares` gives them. */
export function groupsVerdict(
  groups: readonly GroupOfRows[],
  shares: readonly FindingShares[],
  figures: readonly ComparedFigure[] = comparedFigures(groups),
): readonly string[] {
  const few = groups.filter(({ rows }) => rows.length < LEAST_RUNS);
  const tooFew = few.map(
    ({ name, rows }) =>
      `${name} has ${plural(rows.length, 'run')}: too few, ${LEAST_RUNS} are needed to tell a share.`,
  );
  if (groups.length - few.length < 2) {
    const [only] = groups.filter((group) => !few.includes(group));
    return [...(only === undefined ? [] : alone(only, shares, groups.indexOf(only))), ...tooFew];
  }
  const mixed = inTwoGroupsWords(runGroups(groups));
  const areCompared = shares.some(({ shares: all }) =>
    all.some((a) => all.some((b) => a.place < b.place && shareDifference(a, b) !== null)),
  );
  if (!areCompared && mixed.length > 0) return [...mixed, ...tooFew];
  const byFigures = figureSentences(groups, figures);
  const all = moreFrequent(groups, shares);
  const alarms = all.filter(({ row }) => row.severity !== 'info');
  const shown = (alarms.length > 0 ? alarms : all).slice(0, MOST_SENTENCES);
  const [first] = shown;
  const power = groupsPower(groups, shares);
  const howMany = power === null ? [] : [powerSentence(power)];
  if (first === undefined)
    return [
      'No finding can be shown to be more frequent in one group than in another: every interval of a difference holds 0.',
      ...howMany,
      ...mixed,
      ...byFigures,
      ...tooFew,
    ];
  const [worst = '', ...others] = shown.map((one) => sentenceOf(one));
  const rest = all.length - shown.length;
  return [
    worst,
    ...mixed,
    sinceSentence(first, groups),
    completedSentence(groups, figures),
    otherwiseSentence(first.most, shares, groups),
    ...byFigures,
    settingsSentence(groups),
    ...howMany,
    ...others,
    rest === 0
      ? ''
      : `${plural(rest, 'further finding')} ${rest === 1 ? 'differs' : 'differ'}: see the table.`,
    ...tooFew,
  ].filter((sentence) => sentence !== '');
}

/** Of a single group its worst alarm. */
function alone(group: GroupOfRows, shares: readonly FindingShares[], at: number): readonly string[] {
  const worst = shares.find((row) => row.severity !== 'info' && (row.shares[at]?.hits ?? 0) > 0);
  const share = worst?.shares[at];
  if (worst === undefined || share?.interval == null)
    return [`No run of ${plural(group.rows.length, 'run')} of ${group.name} has an alarm.`];
  return [
    `${shortTitle(titleOfRule(worst.id))}: ${count(share.hits)} of ${plural(share.judged, 'run')} of ${group.name} ` +
      `(${severitiesOf(worst, share)}${points(share.interval.share)} %, 95 % interval ${range(share.interval)}).`,
  ];
}
