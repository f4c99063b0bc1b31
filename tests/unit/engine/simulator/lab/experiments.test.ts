/** Experiments: each names what it claims, what is open, and answers every claim. */
import { describe, expect, test } from 'vitest';
import type { Experiment } from '../../../../../src/engine/simulator/lab/experiment.ts';
import { experimentResult } from '../../../../../src/engine/simulator/lab/experiment-result.ts';
import { EXPERIMENTS, findExperiment } from '../../../../../src/engine/simulator/lab/experiments/index.ts';
import { initialValues } from '../../../../../src/engine/simulator/runs/scenario.ts';
import { findScenario } from '../../../../../src/engine/simulator/runs/scenarios/index.ts';

describe.each(EXPERIMENTS.map((experiment) => [experiment.id, experiment] as const))(
  '%s',
  (id, experiment) => {
    test('is found by its id, and says what it is about', () => {
      expect(findExperiment(id)).toBe(experiment);
      expect(experiment.leavesOpen.length).toBeGreaterThan(0);
      for (const text of [
        experiment.about,
        ...experiment.leavesOpen,
        ...experiment.claims.map(({ words }) => words),
      ])
        expect(text).toMatch(/^[A-Z0-9].*\.$/s);
    });

    test('has the id and the fields of its scenario', () => {
      const { scenario, fields, full } = experiment;
      if (scenario !== null) {
        expect(scenario.id).toBe(id);
        expect(fields).toBe(scenario.fields);
        expect(findScenario(id)).toBe(scenario);
      }
      const ids = fields.map((field) => field.id);
      for (const field of Object.keys(full?.values ?? {})) expect(ids).toContain(field);
    });

    test('answers every claim in their order, also without runs', () => {
      const { answers } = experiment.resultOf(initialValues(experiment), new Map());
      expect(answers.map(({ claim }) => claim)).toEqual(experiment.claims.map((claim) => claim.id));
      if (experiment.scenario !== null) for (const { verdict } of answers) expect(verdict).not.toBe('fails');
    });
  },
);

test('the 10 Gbit/s path holds 100,000 packets: 50,000 round trips, 5,000 s', () => {
  const experiment = findExperiment('ten-gigabit');
  const values = initialValues(experiment ?? { fields: [] });
  const result = experiment?.resultOf(values, new Map());
  expect(result?.answers.map(({ ours, verdict }) => [ours, verdict])).toEqual([
    ['100,000 packets', 'holds'],
    ['50,000 RTT', 'holds'],
    ['5,000 s', 'holds'],
  ]);
  const [line, cubic] = result?.plots[0]?.series ?? [];
  expect([line?.y[0], line?.y.at(-1), line?.x.at(-1)]).toEqual([50_000, 100_000, 5000]);
  // CUBIC is full again after K = ∛(20,000 ÷ 0.4) = 36.8 s.
  expect(cubic?.x.at(-1)).toBeCloseTo(36.84, 2);
  expect(cubic?.y[0]).toBeCloseTo(80_000, 6);
  expect(cubic?.y.at(-1)).toBe(100_000);
});

test('of another setting than the published one no claim holds or fails, and ours is told', () => {
  const experiment = findExperiment('ten-gigabit') as Experiment;
  const values = { ...initialValues(experiment), rate: 5000 };
  const { answers } = experimentResult(experiment, values, []);
  expect(answers.map(({ ours, verdict, difference }) => [ours, verdict, difference])).toEqual([
    ['50,000 packets', 'unknown', '50 % less'],
    ['25,000 RTT', 'unknown', '50 % less'],
    ['2,500 s', 'unknown', '50 % less'],
  ]);
  expect(answers[0]?.why).toBe('The fields are not those that the claims are held against.');
});
