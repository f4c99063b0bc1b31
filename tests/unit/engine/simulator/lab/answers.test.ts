/** Answers to claims: how near counts as what, against hand counts. */
import { describe, expect, test } from 'vitest';
import {
  differenceWords,
  measuredWords,
  numberAnswer,
  wordAnswer,
} from '../../../../../src/engine/simulator/lab/answers.ts';
import {
  goodputsBetween,
  meanOf,
  rowsByVariant,
} from '../../../../../src/engine/simulator/lab/experiment-rows.ts';
import type { RunRow } from '../../../../../src/engine/simulator/runs/scenario-run.ts';

const CLAIM = { id: 'share', words: 'It is 50 Mbit/s.', published: { value: 50, unit: 'Mbit/s' } };
const words = (value: number): string => value.toFixed(1);
const interval = (low: number, value: number, high: number) => ({ low, value, high, runs: 5 });

describe('a number beside a published one', () => {
  test.each([
    ['the same', 50, 'holds', ''],
    ['as near as figures are rounded', 50.9, 'holds', ''],
    ['near', 45, 'differs', '10 % less'],
    ['at the edge', 62.5, 'differs', '25 % more'],
    ['far', 63, 'fails', '26 % more'],
    ['more than twice as much', 120, 'fails', '2.4 times'],
  ])('%s', (_, value, verdict, difference) => {
    const answer = numberAnswer(CLAIM, value, words, 'The buffer is open.');
    expect(answer).toMatchObject({ claim: 'share', value, verdict, difference });
    expect(answer.why).toBe(verdict === 'holds' ? '' : 'The buffer is open.');
    expect(answer.ours).toBe(`${value.toFixed(1)} Mbit/s`);
  });

  test('that lies in our interval holds, however wide it is', () => {
    expect(numberAnswer(CLAIM, interval(40, 46, 52), words)).toMatchObject({
      verdict: 'holds',
      ours: '46.0 Mbit/s (40.0 to 52.0, 5 runs)',
    });
    expect(numberAnswer(CLAIM, interval(45, 46, 47), words).verdict).toBe('differs');
  });

  test('no run, or no published number, tells nothing', () => {
    expect(numberAnswer(CLAIM, meanOf([]), words).verdict).toBe('unknown');
    expect(numberAnswer({ ...CLAIM, published: null }, 50, words).verdict).toBe('unknown');
  });
});

test('a claim in words holds, does not, or is not told', () => {
  expect(wordAnswer(CLAIM, true, 'fair', 'why')).toMatchObject({ verdict: 'holds', why: '' });
  expect(wordAnswer(CLAIM, false, 'unfair', 'why')).toMatchObject({ verdict: 'fails', why: 'why' });
  expect(wordAnswer(CLAIM, null, 'not run').verdict).toBe('unknown');
});

test('one run has no interval, a formula no runs', () => {
  expect(measuredWords(meanOf([7]), words, 's')).toBe('7.0 s (1 run)');
  expect(differenceWords(-0.034)).toBe('3 % less');
});

describe('means', () => {
  test('have the interval of Student: 1, 2, 3 is 2 ± 4.303 / √3', () => {
    const { value, low, high, runs } = meanOf([1, 2, 3]);
    expect([value, runs]).toEqual([2, 3]);
    expect(high - value).toBeCloseTo(4.303 / Math.sqrt(3), 3);
    expect(value - low).toBeCloseTo(high - value, 12);
  });

  test('of equal values are exact; of none there is no value', () => {
    expect(meanOf([5, 5, 5, 5])).toEqual({ value: 5, low: 5, high: 5, runs: 4 });
    expect(meanOf([]).value).toBeNaN();
  });

  test('of many values use the normal distribution', () => {
    const values = Array.from({ length: 100 }, (_, i) => i % 2);
    expect(meanOf(values).high - 0.5).toBeCloseTo((1.96 * Math.sqrt(25 / 99)) / 10, 6);
  });
});

const rowOf = (variant: string, seed: number): RunRow => ({ variant, seed }) as RunRow;

test('rows are told by variant, each by seed', () => {
  const rows = [rowOf('b', 2), rowOf('a', 1), rowOf('b', 1)];
  expect([...rowsByVariant(rows)].map(([id, of]) => [id, of.map(({ seed }) => seed)])).toEqual([
    ['b', [1, 2]],
    ['a', [1]],
  ]);
});

test('goodput between two times is what was read between their samples', () => {
  // 11 samples of 100 ms: 1,000 bytes each, 2,000 from the middle on.
  const readBytes = new Float64Array([0, 1, 2, 3, 4, 5, 7, 9, 11, 13, 15].map((kb) => kb * 1000));
  const flow = { readBytes, windowBytes: new Float32Array(11), regions: new Uint8Array(11) };
  const row = { samples: [flow], limitMs: 1000 } as unknown as RunRow;
  expect(goodputsBetween(row, 500, 1000)[0]).toBeCloseTo(0.16, 9);
  expect(goodputsBetween(row, 0, 500)[0]).toBeCloseTo(0.08, 9);
});
