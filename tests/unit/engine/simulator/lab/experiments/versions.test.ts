/** Table 1 of the paper of 2008: the clamps of three versions, and that they are only told where the curve reaches them. */
import { expect, test } from 'vitest';
import type { Experiment, Result } from '../../../../../../src/engine/simulator/lab/experiment.ts';
import { experimentResult } from '../../../../../../src/engine/simulator/lab/experiment-result.ts';
import { findExperiment } from '../../../../../../src/engine/simulator/lab/experiments/index.ts';
import { initialValues } from '../../../../../../src/engine/simulator/runs/scenario.ts';

const VERSIONS = findExperiment('versions') as Experiment;
const resultOf = (changes: { readonly [id: string]: number }): Result =>
  VERSIONS.resultOf({ ...initialValues(VERSIONS), ...changes }, new Map());

test('2.0 clamps growth everywhere, 2.1 above the window before, 2.2 nowhere', () => {
  const { answers, plots } = experimentResult(VERSIONS, initialValues(VERSIONS), []);
  expect(answers.map(({ claim, verdict }) => [claim, verdict])).toEqual([
    ['version-2.0', 'holds'],
    ['version-2.1', 'holds'],
    ['version-2.2', 'holds'],
  ]);
  const [plot] = plots;
  expect(plot?.series.map(({ y }) => Math.max(...y) <= 33)).toEqual([true, false, false]);
  expect(plot?.marks).toEqual([{ title: 'clamp', x: null, y: 32 }]);
});

test('at a window whose curve never grows so fast the versions are alike, and those that clamp less fail', () => {
  expect(
    resultOf({ before: 1000, rtt: 50 }).answers.map(({ verdict, why }) => [verdict, why === '']),
  ).toEqual([
    ['holds', true],
    ['fails', false],
    ['fails', false],
  ]);
});
