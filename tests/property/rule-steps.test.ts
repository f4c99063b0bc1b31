/**
 * No rule is quadratic: on traces that are dense in what it looks for its steps grow as the trace does, and so do those of reading
 * it. Everything else that is made of a trace, on all of them and on drawn ones: `tests/deep/dense-traces.test.ts`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DENSE } from '../support/dense/index.ts';
import { DenseSteps } from '../support/dense/steps.ts';

const N = 100;
/** V8 loses counts of code that it throws away, so a count may seem to jump: what grows too fast does so in every count. */
const COUNTS = { retry: 3 } as const;

let steps: DenseSteps;
beforeAll(async () => {
  steps = await DenseSteps.begin();
});
afterAll(() => steps.end());

test('each rule of the registry has a trace that is dense in what it looks for', () => {
  const lookedFor = new Set(DENSE.flatMap(({ rules }) => rules));
  expect(steps.ruleIds.filter((id) => !lookedFor.has(id))).toEqual([]);
  expect([...lookedFor].filter((id) => !steps.ruleIds.includes(id))).toEqual([]);
});

const LOOKED_FOR = DENSE.filter(({ rules, limitFrom }) => rules.length > 0 && limitFrom === undefined);
const ENDS_AT_LIMIT = DENSE.filter(({ limitFrom }) => limitFrom !== undefined);

test.each(LOOKED_FOR)(
  '$name: the rules that look for it judge it, in steps as the trace grows',
  COUNTS,
  (dense) => {
    expect(steps.tooFast(dense, N, ['reading', ...dense.rules])).toEqual([]);
    expect(steps.unjudged(dense)).toEqual([]);
  },
);

test.each(ENDS_AT_LIMIT)('$name: the rule that looks for it ends at its limit', COUNTS, (dense) => {
  expect(steps.tooFast(dense, N, ['reading', ...dense.rules])).toEqual([]);
  const [why, ...more] = steps.unjudged(dense);
  expect(why).toContain(': too much work: more than ');
  expect(more).toEqual([]);
});
