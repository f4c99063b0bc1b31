/**
 * Groups of runs as they leave the page: shares and intervals as TSV, Markdown and JSON. The names of groups come from
 * those of files, or were typed: they leave with the option of file names only.
 */

import { laneLetter } from '../../drawing/surface/lane-styles';
import type { FindingShares, RunGroup } from '../../engine/compare/groups';
import type { ShareInterval } from '../../engine/compare/intervals';
import type { ShareOptions } from '../../engine/contract/share-options';
import { redactName } from '../../engine/redaction/redact';
import { groupsDocument } from '../report/comparison-document';
import { groupsRecord } from '../report/comparison-record';
import { toMarkdown } from '../report/markdown';
import { harmless } from './table-text';

export type GroupsFormat = 'tsv' | 'markdown' | 'json';

/** Runs without a name have their number. */
export function sharedGroups(groups: readonly RunGroup[], options: ShareOptions): readonly RunGroup[] {
  return groups.map(({ name, runs }, place) => ({
    name: redactName(name, options) ?? `group ${laneLetter(place)}`,
    runs: runs.map((run, i) => ({
      name: redactName(run.name, options) ?? `run ${i + 1}`,
      findings: run.findings.map(({ id, severity }) => ({ id, severity })),
    })),
  }));
}

/** @param groups redacted. @param shares of these groups. */
export function groupsAsText(
  format: GroupsFormat,
  groups: readonly RunGroup[],
  shares: readonly FindingShares[],
): string {
  switch (format) {
    case 'tsv':
      return asTsv(groups, shares);
    case 'markdown':
      return toMarkdown(groupsDocument(groups, shares));
    case 'json':
      return `${JSON.stringify(groupsRecord(groups, shares))}\n`;
  }
}

const bounds = (interval: ShareInterval | null): readonly (number | null)[] =>
  interval === null ? [null, null, null] : [interval.share, interval.low, interval.high];

function asTsv(groups: readonly RunGroup[], shares: readonly FindingShares[]): string {
  const columns = ['hits', 'runs', 'share', 'low', 'high'];
  const head = [
    ...['finding', 'severity'],
    ...groups.flatMap(({ name }) => columns.map((column) => `${name} ${column}`)),
    ...['difference', 'difference low', 'difference high'],
  ];
  const rows = shares.map(({ id, severity, shares: each, difference }) => [
    ...[id, severity],
    ...each.flatMap(({ hits, runs, interval }) => [hits, runs, ...bounds(interval)]),
    ...bounds(difference),
  ]);
  const cell = (value: string | number | null): string => harmless(value).replace(/[\t\r\n]+/g, ' ');
  return [head, ...rows].map((cells) => `${cells.map(cell).join('\t')}\n`).join('');
}
