/** Figures of groups: medians with intervals, what proves a difference, runs that did not complete, and time lost that is not known. */
import { expect, test } from 'vitest';
import type { RunSamples } from '../../../../src/engine/reading/contract/samples.ts';
import { pairsOutside } from '../../../../src/engine/service/compare/shift.ts';
import type { TraceRow } from '../../../../src/sharing/figures/rows.ts';
import {
  comparedFigures,
  completionOf,
  figureSentences,
  groupFigures,
} from '../../../../src/sharing/table/group-figures.ts';
import type { GroupOfRows } from '../../../../src/sharing/table/run-groups.ts';
import { madeRow } from '../../../support/table-rows.ts';

function runOf(outcome: RunSamples['outcome'], us: number): RunSamples {
  const isDone = outcome === 'finished';
  return {
    ...{ connection: 0, outcome, completedUs: isDone ? us : Number.NaN, endUs: us },
    samples: { fromUs: 0, stepUs: 1, series: [] },
    landmarks: {
      ...{ startUs: 0, handshakeUs: 1, firstDataUs: 2 },
      ...{ firstLossUs: Number.NaN, lastLossUs: Number.NaN },
    },
  };
}

/** @param seconds until each run completed; below 0 where its log ended then, and it had not. */
function groupOf(
  name: string,
  seconds: readonly number[],
  known: (at: number) => Partial<TraceRow> = () => ({}),
): GroupOfRows {
  return {
    ...{ name, nameFrom: 'user', copies: 0 },
    rows: seconds.map((_, at) => madeRow(`${name}-${at}`, { illShare: null, ...known(at) })),
    runs: seconds.map((one) => runOf(one > 0 ? 'finished' : 'open', Math.abs(one) * 1e6)),
  };
}

const QUICK = [3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8];
const SLOW = QUICK.map((seconds) => seconds * 1.25);

const figuresOf = (...groups: readonly GroupOfRows[]) =>
  new Map(comparedFigures(groups).map((figure) => [figure.id, figure]));
const sentencesOf = (...groups: readonly GroupOfRows[]) => figureSentences(groups, comparedFigures(groups));

test('a run that is faster by a factor is said with its interval, in time and in per cent', () => {
  const [fixed, buggy] = [groupOf('fixed', QUICK), groupOf('buggy', SLOW)];
  const sentence = sentencesOf(fixed, buggy)[0] ?? '';
  const [, estimate, low, high, share, least, most] =
    /^fixed completes sooner than buggy: (\d+) ms, 95 % interval (\d+) ms to ([\d.]+) s; (\d+) % less \((\d+) to (\d+) %\)\.$/.exec(
      sentence,
    ) ?? [];
  expect(sentence).toMatch(/^fixed completes sooner than buggy: /);
  const outside = pairsOutside(8, 8);
  const differences = SLOW.flatMap((x) => QUICK.map((y) => x - y)).sort((a, b) => a - b);
  expect(Number(low)).toBeCloseTo((differences[outside - 1] ?? 0) * 1000, -1);
  expect(Number(high)).toBeCloseTo(differences[differences.length - outside] ?? 0, 1);
  expect(Number(estimate)).toBeCloseTo(((differences[31] ?? 0) + (differences[32] ?? 0)) * 500, -1);
  expect([Number(least) < 20, Number(share), Number(most) > 20]).toEqual([true, 20, true]);
  expect(sentencesOf(buggy, fixed)[0]).toMatch(/^buggy completes later than fixed: .*; 25 % more \(/);
});

test('groups that do not differ have no sentence, and their interval holds 0', () => {
  const figures = figuresOf(groupOf('a', QUICK), groupOf('b', QUICK.toReversed()));
  const [difference] = figures.get('completion')?.differences ?? [];
  expect(difference?.shift).toMatchObject({ estimate: 0 });
  expect(difference?.ratio?.estimate).toBeCloseTo(1, 9);
  expect(sentencesOf(groupOf('a', QUICK), groupOf('b', QUICK))).toEqual([]);
});

test('a run that did not complete counts as longer than its log, and the share that did stands beside', () => {
  expect(completionOf(runOf('finished', 5))).toEqual({ low: 5, high: 5 });
  expect(completionOf(runOf('open', 5))).toEqual({ low: 5, high: Number.POSITIVE_INFINITY });
  expect(completionOf(runOf('failed', 5))?.low).toBe(Number.POSITIVE_INFINITY);
  expect(completionOf(runOf('unknown', 5))).toBeNull();
  const stuck = groupOf('stuck', [...QUICK.slice(0, 1), ...Array(7).fill(-10)]);
  const well = groupOf('well', QUICK);
  const cells = groupFigures([stuck, well]);
  expect(cells[0]).toMatchObject({ title: 'Completed', cells: ['1 of 8', '8 of 8'] });
  expect(cells[1]?.cells[0]).toBe('95 % interval at least 3.10 s (3.10 to 3.10 s)');
  // Had they vanished, the one that completed would look faster than the others.
  expect(sentencesOf(stuck, well)[0]).toMatch(
    /^stuck completes later than well: (?:[\d.]+ s, )?95 % interval at least /,
  );
  expect(cells[1]?.data).toMatchObject({
    unit: 'ms',
    values: [
      { runs: 8, count: 8, withoutEnd: 7, median: { estimate: null, low: 3100, high: null } },
      { runs: 8, count: 8, withoutEnd: 0 },
    ],
    differences: [{ places: [0, 1], shift: { high: null } }],
  });
});

test('completion is compared once all files are read', () => {
  const part = { ...groupOf('a', QUICK), runs: QUICK.slice(1).map((one) => runOf('finished', one * 1e6)) };
  expect(figuresOf(part, groupOf('b', QUICK)).has('completion')).toBe(false);
});

test('time lost is by holder and cause: 0 of a judged run without it, and not known of one that is not judged', () => {
  const window = { holder: 'window', cause: 'cutRandom' } as const;
  const ill = groupOf('ill', QUICK, (at) =>
    at === 0 ? { lostParts: null } : { lostParts: [{ ...window, lostUs: 2e6 + at * 1e5 }] },
  );
  const well = groupOf('well', QUICK, (at) => ({
    lostParts: at === 7 ? [{ ...window, lostUs: null }] : [],
  }));
  const figure = figuresOf(ill, well).get('lost.window.cutRandom');
  expect(figure?.title).toBe('Lost to congestion window: random loss');
  expect(figure?.groups.map(({ values, runs }) => [values.length, runs])).toEqual([
    [7, 8],
    [7, 8],
  ]);
  const [difference] = figure?.differences ?? [];
  expect(difference?.shift.low).toBeGreaterThan(2e6);
  // Of nothing lost there is no factor.
  expect(difference?.ratio).toBeNull();
  const row = groupFigures([ill, well]).find(({ id }) => id === 'lost.window.cutRandom');
  expect(row?.cells).toEqual([
    expect.stringMatching(/^2\.40 s, 95 % interval 2\.10 to 2\.70 s \(2\.10 to 2\.70 s\), 7 of 8$/),
    expect.stringMatching(/, 7 of 8$/),
  ]);
  expect(row?.difference).toMatch(/^2\.40 s \(2\.\d+ to 2\.\d+ s\)$/);
});

test('groups with a run in common, and those of fewer than five, are not compared', () => {
  const same = (at: number): Partial<TraceRow> => (at === 0 ? { hash: '0123456789abcdef' } : {});
  const [a, b] = [groupOf('a', QUICK, same), groupOf('b', SLOW, same)];
  expect(figuresOf(a, b).get('completion')?.differences).toEqual([]);
  expect(figuresOf(groupOf('a', QUICK), groupOf('b', [9, 9, 9, 9])).get('completion')?.differences).toEqual(
    [],
  );
});
