/** Shares that leave: as text of three formats, without a name unless it is wanted. */
import { expect, test } from 'vitest';
import { findingShares, type RunGroup } from '../../../../src/engine/compare/groups.ts';
import { SHARE_NOTHING } from '../../../../src/engine/contract/share-options.ts';
import { type GroupsFormat, groupsAsText, sharedGroups } from '../../../../src/sharing/table/groups-text.ts';

const groupOf = (name: string, runs: number, hits: number): RunGroup => ({
  name,
  runs: Array.from({ length: runs }, (_, i) => ({
    name: `${name}-s${i}.sqlog`,
    findings: i < hits ? [{ id: 'death-spiral', severity: 'critical' as const }] : [],
  })),
});
const GROUPS = [groupOf('=secret', 30, 24), groupOf('plain', 30, 0)];

function textOf(format: GroupsFormat, fileName: boolean): string {
  const shared = sharedGroups(GROUPS, { ...SHARE_NOTHING, fileName });
  return groupsAsText(format, shared, findingShares(shared));
}

test.each<GroupsFormat>(['tsv', 'markdown', 'json'])('%s has names only where they are wanted', (format) => {
  const plain = textOf(format, false);
  expect(plain).not.toMatch(/secret|plain/);
  expect(plain).toMatch(/group A/);
  expect(textOf(format, true)).toMatch(/secret/);
});

test('TSV has a line per finding with counts, shares and bounds, and no formula', () => {
  const [head = '', ...lines] = textOf('tsv', true).trimEnd().split('\n');
  expect(head.split('\t').slice(0, 4)).toEqual(['finding', 'severity', "'=secret hits", "'=secret runs"]);
  const cells = (lines[0] ?? '').split('\t');
  expect(cells.slice(0, 5)).toEqual(['death-spiral', 'critical', '24', '30', '0.8']);
  expect(cells).toHaveLength(head.split('\t').length);
  expect(Number(cells.at(-3))).toBeCloseTo(0.8, 12);
  expect(lines).toHaveLength(1);
});

test('JSON is the record of the command line', () => {
  const record = JSON.parse(textOf('json', false));
  expect([record.schema, record.kind]).toEqual([1, 'groups']);
  expect(record.findings[0].shares[0]).toMatchObject({ group: 'group A', hits: 24, runs: 30 });
  expect(record.groups[1].runs[0]).toBe('run 1');
});
