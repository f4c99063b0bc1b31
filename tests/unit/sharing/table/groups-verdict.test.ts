/** The verdict over groups: what is more frequent by intervals, since when, what else differs; figures with their range. */
import { expect, test } from 'vitest';
import { duration } from '../../../../src/engine/base/text/figures.ts';
import type { RunSamples } from '../../../../src/engine/reading/contract/samples.ts';
import { findingShares, runGroup } from '../../../../src/engine/service/compare/groups.ts';
import type { TraceRow } from '../../../../src/sharing/figures/rows.ts';
import { groupFigures } from '../../../../src/sharing/table/group-figures.ts';
import { groupsVerdict } from '../../../../src/sharing/table/groups-verdict.ts';
import {
  type GroupOfRows,
  runGroups,
  sharesOf,
  spreadOf,
  spreadWords,
} from '../../../../src/sharing/table/run-groups.ts';
import { madeFinding, madeRow } from '../../../support/table-rows.ts';

/** A group of runs, of which the first have the findings of these rules. */
function groupOf(
  name: string,
  runs: number,
  hits: { readonly [id: string]: number },
  known: Partial<TraceRow> = {},
): GroupOfRows {
  const rows = Array.from({ length: runs }, (_, i) =>
    madeRow(`${name}-${i}`, {
      ...known,
      findings: Object.entries(hits).flatMap(([id, number]) =>
        i < number ? madeFinding(id, id === 'spiral' ? 'critical' : 'warning', 2e6 + i * 1e4, 5e6) : [],
      ),
    }),
  );
  return { name, nameFrom: 'user', rows, copies: 0, runs: [] };
}

const verdictOf = (...groups: readonly GroupOfRows[]): readonly string[] =>
  groupsVerdict(groups, sharesOf(groups));

const runOf = (completedUs: number): RunSamples => ({
  ...{ connection: 0, outcome: Number.isNaN(completedUs) ? 'open' : 'finished', completedUs, endUs: 10e6 },
  samples: { fromUs: 0, stepUs: 1, series: [] },
  landmarks: {
    ...{ startUs: 0, handshakeUs: 1, firstDataUs: 2 },
    ...{ firstLossUs: Number.NaN, lastLossUs: Number.NaN },
  },
});

test('the worst finding first, with both intervals and that of the difference', () => {
  const sentences = verdictOf(
    groupOf('fixed', 30, { host: 6 }),
    groupOf('buggy', 30, { spiral: 24, host: 20 }),
  );
  expect(sentences[0]).toBe(
    'Spiral: 24 of 30 runs of buggy (80 %, 95 % interval 63 to 90 %), 0 of 30 of fixed (0 to 11 %): 80 points fewer (59 to 90).',
  );
  expect(sentences[1]).toContain('begins at 2.115 s (2.000 to 2.230 s) and lasts 2.88 s (2.77 to 3.00 s)');
  expect(sentences[2]).toBe(
    'No critical finding and no warning can be shown to be more frequent in fixed than in buggy.',
  );
  expect(sentences[3]).toBe(
    'How many runs would tell: Spiral, 24 of 30 of buggy and 0 of 30 of fixed: were the true shares these, ' +
      '5 runs per group would show the difference with a power of 80 % (95 % intervals, two-sided α of 5 %).',
  );
  expect(sentences[4]).toMatch(/^Host: 20 of 30 runs of buggy .* 6 of 30 of fixed/);
  expect(sentences).toHaveLength(5);
});

test('a fix that brings something else is told as such', () => {
  const sentences = verdictOf(
    groupOf('buggy', 30, { spiral: 24, storm: 1 }),
    groupOf('fixed', 30, { storm: 28 }),
  );
  expect(sentences.some((sentence) => sentence.startsWith('Storm: 28 of 30 runs of fixed'))).toBe(true);
  expect(sentences.some((sentence) => sentence.startsWith('No critical'))).toBe(false);
});

test('what the lengths of the logs explain stands last, with them in its line', () => {
  const sentences = verdictOf(
    groupOf('slow', 30, { 'host-stall': 28, spiral: 10, storm: 20 }, { durationUs: 9.45e6 }),
    groupOf('quick', 30, { 'host-stall': 6 }, { durationUs: 3.96e6 }),
  );
  expect(sentences[0]).toMatch(/^Spiral: 10 of 30/);
  expect(sentences.at(-1)).toMatch(
    /^A host stopped: 28 of 30 .*\)\. A host may stop at any time, so that a longer log shows it more often: slow 9\.45 s, quick 3\.96 s\.$/,
  );
  const alike = verdictOf(
    groupOf('slow', 30, { 'host-stall': 28, storm: 20 }),
    groupOf('quick', 30, { 'host-stall': 6 }),
  );
  expect(alike[0]).toMatch(/^A host stopped: 28 of 30 .*\)\.$/);
});

test('of hits that are not all critical it is said how many are', () => {
  const ill = groupOf('ill', 30, { spiral: 24 });
  const rows = ill.rows.map((row, i) =>
    i < 21
      ? row
      : { ...row, findings: row.findings.map((one) => ({ ...one, severity: 'warning' as const })) },
  );
  expect(verdictOf({ ...ill, rows }, groupOf('well', 30, {}))[0]).toMatch(
    /^Spiral: 24 of 30 runs of ill \(21 critical, 3 warnings; 80 %, /,
  );
});

test('of three groups those that cannot be told from the worst are named', () => {
  const [first] = verdictOf(
    groupOf('a', 30, { spiral: 24 }),
    groupOf('b', 30, { spiral: 20 }),
    groupOf('c', 30, {}),
  );
  expect(first).toMatch(/0 of 30 of c .* not distinguished from 20 of 30 of b\.$/);
});

test('no difference, too few runs, and a single group say so', () => {
  expect(verdictOf(groupOf('a', 30, { host: 6 }), groupOf('b', 30, { host: 7 }))).toEqual([
    'No finding can be shown to be more frequent in one group than in another: every interval of a difference holds 0.',
    'How many runs would tell: Host, 7 of 30 of b and 6 of 30 of a: were the true shares these, more than 1,000 runs per group ' +
      'would show the difference with a power of 80 % (95 % intervals, two-sided α of 5 %); ' +
      '30 and 30 runs show a difference from 20 % where it is 35 points or more.',
  ]);
  const none =
    'How many runs would tell: 30 and 8 runs show a difference from 0 % where it is 43 points or more, ' +
    'with a power of 80 % (95 % intervals, two-sided α of 5 %).';
  expect(verdictOf(groupOf('a', 30, {}), groupOf('b', 8, {}))[1]).toBe(none);
  expect(verdictOf(groupOf('a', 30, { host: 0 }), groupOf('b', 8, {}), groupOf('c', 4, { host: 4 }))[1]).toBe(
    none,
  );
  const few = verdictOf(groupOf('a', 30, { spiral: 30 }), groupOf('b', 4, {}));
  expect(few[0]).toMatch(/^Spiral: 30 of 30 runs of a \(100 %/);
  expect(few[1]).toBe('b has 4 runs: too few, 5 are needed to tell a share.');
  expect(verdictOf(groupOf('a', 6, {}))).toEqual(['No run of 6 runs of a has an alarm.']);
});

test('settings that most runs of two groups have otherwise are named, and how many completed', () => {
  const rule = (id: string) => ({ idleRule: { rules: [id], fit: 0.99, proven: false } });
  const ill = groupOf('ill', 6, { spiral: 6 }, rule('shift-from-last-send'));
  const well = groupOf('well', 6, {}, rule('shift-clamped'));
  expect(verdictOf(ill, well).at(-2)).toBe(
    'What differs: idle rule from last send in 6 of 6 of ill, clamped to now in 6 of 6 of well.',
  );
  const read = (group: GroupOfRows, completed: readonly number[]): GroupOfRows => ({
    ...group,
    runs: completed.map(runOf),
  });
  const sentences = verdictOf(
    read(ill, [9e6, Number.NaN, Number.NaN, 8e6, 7e6, Number.NaN]),
    read(well, [3e6, 4e6, 3e6, 3e6, 4e6, 3e6]),
  );
  expect(sentences).toContain('Completed: 3 of 6 of ill; 6 of 6 of well, median 3.00 s.');
});

test('shares are those of the engine, over the same runs', () => {
  const groups = [groupOf('a', 30, { spiral: 24 }), groupOf('b', 30, { host: 3 })];
  const runs = groups.map(({ name, rows }) =>
    runGroup(
      name,
      rows.map((row) => ({
        name: row.name,
        id: null,
        notJudged: [],
        findings: row.findings,
        marks: [],
      })),
    ),
  );
  expect(runGroups(groups)).toEqual(runs);
  expect(sharesOf(groups)).toEqual(findingShares(runs));
});

test('a figure is the median of the runs that have it, with its range', () => {
  expect(spreadOf([null, Number.NaN])).toBeNull();
  const spread = spreadOf([3, null, 1, 2, 9]);
  expect(spread).toEqual({ median: 2.5, low: 1, high: 9, count: 4 });
  expect(spreadWords({ median: 2e6, low: 1e6, high: 3e6, count: 3 }, duration)).toBe(
    '2.00 s (1.00 to 3.00 s)',
  );
  expect(spreadWords({ median: 2e6, low: 1e5, high: 3e6, count: 3 }, duration)).toBe(
    '2.00 s (100 ms to 3.00 s)',
  );
  const figures = groupFigures([groupOf('a', 6, {}, { goodput: 1e6, implementation: 'quiche' })]);
  const cell = (id: string) => figures.find((figure) => figure.id === id)?.cells[0];
  expect(cell('goodput')).toBe('8.0 Mbit/s, 95 % interval 8.0 to 8.0 Mbit/s (8.0 to 8.0 Mbit/s)');
  expect(cell('impl')).toBe('quiche');
  expect(cell('loss')).toBeUndefined();
});
