/** Signs that losses set a window, each alone, with the limits of the reductions that a model predicts. */
import { describe, expect, test } from 'vitest';
import {
  controllerEvidence,
  lossBasedSigns,
  whyNotLossBased,
} from '../../../../../src/engine/findings/conditions/loss-based.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import type { CandidateFit } from '../../../../../src/engine/sender/congestion/index.ts';
import { Scenario } from '../../../../support/scenario.ts';

/** A window that is cut once, by half. */
function transfer(): Scenario {
  const scenario = new Scenario().cwnd(13_500).loss(0).burst({ packets: 10, rttMs: 20, gapMs: 0.1 });
  scenario.send().send().wait(20).lose(1, 1).cwnd(6750).wait(1).ack(1);
  for (let i = 0; i < 3; i++) scenario.burst({ packets: 5, rttMs: 20, gapMs: 0.1 });
  return scenario;
}

const signs = (scenario: Scenario): readonly string[] => lossBasedSigns(new DetectInput(scenario.load()));

describe('a sign', () => {
  test.each([
    ['recovery', 'recovery logged'],
    ['slow_start', 'slow start or avoidance logged'],
    ['congestion_avoidance', 'slow start or avoidance logged'],
  ])('is the logged state %s', (state, sign) => {
    expect(signs(new Scenario().cwnd(2700).state(state).send())).toEqual([sign]);
    expect(signs(new Scenario().cwnd(2700).state('bbr_startup').state(state).send())).toEqual([]);
  });

  test('is a logged ssthresh that is no 2⁶⁴ − 1', () => {
    expect(signs(new Scenario().cwnd(2700).metrics({ ssthresh: 2700 }).send())).toEqual([
      'a slow start threshold logged (ssthresh)',
    ]);
    expect(
      signs(
        new Scenario()
          .cwnd(2700)
          .metrics({ ssthresh: 2 ** 64 })
          .send(),
      ),
    ).toEqual([]);
  });

  test('is no other state', () => {
    expect(signs(new Scenario().cwnd(2700).state('application_limited').send())).toEqual([]);
  });

  test.each([
    [3, 0.5, true],
    [2, 1, false],
    [3, 0.499, false],
  ])('are %i reductions of which a model predicts %f: %s', (reductions, reductionScore, isSign) => {
    const { state, models } = new DetectInput(transfer().load());
    const [nearest] = models.candidates;
    const candidates = [{ ...(nearest as CandidateFit), reductions, reductionScore }];
    const found = lossBasedSigns({ state, models: { ...models, candidates, fits: false } });
    expect(found).toEqual(isSign ? ['a model predicts the reductions'] : []);
  });

  test('is a model that fits, also by its growth', () => {
    const { state, models } = new DetectInput(transfer().load());
    expect(lossBasedSigns({ state, models: { ...models, fits: true } })).toContain('a model fits');
  });
});

test('without a sign the rules are not asked, and the row fails', () => {
  const unsigned = new DetectInput(new Scenario().cwnd(2700).send().load());
  expect(whyNotLossBased(unsigned)).toMatch(/^nothing in the log shows that losses set the window/);
  const estimate = new DetectInput(new Scenario().cwnd(2700).state('bbr_startup').send().load());
  expect(whyNotLossBased(estimate)).toBe(
    'the logged states say that an estimate of the path sets its window',
  );
  expect(controllerEvidence([])).toMatchObject({ value: 0, holds: false, needed: true });
  const signed = new DetectInput(new Scenario().cwnd(2700).state('slow_start').send().load());
  expect(whyNotLossBased(signed)).toBeNull();
  expect(controllerEvidence(['a', 'b'])).toMatchObject({
    name: 'signs that losses set the window (loss-based controller): a, b',
    holds: true,
  });
});
