/** Rows of a table as groups of runs: by name, logger, folder, patterns and by hand; receivers and failures are counted. */
import { describe, expect, test } from 'vitest';
import { failedRow } from '../../../../src/sharing/figures/rows.ts';
import {
  type Grouping,
  type GroupingWish,
  groupRows,
  type KeyedRow,
} from '../../../../src/sharing/table/row-groups.ts';
import { seedlessNames } from '../../../../src/sharing/table/seedless-names.ts';
import { madeRow } from '../../../support/table-rows.ts';

const WISH: GroupingWish = {
  ...{ by: 'name', patterns: '', hand: [], names: new Map(), withReceivers: false },
};

const keyed = (rows: readonly KeyedRow['row'][]): readonly KeyedRow[] =>
  rows.map((row, i) => ({ key: `${i}.0`, row }));

const seeds = (name: string, number: number, from = 1): readonly string[] =>
  Array.from({ length: number }, (_, i) => name.replace('#', String(from + i)));

function sizes(
  rows: readonly KeyedRow[],
  wish: Partial<GroupingWish>,
): readonly (readonly [string, number])[] {
  return groupRows(rows, { ...WISH, ...wish }).groups.map(({ name, rows: runs }) => [name, runs.length]);
}

describe('names without their seed', () => {
  const groups = (names: readonly string[]): readonly string[] => [...new Set(seedlessNames(names))];

  test('differ in their words', () => {
    const names = [...seeds('buggy-s#.server', 30, 101), ...seeds('fixed-s#.server', 30, 101)];
    expect(groups(names)).toEqual(['buggy', 'fixed']);
    expect(groups(seeds('cubic-buggy-s#', 30))).toEqual(['cubic-buggy']);
    expect(groups([...seeds('#', 6), ...seeds('reno_run_#', 6)])).toEqual(['run', 'reno']);
  });

  test('keep numbers that tell cases apart: only the last that differs is a seed', () => {
    const names = [...seeds('rate2-v1-s#', 5), ...seeds('rate5-v1-s#', 5)];
    expect(groups(names)).toEqual(['rate2-v1', 'rate5-v1']);
    // Not where it leaves single runs: these are dates and times.
    expect(groups(seeds('run-2026#-10#', 6))).toHaveLength(1);
  });

  test('keep what tells both ends apart', () => {
    expect(groups([...seeds('a-s#.client', 5), ...seeds('a-s#.server', 5)])).toEqual([
      'a.client',
      'a.server',
    ]);
  });
});

test('of a table of three cases', () => {
  const rows = keyed(
    [...seeds('runs/buggy-s#.sqlog.gz', 30), ...seeds('runs/fixed-s#.sqlog.gz', 20)].map((name) =>
      madeRow(name, { side: 'sender' }),
    ),
  );
  expect(sizes(rows, {})).toEqual([
    ['buggy', 30],
    ['fixed', 20],
  ]);
  expect(sizes(rows, { by: 'folder' })).toEqual([['runs', 50]]);
  expect(sizes(rows, { names: new Map([['fixed', 'with the fix']]) })).toEqual([
    ['buggy', 30],
    ['with the fix', 20],
  ]);
});

test('by what logged them', () => {
  const rows = keyed([
    madeRow('a', { implementation: 'quiche', version: '0.30.0' }),
    madeRow('b', { implementation: 'quiche', version: '0.28.0' }),
    madeRow('c', { implementation: 'quiche', version: '0.28.0' }),
    madeRow('d'),
  ]);
  expect(sizes(rows, { by: 'implementation' })).toEqual([
    ['not known', 1],
    ['quiche', 3],
  ]);
  expect(sizes(rows, { by: 'version' })).toEqual([
    ['not known', 1],
    ['quiche 0.28.0', 2],
    ['quiche 0.30.0', 1],
  ]);
});

test('by patterns, in their order: a name belongs to the first, also without its ending', () => {
  const rows = keyed(
    ['ci/fixed-1.sqlog.gz', 'ci/buggy-1.sqlog.gz', 'ci/reno-1.sqlog.gz'].map((name) => madeRow(name)),
  );
  const patterns = '  buggy-? \n\nci/*fixed*\n*-1.sqlog.gz\nbuggy-?';
  expect(sizes(rows, { by: 'pattern', patterns })).toEqual([
    ['buggy-?', 1],
    ['ci/*fixed*', 1],
    ['*-1.sqlog.gz', 1],
  ]);
  const { groups, others } = groupRows(rows, { ...WISH, by: 'pattern', patterns: 'reno*' });
  expect([groups.length, others]).toEqual([1, 2]);
});

test('by hand', () => {
  const rows = keyed(['a', 'b', 'c'].map((name) => madeRow(name)));
  const hand = [
    { name: 'group A', keys: new Set(['2.0', '0.0']), pattern: null },
    { name: 'group B', keys: new Set(['9.0']), pattern: null },
  ];
  const grouped = groupRows(rows, { ...WISH, by: 'hand', hand });
  expect(grouped.groups.map(({ rows: runs }) => runs.map(({ row }) => row.name))).toEqual([['a', 'c']]);
  expect(grouped.others).toBe(1);
});

test('a row that is in no group by hand joins the first whose pattern it matches', () => {
  const rows = keyed(['trace 1', 'trace 2', 'new-7.sqlog', 'old-7.sqlog'].map((name) => madeRow(name)));
  const hand = [
    { name: 'group A', keys: new Set(['0.0']), pattern: 'old-*' },
    { name: 'group B', keys: new Set(['1.0']), pattern: '*-7' },
  ];
  const { groups } = groupRows(rows, { ...WISH, by: 'hand', hand });
  expect(groups.map(({ pattern, rows: runs }) => [pattern, runs.map(({ row }) => row.name)])).toEqual([
    ['old-*', ['trace 1', 'old-7.sqlog']],
    ['*-7', ['trace 2', 'new-7.sqlog']],
  ]);
});

test.each<Grouping>(['name', 'folder', 'hand'])(
  'receivers and failures are left out and counted: by %s',
  (by) => {
    const rows = keyed([
      ...seeds('a-s#', 5).map((name) => madeRow(name, { side: 'sender' })),
      ...seeds('a-s#', 3).map((name) => madeRow(name, { side: 'receiver' })),
      madeRow('a-s9', { side: 'unknown' }),
      failedRow('notes.txt', { kind: 'not-qlog', text: '' }),
    ]);
    const hand = [{ name: 'all', keys: new Set(rows.map(({ key }) => key)), pattern: null }];
    const { groups, receivers, failures } = groupRows(rows, { ...WISH, by, hand });
    expect(groups.map(({ rows: runs }) => runs.length)).toEqual([6]);
    expect([receivers, failures]).toEqual([3, 1]);
    const all = groupRows(rows, { ...WISH, by, hand, withReceivers: true });
    expect(all.groups.map(({ rows: runs }) => runs.length)).toEqual([9]);
    expect(all.receivers).toBe(0);
  },
);
