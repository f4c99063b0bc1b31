/**
 * Everything that is made of a trace, on every trace that is dense in one thing, and on drawn ones: nothing takes steps that grow
 * faster than the trace, and nothing throws. The seeds are printed; `QLOGSCOPE_SEED` draws the same again.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawnTrace } from '../support/dense/drawn.ts';
import { DENSE } from '../support/dense/index.ts';
import { DenseSteps } from '../support/dense/steps.ts';
import { SEED } from '../support/tier.ts';

const N = 500;
/** Drawn ones are many. */
const N_DRAWN = 300;
const DRAWN = Array.from({ length: 100 }, (_, i) => drawnTrace(SEED + i));

let steps: DenseSteps;
beforeAll(async () => {
  steps = await DenseSteps.begin();
});
afterAll(() => {
  console.info(
    `${DENSE.length} dense traces of ${N} to ${8 * N}, ${DRAWN.length} drawn ones of ${N_DRAWN} to ${8 * N_DRAWN}, seeds ${SEED} to ${SEED + DRAWN.length - 1}; ${steps.counted} million steps`,
  );
});

const works = (): readonly string[] => ['reading', ...steps.otherWork, ...steps.ruleIds];

describe('everything that is made of a trace takes steps as the trace grows', () => {
  test.each(DENSE)('$name', (dense) => {
    expect(steps.tooFast(dense, N, works())).toEqual([]);
    expect(steps.atLimit(dense)).toEqual([]);
  });

  test.each(DRAWN)('$name', (drawn) => {
    expect(steps.tooFast(drawn, N_DRAWN, ['reading', ...steps.otherWork])).toEqual([]);
    expect(steps.atLimit(drawn)).toEqual([]);
  });
});
