/**
 * No rule is quadratic: on traces that are dense in what it looks for its steps grow as the trace does, and so do those of reading
 * it. Everything else that is made of a trace, on all of them and on drawn ones: `tests/deep/dense-traces.test.ts`.
 */
import { beforeAll, expect, test } from 'vitest';
import { DENSE } from '../support/dense/index.ts';
import { DenseSteps } from '../support/dense/steps.ts';

const N = 50;
let steps: DenseSteps;
beforeAll(async () => {
  steps = await DenseSteps.begin();
});

test('each rule of the registry has a trace that is dense in what it looks for', () => {
  const lookedFor = new Set(DENSE.flatMap(({ rules }) => rules));
  expect(steps.ruleIds.filter((id) => !lookedFor.has(id))).toEqual([]);
  expect([...lookedFor].filter((id) => !steps.ruleIds.includes(id))).toEqual([]);
});

test.each(DENSE.filter(({ rules }) => rules.length > 0))(
  '$name: the rules that look for it judge it, in steps as the trace grows',
  (dense) => {
    expect(steps.tooFast(dense, N, ['reading', ...dense.rules])).toEqual([]);
    expect(steps.unjudged(dense)).toEqual([]);
  },
);
