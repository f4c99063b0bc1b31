/** Shares of runs with a finding: counted, with intervals, and no share of too few runs. */
import { expect, test } from 'vitest';
import type { Severity } from '../../../../../src/engine/findings/finding/finding';
import {
  findingShares,
  LEAST_RUNS,
  type Run,
  type RunGroup,
  severitiesWords,
} from '../../../../../src/engine/service/compare/groups.ts';
import { differenceInterval, shareInterval } from '../../../../../src/engine/service/compare/intervals.ts';

const run = (...findings: readonly (readonly [string, Severity])[]): Run => ({
  name: 'run',
  findings: findings.map(([id, severity]) => ({ id, severity })),
  marks: [],
});
const group = (name: string, ...runs: readonly Run[]): RunGroup => ({ name, runs });
const times = (count: number, one: Run): readonly Run[] => Array.from({ length: count }, () => one);

const SPIRAL = run(['death-spiral', 'critical'], ['pto-storm', 'warning'], ['pto-storm', 'warning']);
const STORM = run(['pto-storm', 'warning']);

test('a run counts once, however often its rule finds something', () => {
  const rows = findingShares([
    group('buggy', ...times(24, SPIRAL), ...times(6, run())),
    group('fixed', ...times(30, STORM)),
  ]);
  expect(rows.map(({ id, severity }) => [id, severity])).toEqual([
    ['death-spiral', 'critical'],
    ['pto-storm', 'warning'],
  ]);
  const [spiral, storm] = rows;
  expect(spiral?.shares.map(({ group, hits, runs }) => [group, hits, runs])).toEqual([
    ['buggy', 24, 30],
    ['fixed', 0, 30],
  ]);
  expect(spiral?.shares.map(({ interval }) => interval)).toEqual([
    shareInterval(24, 30),
    shareInterval(0, 30),
  ]);
  expect(spiral?.difference).toEqual(differenceInterval(shareInterval(24, 30), shareInterval(0, 30)));
  expect(storm?.shares.map(({ hits }) => hits)).toEqual([24, 30]);
});

test('fewer than five runs have no share, and no difference', () => {
  const few = findingShares([
    group('a', ...times(LEAST_RUNS - 1, SPIRAL)),
    group('b', ...times(LEAST_RUNS, SPIRAL)),
  ]);
  expect(few[0]?.shares.map(({ interval }) => interval === null)).toEqual([true, false]);
  expect(few[0]?.difference).toBeNull();
});

test('a difference is told of two groups only', () => {
  const groups = ['a', 'b', 'c'].map((name) => group(name, ...times(LEAST_RUNS, SPIRAL)));
  expect(findingShares(groups)[0]?.difference).toBeNull();
  expect(findingShares(groups.slice(0, 1))[0]?.difference).toBeNull();
});

test('the worst severity of a rule counts, and the larger share comes first', () => {
  const rows = findingShares([
    group('a', ...times(3, run(['x', 'info'], ['y', 'warning'])), ...times(3, run(['x', 'warning']))),
  ]);
  expect(rows.map(({ id, severity }) => [id, severity])).toEqual([
    ['x', 'warning'],
    ['y', 'warning'],
  ]);
});

test('hits that are not all as severe as their row are told by severity, each run by its worst', () => {
  const mild = run(['death-spiral', 'warning']);
  const both = run(['death-spiral', 'warning'], ['death-spiral', 'critical']);
  const [row] = findingShares([
    group('mixed', ...times(20, SPIRAL), both, ...times(3, mild)),
    group('one', SPIRAL),
    group('none', run()),
    group('mild', mild),
  ]);
  if (row === undefined) throw new Error('no row');
  expect(row.shares[0]?.severities).toEqual({ critical: 21, warning: 3, info: 0 });
  expect(row.shares.map((share) => severitiesWords(row, share))).toEqual([
    '21 critical, 3 warnings',
    '',
    '',
    '1 warning',
  ]);
});
