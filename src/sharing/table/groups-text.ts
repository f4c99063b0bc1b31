/**
 * Groups of runs as they leave the page: verdict, shares and intervals as TSV, Markdown and JSON. A name that the user typed is
 * meant for others, and stands in all of them; one that was made of names of files leaves with the option of these only.
 */
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import {
  type FindingShares,
  findingShares,
  leftOutWords,
  type RunGroup,
  runMarkWords,
} from '../../engine/service/compare/groups';
import type { ShareInterval } from '../../engine/service/compare/intervals';
import { unlikeLengthsWords } from '../../engine/service/compare/unlike-lengths';
import { groupsDocument } from '../report/comparison-document';
import type { Document } from '../report/document/document';
import { toMarkdown } from '../report/document/markdown';
import { type GroupsAnswer, groupsRecord } from '../report/records/comparison-record';
import { comparedFigures, groupFigures } from './group-figures';
import { letterName, sharedName } from './group-names';
import { groupsPower, groupsVerdict } from './groups-verdict';
import { type GroupOfRows, logsOf, runGroups } from './run-groups';
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

/** All that is said of groups: the same on the page, in the command, in Markdown and JSON. */
export interface GroupsSaid extends GroupsAnswer {
  readonly counted: readonly RunGroup[];
  readonly shares: readonly FindingShares[];
}

/** @param counted the same groups, with runs that could not be read where that is not on the page. */
export function groupsSaid(groups: readonly GroupOfRows[], counted = runGroups(groups)): GroupsSaid {
  const shares = findingShares(counted);
  const ids = shares.map(({ id }) => id);
  const figures = comparedFigures(groups);
  return {
    counted,
    shares,
    verdict: groupsVerdict(groups, shares, figures),
    figures: groupFigures(groups, figures),
    caution: unlikeLengthsWords(ids, logsOf(groups)),
    power: groupsPower(groups, shares),
  };
}

export const documentOf = (said: GroupsSaid): Document => groupsDocument(said.counted, said.shares, said);
export const recordOf = (said: GroupsSaid): object => groupsRecord(said.counted, said.shares, said);

/** @param said of groups as `sharedGroups` gives them. */
export function groupsAsText(format: GroupsFormat, said: GroupsSaid): string {
  switch (format) {
    case 'tsv':
      return asTsv(said);
    case 'markdown':
      return toMarkdown(documentOf(said));
    case 'json':
      return `${JSON.stringify(recordOf(said))}\n`;
  }
}

const bounds = (interval: ShareInterval | null): readonly (number | null)[] =>
  interval === null ? [null, null, null] : [interval.share, interval.low, interval.high];

/** The shares, then a line per sentence of the verdict, and what the groups are made of. */
function asTsv({ counted: groups, shares, verdict }: GroupsSaid): string {
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
