/** The comparison of two to six traces as rows and verdicts. */
import { expect, test } from 'vitest';
import {
  type ComparedMember,
  comparisonModel,
  shownPairs,
  tellingFigures,
} from '../../../../../src/app/features/compare/comparison-model.ts';
import { compare } from '../../../../../src/engine/service/compare/compare.ts';
import { digestOutline } from '../../../../../src/engine/service/compare/compared-trace.ts';
import { differencesOf, figuresOf } from '../../../../../src/engine/service/compare/differences.ts';
import { figureValue } from '../../../../../src/sharing/report/words/comparison-words.ts';
import { madeCompared } from '../../../../support/compared.ts';

const A = madeCompared({ name: 'A' });
const B = madeCompared({
  name: 'B',
  summary: { implementation: 'quiche', durationUs: 20e6 },
  outline: { outcome: 'open', completedUs: Number.NaN, medianCwndBytes: 2700 },
});
const C = madeCompared({ name: 'C', summary: { packetsLost: 90, datagramBytes: 1200 } });

const member = (compared: typeof A | null, key: string, lacking = ''): ComparedMember => ({
  ...{ key, name: key, compared, lacking },
});

test('of two the rows, verdict and settings are those of the engine', () => {
  const { pairs, columns, figures, settings } = comparisonModel([member(A, 'a'), member(B, 'b')]);
  const engine = compare(A, B);
  expect(pairs.map(({ letter, comparison }) => [letter, comparison])).toEqual([['B', engine]]);
  expect(columns.map(({ letter }) => letter)).toEqual(['A', 'B']);
  expect(figures.map(({ id, values }) => [id, ...values])).toEqual(
    engine.differences.map(({ id, a, b }) => [id, a, b]),
  );
  expect(settings).toEqual(engine.configuration.map(({ id, name, a, b }) => ({ id, name, values: [a, b] })));
});

test('of three the sums over time go to the end of the longest, and a setting that one pair has stands in all columns', () => {
  const { pairs, figures, settings } = comparisonModel([member(A, 'a'), member(B, 'b'), member(C, 'c')]);
  expect(pairs.map(({ key }) => key)).toEqual(['b', 'c']);
  const integral = figures.find(({ id }) => id === 'arrived-integral')?.values ?? [];
  // Of B, which is 20 s long.
  expect(integral[0]).toBe(differencesOf(A, B).find(({ id }) => id === 'arrived-integral')?.a);
  expect(integral[2]).toBe(integral[0]);
  expect(settings.map(({ id, values }) => [id, ...values])).toEqual([
    ['implementation', 'not known', 'quiche', 'not known'],
    ['datagram', '1,350 B', '1,350 B', '1,200 B'],
  ]);
});

test('a trace that is not read is named with its reason, the others are compared', () => {
  const { pairs, columns, figures } = comparisonModel([
    member(A, 'a'),
    member(null, 'b', 'B is being read'),
    member(C, 'c'),
  ]);
  expect(pairs.map(({ lacking, comparison }) => [lacking, comparison === null])).toEqual([
    ['B is being read', true],
    ['', false],
  ]);
  expect(columns.map(({ letter }) => letter)).toEqual(['A', 'C']);
  expect(figures[0]?.values).toHaveLength(2);
});

test('without the lead nothing is compared, and why is said of each', () => {
  const { pairs, figures } = comparisonModel([member(null, 'a', 'A is being read'), member(B, 'b')]);
  expect(pairs[0]?.lacking).toBe('A is being read');
  expect(figures).toEqual([]);
});

test('a digest without an outline says what it lacks, and is compared by its summary', () => {
  const digest = { ...C, outline: digestOutline(0) };
  const { pairs, figures } = comparisonModel([member(A, 'a'), member(digest, 'b')]);
  expect(pairs[0]?.comparison?.verdict.incomparable).toEqual([
    expect.stringMatching(/^C is a digest: it holds neither when its bytes arrived/),
  ]);
  expect(figures.find(({ id }) => id === 'lost')?.values).toEqual([20, 90]);
  expect(figures.find(({ id }) => id === 'time-to-1000000')?.values).toEqual([1e6, Number.NaN]);
});

test('four figures stand above the table: those that differ first, in the order of what they tell', () => {
  expect(tellingFigures(figuresOf([A, B])).map(({ id }) => id)).toEqual([
    'completion',
    'cwnd-median',
    'duration',
    'goodput',
  ]);
  expect(tellingFigures(figuresOf([A, A])).map(({ id }) => id)).toEqual([
    'completion',
    'goodput',
    'cwnd-median',
    'lost',
  ]);
});

test('beside a receiver only what both show stands above the table', () => {
  const receiver = madeCompared({ summary: { side: 'receiver', durationUs: 11e6 } });
  expect(tellingFigures(figuresOf([A, receiver])).map(({ id }) => id)).toEqual([
    'duration',
    'completion',
    'goodput',
    'rtt-median',
  ]);
});

test('a transfer that was not finished has no time, and that is said', () => {
  const { columns, figures } = comparisonModel([member(A, 'a'), member(B, 'b')]);
  const row = figures.find(({ id }) => id === 'completion');
  expect(columns.map((_, i) => figureValue(row!, i))).toEqual(['4.00 s', 'not finished']);
});

test('of two pairs both verdicts are shown, of more the chosen one, and all of them where the table is unfolded', () => {
  const members = ['a', 'b', 'c', 'd'].map((key) => member(key === 'a' ? A : C, key));
  const [three, four] = [comparisonModel(members.slice(0, 3)), comparisonModel(members)];
  const keysOf = (model: typeof four, isOpen: boolean): readonly string[] =>
    shownPairs(model, model.pairs[1], isOpen).map(({ key }) => key);
  expect(keysOf(three, false)).toEqual(['b', 'c']);
  expect(keysOf(four, false)).toEqual(['c']);
  expect(keysOf(four, true)).toEqual(['b', 'c', 'd']);
});
