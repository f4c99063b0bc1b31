/** Growth functions of BIC and CUBIC: the phases are found where they are, and not where constants leave them out. */
import { describe, expect, test } from 'vitest';
import type { Result, Verdict } from '../../../../../../src/engine/simulator/lab/experiment.ts';
import { GROWTH } from '../../../../../../src/engine/simulator/lab/experiments/growth.ts';
import { initialValues, type Values } from '../../../../../../src/engine/simulator/runs/scenario.ts';

const resultOf = (changes: Values = {}): Result =>
  GROWTH.resultOf({ ...initialValues(GROWTH), ...changes }, new Map());
const verdicts = (changes: Values): { readonly [claim: string]: Verdict } =>
  Object.fromEntries(resultOf(changes).answers.map(({ claim, verdict }) => [claim, verdict]));

test('with the initial values every phase of the figure is in the curves', () => {
  const { answers } = resultOf();
  expect(answers.map(({ verdict }) => verdict)).toEqual(GROWTH.claims.map(() => 'holds'));
  expect(answers[0]?.ours).toBe('16.0 packets per RTT for 21 round trips');
});

describe('phases that are not there', () => {
  test('with 100 packets the way back is shorter than a quarter of S_max: BIC never grows by a constant', () => {
    expect(verdicts({ before: 100 })).toMatchObject({ 'bic-additive': 'fails', 'bic-search': 'holds' });
  });

  test('CUBIC 2.0 is a straight line where a round trip could add more than its clamp', () => {
    expect(verdicts({ before: 8000, rtt: 500, version: '2.0' })).toMatchObject({
      'cubic-concave': 'fails',
      'cubic-plateau': 'fails',
      'cubic-convex': 'fails',
      'bic-additive': 'holds',
    });
  });

  test('2.1 clamps above the window before alone, 2.2 nowhere', () => {
    const large = { before: 8000, rtt: 500 };
    expect(verdicts({ ...large, version: '2.1' })['cubic-concave']).toBe('holds');
    expect(Object.values(verdicts({ ...large, version: '2.2' }))).toEqual(GROWTH.claims.map(() => 'holds'));
  });
});

test('the plot has both windows, from the reduction to above the window before', () => {
  const [plot] = resultOf({ before: 1000 }).plots;
  expect(plot?.series.map(({ id }) => id)).toEqual(['bic', 'cubic']);
  for (const { x, y } of plot?.series ?? []) {
    expect(x).toHaveLength(y.length);
    expect(y[0]).toBeCloseTo(800, -1);
    expect(y.at(-1)).toBeGreaterThan(1240);
  }
  expect(plot?.marks).toEqual([{ title: 'window before', x: null, y: 1000 }]);
});
