/** Response functions: the paper's numbers by formula, and what hand-made windows of runs say of them. */
import { describe, expect, test } from 'vitest';
import type { Answer, Result } from '../../../../../../src/engine/simulator/lab/experiment.ts';
import { experimentResult } from '../../../../../../src/engine/simulator/lab/experiment-result.ts';
import { RESPONSE } from '../../../../../../src/engine/simulator/lab/experiments/response.ts';
import { initialValues, type Values } from '../../../../../../src/engine/simulator/runs/scenario.ts';
import { type RunRow, runRow } from '../../../../../../src/engine/simulator/runs/scenario-run.ts';
import { rowOf } from '../../../../../support/experiment-rows.ts';
import { refOf } from '../../../../../support/lab-runs.ts';

const resultOf = (rows: readonly RunRow[], changes: Values = {}): Result =>
  experimentResult(RESPONSE, { ...initialValues(RESPONSE), ...changes }, rows);
const answerOf = (id: string, rows: readonly RunRow[], changes: Values = {}): Answer =>
  resultOf(rows, changes).answers.find(({ claim }) => claim === id) as Answer;

/** Level after a start that is ten times as high. */
const level = (variant: string, packets: number): RunRow =>
  rowOf(variant, {
    windowBytes: new Float32Array(240).fill(packets * 1500).fill(packets * 15_000, 0, 60),
  });

test('the paper’s numbers are those of the formulas, without a run', () => {
  const { answers } = resultOf([]);
  expect(answers.slice(0, 7).map(({ claim, ours, verdict }) => [claim, ours, verdict])).toEqual([
    ['tcp', '1,200 packets', 'holds'],
    ['rate', '1.44 Gbit/s', 'holds'],
    ['cubic', '1,200 packets', 'holds'],
    ['cubic-alone', '1,174 packets', 'holds'],
    ['hstcp', '12,280 packets', 'holds'],
    ['bic-tcp-mode', '14 packets', 'holds'],
    ['hstcp-tcp-mode', '38 packets', 'holds'],
  ]);
  expect(answers.slice(7).every(({ verdict }) => verdict === 'unknown')).toBe(true);
});

describe('a sender’s window, as a share of the formula', () => {
  test.each([
    [120, '1.00', 'holds'],
    [138, '1.15', 'differs'],
    [60, '0.50', 'fails'],
  ])('%s packets at 10⁻⁴', (packets, share, verdict) => {
    const answer = answerOf('tcp-10-periodic', [level('tcp-10-4-periodic', packets)]);
    expect(answer).toMatchObject({ ours: `${share} of the formula (1 run)`, verdict });
  });

  test('of several losses is their mean, with its interval', () => {
    const rows = [level('tcp-10-4-random', 108), level('tcp-10-2-random', 13.2)];
    expect(answerOf('tcp-10-random', rows).ours).toMatch(/^1\.00 of the formula \(.* 2 runs\)$/);
  });

  test('counts the losses that are asked for', () => {
    const rows = [level('tcp-10-6-random', 600), level('tcp-10-2-random', 12)];
    expect(answerOf('tcp-10-random', rows, { down: 2 }).value).toBeCloseTo(1, 6);
  });
});

describe('plots', () => {
  test('have a line of each formula from 10⁻⁸ to 10⁻²', () => {
    const [short, long] = resultOf([]).plots;
    const lines = short?.series ?? [];
    expect(lines.map(({ id }) => id)).toEqual(['tcp', 'hstcp', 'cubic']);
    for (const { x } of lines) {
      expect(x[0]).toBeCloseTo(1e-8, 12);
      expect(x.at(-1)).toBeCloseTo(1e-2, 6);
    }
    // At 100 ms the cubic is above the TCP mode.
    expect(long?.series[2]?.y[20]).toBeGreaterThan(5 * (short?.series[2]?.y[20] as number));
    expect(short?.marks).toEqual([{ title: 'as in the paper', x: 1e-6, y: 1200 }]);
  });

  test('have points of the runs, ascending, with the interval of their parts', () => {
    const rows = [level('cubic-10-2-periodic', 12), level('cubic-10-3-periodic', 38)];
    const points = resultOf(rows).plots[0]?.series.at(-1);
    expect(points?.id).toBe('cubic-periodic');
    expect(points?.x).toEqual([10 ** -3, 10 ** -2]);
    expect([points?.y, points?.low, points?.high]).toEqual([
      [38, 12],
      [38, 12],
      [38, 12],
    ]);
  });
});

test('real runs with losses in equal distances have the windows of the formulas', () => {
  const rows = ['tcp-10-4', 'hstcp-10-4', 'cubic-100-4'].map((variant) =>
    runRow(refOf('response', `${variant}-periodic`)),
  );
  for (const claim of ['tcp-10-periodic', 'hstcp-10-periodic', 'cubic-100-periodic'])
    expect(Math.abs(answerOf(claim, rows).value - 1), claim).toBeLessThan(0.04);
});
