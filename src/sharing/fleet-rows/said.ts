/** What is said of a fleet: names of what is counted, shares, and its sentences, which builds have a finding more often than before. */
import { modelNames } from '../../engine/base/text/controller-words';
import { count, duration, fixed, percent, plural } from '../../engine/base/text/figures';
import { idleRuleTitle } from '../../engine/base/text/idle-words';
import { shortTitle, titleOfRule } from '../../engine/base/text/rule-titles';
import { LEAST_RUNS } from '../../engine/service/compare/groups';
import type { ShareInterval } from '../../engine/service/compare/intervals';
import { UNKNOWN } from '../figures/words';
import {
  type BeforeAfter,
  type BuildChange,
  type BuildChanges,
  type BuildCount,
  type BuildPair,
  type CountedShare,
  FILE_DAYS,
  type FleetGrouping,
  type ShownRow,
} from './contract';

export const findingTitle = (id: string | null): string =>
  id === null ? 'any alarm' : shortTitle(titleOfRule(id));

export const GROUPING_TITLES: { readonly [by in FleetGrouping]: string } = {
  version: 'Version',
  controller: 'Controller',
  rule: 'Idle rule',
  day: 'Day',
  host: 'Host',
  role: 'Logged by',
  quality: 'Quality of the log',
};

/** What a group is called. */
export function groupName(by: FleetGrouping, id: string): string {
  if (id === '') return 'not known';
  if (by === 'rule') return idleRuleTitle(id);
  if (by === 'day' && id === FILE_DAYS) return 'time of the file';
  return by === 'controller' ? modelNames(id.split('|')) : id;
}

/** `12.3 % (11.9 to 12.7 %)`; of fewer than can tell a share `too few`. */
export function shareWords({ judged, share, low, high }: CountedShare): string {
  if (judged === 0) return UNKNOWN;
  if (Number.isNaN(share)) return 'too few';
  return `${percent(share)} (${percent(low).replace(' %', '')} to ${percent(high)})`;
}

export const day = (ms: number): string =>
  Number.isNaN(ms) ? UNKNOWN : new Date(ms).toISOString().slice(0, 10);

/** Costs of many traces together: days and hours, too. */
export function longTime(ms: number): string {
  if (!(ms > 0)) return UNKNOWN;
  if (ms < 60e3) return duration(ms * 1000);
  if (ms < 3600e3) return `${fixed(ms / 60e3, 1)} min`;
  return ms < 48 * 3600e3 ? `${fixed(ms / 3600e3, 1)} h` : `${count(Math.round(ms / 864e5))} d`;
}

/** Of a row: the worst alarm, and how long it lasts. */
export function verdictOf({ worst, severity, startMs, endMs }: ShownRow): string {
  if (worst === null)
    return { none: 'No alarm', failed: 'Could not be read' }[severity] ?? 'Cannot be judged';
  const title = findingTitle(worst);
  return startMs === null || endMs === null ? title : `${title}, ${duration((endMs - startMs) * 1000)}`;
}

/** Hosts that are named. */
const MOST_HOSTS = 3;
const LONG_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const ofJudged = ({ hits, judged }: BuildCount): string => `${count(hits)} of ${count(judged)}`;
const points = (share: number): string => `${share < 0 ? '−' : '+'}${fixed(Math.abs(share) * 100, 0)}`;

/** `+60 points (95 % interval +27 to +78)` */
export function differenceWords({ share, low, high }: ShareInterval): string {
  return `${points(share)} points (95 % interval ${points(low)} to ${points(high)})`;
}

/** `on hosts edge-1 (5) and edge-2 (4)`; of more than are named their number first. */
function hostWords(hosts: BuildChange['hosts']): string {
  const named = hosts.slice(0, MOST_HOSTS).map(({ name, traces }) => `${name} (${count(traces)})`);
  const listed = named.length < 2 ? named.join() : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  if (hosts.length <= MOST_HOSTS) return `on ${hosts.length === 1 ? 'host' : 'hosts'} ${listed}`;
  return `on ${plural(hosts.length, 'host')}, most on ${listed}`;
}

/**
 * `quiche 0.31.0: Death spiral in 9 of 15 since 3 November 2026; 0.30.0: 0 of 17; on hosts edge-1 (5) and edge-2 (4); 41.0 s lost per
 * transfer (median of 9). +60 points (95 % interval +27 to +78).`
 * @param withHosts names of hosts are names of folders.
 */
export function changeSentence(change: BuildChange, withHosts: boolean): string {
  const { implementation, build, before, finding, sinceMs, hosts, lostMs, lostOf } = change;
  const since = Number.isNaN(sinceMs) ? '' : ` since ${LONG_DAY.format(sinceMs)}`;
  const clauses = [
    `${implementation} ${build.version}: ${findingTitle(finding)} in ${ofJudged(build)}${since}`,
    `${before.version}: ${ofJudged(before)}`,
    withHosts && hosts.length > 0 ? hostWords(hosts) : '',
    lostOf === 0 ? '' : `${longTime(lostMs)} lost per transfer (median of ${count(lostOf)})`,
  ];
  return `${clauses.filter((one) => one !== '').join('; ')}. ${differenceWords(change.difference)}.`;
}

/** How the sentences came about, and what is not compared; empty for a fleet with one build of each implementation. */
export function buildsNote({ changes, comparisons, tooFew }: BuildChanges): string {
  const how =
    `each against the one before it of the same implementation, by the first day in the logs: ` +
    `${plural(comparisons, 'comparison')}, 5 % of error in all (Holm).`;
  const compared =
    comparisons === 0
      ? []
      : [
          changes.length > 0
            ? `Builds, ${how}`
            : `No build has a finding more often than before, or less; ${how}`,
        ];
  return [...compared, ...tooFew.slice(0, MOST_HOSTS).map(tooFewSentence)].join(' ');
}

function tooFewSentence({ implementation, build, before }: BuildPair): string {
  const own = `${implementation} ${build.version} is not compared with ${before.version}`;
  return `${own}: ${count(build.judged)} and ${count(before.judged)} judged, ${LEAST_RUNS} of each are needed.`;
}

/** Of what a group is held against what it is called. */
export function againstName(by: FleetGrouping, { kind, id }: BeforeAfter['others'][number]): string {
  if (kind === 'previous') return `before: ${groupName(by, id)}`;
  return kind === 'earlier' ? `all before it` : 'all others';
}

/** The difference of a group and the first that it is held against. */
export function againstSentence(by: FleetGrouping, { id, others, difference }: BeforeAfter): string {
  const name = groupName(by, id);
  const [first] = others;
  if (first === undefined) return `Nothing is before ${name}, by the dates of logs.`;
  const other = first.kind === 'previous' ? groupName(by, first.id) : 'all others';
  if (difference === null)
    return `${name} against ${other}: too few were judged, ${LEAST_RUNS} of each are needed.`;
  const isClear = difference.low > 0 || difference.high < 0;
  return `${name}: ${differenceWords(difference)} against ${other}${isClear ? '' : ': it may be chance'}.`;
}
