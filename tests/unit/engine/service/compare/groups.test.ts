/** Shares of runs with a finding: counted, with intervals, and no share of too few runs. */
import { expect, test } from 'vitest';
import type { Severity } from '../../../../../src/engine/findings/finding/finding';
import {
  besideWords,
  findingShares,
  inTwoGroupsWords,
  isWorseInLast,
  LEAST_RUNS,
  leftOutWords,
  type Run,
  type RunGroup,
  runGroup,
  severitiesWords,
  shareDifference,
} from '../../../../../src/engine/service/compare/groups.ts';
import { differenceInterval, shareInterval } from '../../../../../src/engine/service/compare/intervals.ts';

const run = (...findings: readonly (readonly [string, Severity])[]): Run => ({
  name: 'run',
  id: null,
  notJudged: [],
  findings: findings.map(([id, severity]) => ({ id, severity })),
  marks: [],
});
const group = (name: string, ...runs: readonly Run[]): RunGroup => runGroup(name, runs);
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
    group('a', ...times(3, run(['x', 'info'], ['y', 'warning'])), ...times(4, run(['x', 'warning']))),
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

test('an alarm counts, an info stands beside, and what is not judged counts nowhere', () => {
  const mild = run(['death-spiral', 'info']);
  const blind = { ...run(), notJudged: ['death-spiral'] };
  const [row] = findingShares([
    group('a', ...times(8, SPIRAL), ...times(2, mild), ...times(9, run()), blind),
  ]);
  const share = row?.shares[0];
  expect(share).toMatchObject({ hits: 8, infos: 2, judged: 19, runs: 20, interval: shareInterval(8, 19) });
  expect(share && besideWords(share)).toBe('2 as info, 1 not judged');
  const few = findingShares([group('a', ...times(LEAST_RUNS - 1, SPIRAL), blind)]);
  expect(few[0]?.shares[0]?.interval).toBeNull();
});

test('a rule that raises no alarm by its nature counts wherever it is found', () => {
  const [row] = findingShares([group('a', ...times(3, run(['bufferbloat', 'info'])), ...times(3, run()))]);
  expect(row).toMatchObject({ severity: 'info' });
  expect(row?.shares[0]).toMatchObject({ hits: 3, infos: 0, severities: { info: 3 } });
});

const numbered = (from: number, runs: number, one: Run): readonly Run[] =>
  Array.from({ length: runs }, (_, i) => ({ ...one, name: `${from + i}.sqlog`, id: `${from + i}` }));

test('identical runs count once within a group, and that is said', () => {
  const same = group('a', ...numbered(0, 6, SPIRAL), ...numbered(0, 3, SPIRAL));
  expect(same).toMatchObject({ copies: 3, failures: 0 });
  expect(leftOutWords(same)).toBe('3 copies left out');
  expect(leftOutWords(runGroup('b', [], 1))).toBe('1 run not read');
  expect(findingShares([same])[0]?.shares[0]).toMatchObject({ hits: 6, runs: 6 });
});

test('the same run in two groups is named, and these two are not compared', () => {
  const [a, b, c] = [numbered(0, 30, SPIRAL), numbered(30, 30, run()), numbered(60, 30, run())];
  const copy = { ...(a[7] as Run), name: 'renamed.sqlog' };
  const groups = [group('a', ...a), group('b', ...b.slice(1), copy), group('c', ...c)];
  expect(inTwoGroupsWords(groups)).toEqual([
    'The same run, 7.sqlog and renamed.sqlog, is in a and in b: the two are not compared.',
  ]);
  const [row] = findingShares(groups);
  const [first, second, third] = row?.shares ?? [];
  if (row === undefined || first === undefined || second === undefined || third === undefined)
    throw new Error('no shares');
  expect([shareDifference(first, second), shareDifference(second, first)]).toEqual([null, null]);
  expect(shareDifference(first, third)?.low).toBeGreaterThan(0);
  expect(findingShares(groups.slice(0, 2))[0]?.difference).toBeNull();
  expect(inTwoGroupsWords([group('a', ...a), group('b', ...b)])).toEqual([]);
});

test('the gate asks whether the last group has more of a critical finding than the first', () => {
  const [ill, well, storm] = [times(30, SPIRAL), times(30, run()), times(30, STORM)];
  const isWorse = (...groups: readonly (readonly Run[])[]): boolean =>
    findingShares(groups.map((runs, i) => group(`${i}`, ...runs))).some(isWorseInLast);
  expect(isWorse(well, ill)).toBe(true);
  expect(isWorse(well, storm, ill)).toBe(true);
  expect(isWorse(ill, well)).toBe(false);
  expect(isWorse(well, storm)).toBe(false);
  expect(isWorse(well, times(30, run(['death-spiral', 'info'])))).toBe(false);
});
