/** A flight above twice the window, and the large flights that no sending explains. */
import { expect, test } from 'vitest';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { DetectInput, type LogFacts } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { inflightOvershoot } from '../../../../../src/engine/findings/rules/inflight-overshoot.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { Scenario } from '../../../../support/scenario.ts';

function find(scenario: Scenario): readonly Finding[] {
  return runDetectors(new DetectInput(scenario.load()), [inflightOvershoot]).findings;
}

/** Twenty packets in flight, and a window of two from then on. */
function collapsed(): Scenario {
  const scenario = new Scenario().cwnd(27_000).loss(0).burst({ packets: 20, rttMs: 14, gapMs: 0.1 });
  for (let i = 0; i < 20; i++) scenario.send();
  return scenario.wait(14).loss(1).cwnd(2700);
}

test('a sender that continues with ten times its window is found', () => {
  const scenario = new Scenario().cwnd(2700).loss(0);
  for (let i = 0; i < 6; i++) scenario.burst({ packets: 10, rttMs: 14, gapMs: 0.1, held: 10 });
  const [finding, ...more] = find(scenario);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: 'warning' });
  expect(finding?.verdict).toMatch(/reached 27,000 B, 10\.0 × the 2,700 B/);
  expect(finding?.evidence.every(({ holds }) => holds)).toBe(true);
});

test('twice the window exactly is not above it', () => {
  const scenario = new Scenario().cwnd(13_500).loss(0);
  for (let i = 0; i < 6; i++) scenario.burst({ packets: 10, rttMs: 14, gapMs: 0.1, held: 10 });
  expect(find(scenario)).toEqual([]);
});

test('more than twice the window, by a byte', () => {
  // Twenty packets stay in flight at each ACK.
  const above = (cwnd: number) => {
    const scenario = new Scenario().cwnd(cwnd).loss(0);
    for (let i = 0; i < 9; i++) scenario.burst({ packets: 10, rttMs: 14, gapMs: 0.1, held: 20 });
    return find(scenario).length;
  };
  expect([above(13_500), above(13_499)]).toEqual([0, 1]);
});

test('longer than a round trip', () => {
  // 13,500 B in flight against 2,700 B, from a burst to the ACK of nearly all of it; three packets are answered by one each.
  const lasting = (ms: number) => {
    const scenario = new Scenario().cwnd(2700).loss(0).burst({ packets: 1, rttMs: 14, gapMs: 0 });
    for (let i = 0; i < 10; i++) scenario.send();
    scenario
      .wait(ms / 2)
      .ack(1)
      .send()
      .ack(1)
      .send()
      .wait(ms / 2);
    return find(scenario.ack(8).wait(14).ack(2)).length;
  };
  expect([lasting(13.9), lasting(14.1)]).toEqual([0, 1]);
});

test('a flight from before the reduction that drains without sends is no overshoot', () => {
  const scenario = collapsed();
  for (let i = 0; i < 20; i++) scenario.ack(1).wait(5);
  expect(find(scenario)).toEqual([]);
});

test('probes of PTOs may exceed the window', () => {
  const scenario = collapsed();
  for (let i = 0; i < 4; i++) scenario.wait(100).send().send();
  expect(find(scenario.wait(14).ack(20))).toEqual([]);
});

test('one round trip above it is only a burst', () => {
  const scenario = new Scenario().cwnd(2700).loss(0);
  for (let i = 0; i < 6; i++) scenario.burst({ packets: 10, rttMs: 14, gapMs: 0.1 });
  expect(find(scenario)).toEqual([]);
});

test('a reduction in the same event as a smaller flight is compared with that flight', () => {
  const scenario = new Scenario().cwnd(5400).loss(0);
  for (let i = 0; i < 6; i++) scenario.burst({ packets: 10, rttMs: 14, gapMs: 0.1, held: 10 });
  // 20 packets were in flight at 5,400 B, 10 before the event of the cut, which leaves 4.
  scenario.metrics({ congestion_window: 1350, bytes_in_flight: 5400 }).wait(5);
  expect(find(scenario)[0]?.verdict).toMatch(/reached 27,000 B, 5\.0 × the 5,400 B/);
});

test('a stretch that is longer than a round trip by less than the step of the clock is no overshoot', () => {
  const scenario = new Scenario().cwnd(2700).loss(0);
  for (let i = 0; i < 6; i++) scenario.burst({ packets: 10, rttMs: 14, gapMs: 0.1, held: 10 });
  const state = scenario.load();
  const findingsWith = (clockStepUs: number) =>
    runDetectors(new DetectInput(state, { clockStepUs } as LogFacts), [inflightOvershoot]).findings;
  const [finding] = findingsWith(0);
  const lengthUs = (finding as Finding).endUs - (finding as Finding).startUs;
  expect(findingsWith(1000)).toHaveLength(1);
  expect(findingsWith(lengthUs)).toEqual([]);
});
