/** NGINX's downloads: what hand-made times say of the article's, for both readings of its link, and the windows that are drawn. */
import { describe, expect, test } from 'vitest';
import type { Answer, Result } from '../../../../../../src/engine/simulator/lab/experiment.ts';
import { experimentResult } from '../../../../../../src/engine/simulator/lab/experiment-result.ts';
import { NGINX } from '../../../../../../src/engine/simulator/lab/experiments/nginx.ts';
import { REASONS } from '../../../../../../src/engine/simulator/lab/experiments/nginx-reasons.ts';
import { initialValues, type Values } from '../../../../../../src/engine/simulator/runs/scenario.ts';
import type { RunRow } from '../../../../../../src/engine/simulator/runs/scenario-run.ts';
import { rowOf } from '../../../../../support/experiment-rows.ts';

const resultOf = (rows: readonly RunRow[], changes: Values = {}): Result =>
  experimentResult(NGINX, { ...initialValues(NGINX), ...changes }, rows);
const answerOf = (id: string, rows: readonly RunRow[], changes: Values = {}): Answer =>
  resultOf(rows, changes).answers.find(({ claim }) => claim === id) as Answer;
const timed = (variant: string, seconds: number, seed = 1): RunRow =>
  rowOf(variant, { completedMs: seconds * 1000, seed });

/** The article's times, each times a factor. */
const all = (reading: string, factor: number, threshold = '3'): readonly RunRow[] =>
  [
    ['40-newreno', 45.99],
    ['40-cubic', 34.94],
    ['100-newreno', 33.95],
    ['100-cubic', 8.99],
    ['200-newreno', 24.05],
    ['200-cubic', 18.14],
  ].map(([id, seconds]) => timed(`${id}-${reading}-${threshold}`, Number(seconds) * factor));

describe('a time', () => {
  test.each([
    [45.5, 'holds', ''],
    [37.7, 'differs', '18 % less'],
    [27.69, 'fails', '40 % less'],
  ])('of %s s beside 45.99 s', (seconds, verdict, difference) => {
    const answer = answerOf('40-newreno-line', [timed('40-newreno-line-3', seconds)]);
    expect(answer).toMatchObject({ verdict, difference, ours: `${seconds.toFixed(2)} s (1 run)` });
    expect(answer.why === '').toBe(verdict === 'holds');
  });

  test('that was not met within the limit, or not run, tells nothing', () => {
    expect(answerOf('40-newreno-line', [rowOf('40-newreno-line-3')]).verdict).toBe('unknown');
    expect(answerOf('40-newreno-rate', all('line', 1)).verdict).toBe('unknown');
  });

  test('of another buffer is none of the article', () => {
    expect(answerOf('40-newreno-rate', all('rate', 1), { buffer: 2 }).verdict).toBe('unknown');
    expect(answerOf('40-newreno-rate', all('rate', 1), { download: '40' }).verdict).toBe('holds');
  });
});

describe('a gain', () => {
  test('is of runs with the same seed', () => {
    const rows = [
      ...[1, 2].map((seed) => timed('100-newreno-line-3', 40 * seed, seed)),
      ...[1, 2].map((seed) => timed('100-cubic-line-3', 10 * seed, seed)),
    ];
    const { value, ours, verdict } = answerOf('100-gain-line', rows);
    expect([value, ours, verdict]).toEqual([75, '75 % (75 to 75, 2 runs)', 'differs']);
  });

  test('needs both versions', () => {
    expect(answerOf('100-gain-line', [timed('100-cubic-line-3', 10)]).verdict).toBe('unknown');
  });
});

describe('of the two readings', () => {
  test('the one with the smaller distance is nearer', () => {
    const { verdict, ours } = answerOf('reading', [...all('rate', 0.6), ...all('line', 0.9)]);
    expect(verdict).toBe('fails');
    expect(ours).toMatch(/^The delay line is nearer.* 10\.0 % in the mean, those of the rate by 40\.0 %$/);
    expect(answerOf('reading', [...all('rate', 1.1), ...all('line', 1.2)]).verdict).toBe('holds');
  });

  test('nothing is told of one alone', () => {
    expect(answerOf('reading', all('rate', 1)).verdict).toBe('unknown');
  });
});

describe('the threshold', () => {
  test('is not what gains where no time moves', () => {
    const { verdict, ours } = answerOf('threshold', [...all('line', 1), ...all('line', 1, 'adaptive')]);
    expect(verdict).toBe('holds');
    expect(ours).toBe('an adaptive threshold moves 0 of 6 times; 0 packets were declared lost that arrived');
  });

  test('is, where times move', () => {
    const rows = [...all('line', 1), ...all('line', 0.9, 'adaptive')];
    expect(answerOf('threshold', rows)).toMatchObject({ verdict: 'fails', why: REASONS.threshold });
  });

  test('is not told of one alone', () => {
    expect(answerOf('threshold', all('line', 1)).verdict).toBe('unknown');
  });
});

test('each claim with a number has a reason for a difference', () => {
  for (const { id } of NGINX.claims) expect(REASONS[id], id).toMatch(/\.$/);
});

describe('plots', () => {
  // Five samples of a second: two of slow start, then avoidance; done after 3.5 s.
  const flow = {
    windowBytes: new Float32Array([10, 20, 40, 20, 20].map((packets) => packets * 1472)),
    readBytes: new Float64Array(5),
    regions: new Uint8Array([0, 0, 1, 1, 1]),
  };
  const changes = { samples: [flow], limitMs: 4000, completedMs: 3500 };
  const rows = [rowOf('40-newreno-line-3', changes), rowOf('40-cubic-line-3', changes)];

  test('have windows until the end, coloured by phase, beside what the line holds', () => {
    const plot = resultOf(rows, { short: 400 }).plots.find(({ id }) => id === '40-line');
    expect(plot?.series.map(({ id, x, y, phases }) => ({ id, x, y, phases }))).toEqual([
      { id: 'newreno', x: [0, 1, 2, 3], y: [10, 20, 40, 20], phases: [0, 0, 1, 1] },
      { id: 'cubic', x: [0, 1, 2, 3], y: [10, 20, 40, 20], phases: [0, 0, 2, 2] },
    ]);
    expect(plot?.phases).toHaveLength(3);
    expect(plot?.marks).toEqual([{ title: 'limit of the line', x: null, y: 400 }]);
  });

  test('are of the downloads that were run', () => {
    expect(resultOf(rows).plots.map(({ id }) => id)).toEqual(['times', '40-line', '40-rate']);
    expect(resultOf([]).plots.map(({ id }) => id)).toEqual(['times']);
  });

  test('have the times at their RTT, beside the six of the article', () => {
    const [times] = resultOf(rows).plots;
    expect(times?.marks).toHaveLength(6);
    expect(times?.series.map(({ id, x, y }) => [id, x, y])).toEqual([
      ['newreno-line', [40], [3.5]],
      ['cubic-line', [40], [3.5]],
      ['newreno-rate', [], []],
      ['cubic-rate', [], []],
    ]);
  });
});
