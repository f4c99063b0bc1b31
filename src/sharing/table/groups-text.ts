/**
 * Groups of runs as they leave the page: verdict, shares and intervals as TSV, Markdown and JSON. A name that the user typed is
 * meant for others, and stands in all of them; one that was made of names of files leaves with the option of these only.
 */
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import {
  type FindingShares,
  leftOutWords,
  type RunGroup,
  runMarkWords,
} from '../../engine/service/compare/groups';
import type { ShareInterval } from '../../engine/service/compare/intervals';
import { groupsDocument } from '../report/comparison-document';
import { toMarkdown } from '../report/document/markdown';
import { groupsRecord } from '../report/records/comparison-record';
import { letterName, sharedName } from './group-names';
import { groupsVerdict } from './groups-verdict';
import { type GroupOfRows, runGroups, sharesOf } from './run-groups';
import { shareRows } from './share-rows';
import { harmless } from './table-text';

export type GroupsFormat = 'tsv' | 'markdown' | 'json';

/**
 * The groups with what may leave of them. Runs without a name have their number; of a group whose name may not leave the letter is reported.
 */
export function sharedGroups(groups: readonly GroupOfRows[], options: ShareOptions): readonly GroupOfRows[] {
  // Together, so that a run in two groups is still found.
  const left = [
    ...shareRows(
      groups.flatMap(({ rows }) => rows),
      options,
    ),
  ];
  return groups.map((group, place) => ({
    name: sharedName(group, options) ?? letterName(place),
    nameFrom: group.nameFrom,
    rows: left
      .splice(0, group.rows.length)
      .map((row, i) => (options.fileName ? row : { ...row, name: `run ${i + 1}` })),
    copies: group.copies,
    // Figures only.
    runs: group.runs,
  }));
}

/** @param groups as `sharedGroups` gives them. */
export function groupsAsText(format: GroupsFormat, groups: readonly GroupOfRows[]): string {
  const counted = runGroups(groups);
  const shares = sharesOf(groups);
  const verdict = groupsVerdict(groups, shares);
  switch (format) {
    case 'tsv':
      return asTsv(counted, shares, verdict);
    case 'markdown':
      return toMarkdown(groupsDocument(counted, shares, verdict));
    case 'json':
      return `${JSON.stringify(groupsRecord(counted, shares, verdict))}\n`;
  }
}

const bounds = (interval: ShareInterval | null): readonly (number | null)[] =>
  interval === null ? [null, null, null] : [interval.share, interval.low, interval.high];

/** The shares, then a line per sentence of the verdict, and what the groups are made of. */
function asTsv(
  groups: readonly RunGroup[],
  shares: readonly FindingShares[],
  verdict: readonly string[],
): string {
  const columns = ['hits', 'infos', 'judged', 'runs', 'share', 'low', 'high'];
  const head = [
    'finding',
    'severity',
    ...groups.flatMap(({ name }) => columns.map((column) => `${name} ${column}`)),
    'difference',
    'difference low',
    'difference high',
  ];
  const rows = shares.map(({ id, severity, shares: each, difference }) => [
    id,
    severity,
    ...each.flatMap(({ hits, infos, judged, runs, interval }) => [
      hits,
      infos,
      judged,
      runs,
      ...bounds(interval),
    ]),
    ...bounds(difference),
  ]);
  const cell = (value: string | number | null): string => harmless(value).replace(/[\t\r\n]+/g, ' ');
  const origins = groups.flatMap(({ name, runs }) => {
    const words = runMarkWords(runs);
    return words === '' ? [] : [['origin', `${name}: ${words}`]];
  });
  const leftOut = groups.flatMap((group) => {
    const words = leftOutWords(group);
    return words === '' ? [] : [['left out', `${group.name}: ${words}`]];
  });
  const below = [...verdict.map((sentence) => ['verdict', sentence]), ...origins, ...leftOut];
  return [head, ...rows, ...below].map((cells) => `${cells.map(cell).join('\t')}\n`).join('');
}
