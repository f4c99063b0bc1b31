/**
 * What is copied and saved of groups: names that the user typed and the verdict stand in all of it; names that come from
 * files where they are wanted only.
 */
import { describe, expect, test } from 'vitest';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import {
  type GroupsFormat,
  groupsAsText,
  groupsSaid,
  sharedGroups,
} from '../../../../src/sharing/table/groups-text.ts';
import { GROUPINGS, type GroupingWish, groupRows } from '../../../../src/sharing/table/row-groups.ts';
import type { GroupOfRows } from '../../../../src/sharing/table/run-groups.ts';
import { madeFinding, madeRow } from '../../../support/table-rows.ts';
import { groupsAsShared } from '../../../support/ways-out.ts';

function groupOf(name: string, runs: number, hits: number): GroupOfRows {
  const rows = Array.from({ length: runs }, (_, i) =>
    madeRow(`${name}-s${i}.sqlog`, {
      findings: i < hits ? [madeFinding('death-spiral', 'critical', 2e6, 5e6)] : [],
    }),
  );
  return { name, nameFrom: 'files', rows, copies: 0, runs: [] };
}
const GROUPS = [groupOf('=secret', 30, 24), groupOf('plain', 30, 0)];

function textOf(format: GroupsFormat, groupNames: boolean): string {
  return groupsAsText(format, groupsSaid(sharedGroups(GROUPS, { ...SHARE_NOTHING, groupNames })));
}

test.each<GroupsFormat>(['tsv', 'markdown', 'json'])(
  '%s has names of groups that come from files only where they are wanted',
  (format) => {
    const plain = textOf(format, false);
    expect(plain).not.toMatch(/secret|plain/);
    expect(plain).toMatch(/group A/);
    expect(textOf(format, true)).toMatch(/secret/);
  },
);

test('TSV has a line per finding with counts, shares and bounds, then the verdict, and no formula', () => {
  const [head = '', ...lines] = textOf('tsv', true).trimEnd().split('\n');
  expect(head.split('\t').slice(0, 4)).toEqual(['finding', 'severity', "'=secret hits", "'=secret infos"]);
  const cells = (lines[0] ?? '').split('\t');
  expect(cells.slice(0, 7)).toEqual(['death-spiral', 'critical', '24', '0', '30', '30', '0.8']);
  expect(cells).toHaveLength(head.split('\t').length);
  expect(Number(cells.at(-3))).toBeCloseTo(0.8, 12);
  expect(lines.slice(1).map((line) => line.split('\t')[0])).toEqual([
    'verdict',
    'verdict',
    'verdict',
    'verdict',
  ]);
});

test('JSON is the record of the command line, with the verdict', () => {
  const record = JSON.parse(textOf('json', false));
  expect([record.schema, record.kind]).toEqual([2, 'groups']);
  expect(record.findings[0].shares[0]).toMatchObject({ group: 'group A', hits: 24, judged: 30 });
  expect(record.groups[1].runs[0]).toBe('run 1');
  expect(record.verdict[0]).toMatch(/24 of 30 runs of group A/);
});

describe('names of groups', () => {
  const FOLDER = 'private-folder';
  const files = [
    ...Array.from({ length: 6 }, (_, i) => `old-s${i}`),
    ...Array.from({ length: 6 }, (_, i) => `new-s${i}`),
  ];
  const rows = files.map((name, i) => {
    const findings = i < 6 ? [madeFinding('death-spiral', 'critical', 2e6, 5e6)] : [];
    const known = { implementation: 'quiche', version: i < 6 ? '0.30.0-secret.build' : '0.31.0', findings };
    return { key: name, row: madeRow(`${FOLDER}${i < 6 ? 'A' : 'B'}/${name}.sqlog`, known) };
  });
  const wishOf = (by: GroupingWish['by']): GroupingWish => ({
    ...{ by, patterns: 'old-*\nnew-*', names: new Map(), withReceivers: false },
    hand: [
      { name: 'group A', keys: new Set(files.slice(0, 6)), pattern: null },
      { name: 'group B', keys: new Set(files.slice(6)), pattern: null },
    ],
  });
  const shown = (wish: GroupingWish): readonly GroupOfRows[] =>
    groupRows(rows, wish).groups.map(({ name, nameFrom, rows: of, copies }) => ({
      ...{ name, nameFrom, copies, runs: [] },
      rows: of.map(({ row }) => row),
    }));

  test.each(GROUPINGS)('typed over a grouping by %s stand in everything, with the verdict', (by) => {
    const wish = wishOf(by);
    const [first] = groupRows(rows, wish).groups;
    const names = new Map([[first?.id ?? '', 'before the fix']]);
    const groups = shown({ ...wish, names });
    const texts = groupsAsShared(groups, SHARE_NOTHING);
    expect(texts).toHaveLength(5);
    for (const text of texts) {
      expect(text).toContain('before the fix');
      expect(text.replace(/\s+|<[^>]*>/g, ' ').replace(/ +/g, ' ')).toMatch(
        /(?:runs?|6) of before the fix|in before the fix/,
      );
      expect(text).not.toMatch(/old-|new-|private-folder|secret/);
    }
  });

  test('a name that is blank, or what the group is called anyway, is none that was typed', () => {
    const [first] = groupRows(rows, wishOf('name')).groups;
    for (const typed of ['', '  ', first?.id ?? '']) {
      const groups = shown({ ...wishOf('name'), names: new Map([[first?.id ?? '', typed]]) });
      expect(groups[0]).toMatchObject({ name: first?.id, nameFrom: 'files' });
      for (const text of groupsAsShared(groups, SHARE_NOTHING)) expect(text).not.toMatch(/old-|new-/);
    }
  });
});
