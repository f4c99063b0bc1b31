/** Recovery that nothing explains, and the entries that a loss, a mark, a PTO or a spiral explains. */
import { expect, test } from 'vitest';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import type { Detector } from '../../../../../src/engine/findings/rule/detector.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { recoveryWithoutLoss } from '../../../../../src/engine/findings/rules/recovery-without-loss.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { type Burst, Scenario } from '../../../../support/scenario.ts';

const BURST: Burst = { packets: 10, rttMs: 14, gapMs: 5 };

/** Enters and leaves recovery once per round trip while the window grows, so that no spiral covers it. */
function entries(rounds: number, beforeEntry: (scenario: Scenario, round: number) => void): Scenario {
  const scenario = new Scenario().cwnd(13_500).state('slow_start').loss(0).burst(BURST);
  for (let i = 0; i < rounds; i++) {
    beforeEntry(scenario, i);
    scenario
      .state('recovery')
      .burst(BURST)
      .state('congestion_avoidance')
      .cwnd(13_500 + 1350 * i);
  }
  return scenario;
}

function find(scenario: Scenario, detectors: readonly Detector[] = [recoveryWithoutLoss]) {
  const { findings, notJudged } = runDetectors(new DetectInput(scenario.load()), detectors);
  return { notJudged, found: findings.filter(({ id }) => id === 'recovery-without-loss') };
}

test('entries without a reason are one finding with their count', () => {
  const { found } = find(entries(4, () => {}));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ severity: 'warning', cause: null });
  expect(found[0]?.verdict).toContain('entered 4 times of 4');
  expect(found[0]?.verdict).toContain('with no loss before it');
});

test('a loss since recovery was last left explains an entry, before it or just after it', () => {
  expect(find(entries(4, (scenario, i) => scenario.loss(i + 1))).found).toEqual([]);
  const late = new Scenario().cwnd(13_500).loss(0).burst(BURST);
  for (let i = 0; i < 4; i++)
    late
      .state('recovery')
      .wait(1)
      .loss(i + 1)
      .burst(BURST)
      .state('congestion_avoidance');
  expect(find(late).found).toEqual([]);
});

test('a loss explains an entry within a quarter of a round trip after it, and no later', () => {
  const late = (afterMs: number): Scenario => {
    const scenario = new Scenario().cwnd(13_500).loss(0).burst(BURST);
    for (let i = 1; i <= 4; i++)
      scenario.state('recovery').wait(afterMs).loss(i).wait(1).state('congestion_avoidance').burst(BURST);
    return scenario;
  };
  // Of 14 ms.
  expect([find(late(3.5)).found.length, find(late(3.6)).found.length]).toEqual([0, 1]);
});

test('a PTO explains an entry', () => {
  const withPtos = entries(4, (scenario) => scenario.metrics({ pto_count: 1 }).metrics({ pto_count: 0 }));
  expect(find(withPtos).found).toEqual([]);
});

test('the recovery period of an earlier loss explains an entry until a packet sent in it is acknowledged', () => {
  /** Leaves the state and takes it up again so many packets after the loss, before or after the first new ACK. */
  const again = (isAcked: boolean): Scenario => {
    const scenario = new Scenario().cwnd(13_500).state('slow_start');
    for (let i = 0; i < 3; i++) {
      scenario.burst(BURST).send().wait(14);
      scenario
        .lose(1, i + 1)
        .state('recovery')
        .wait(1)
        .state('congestion_avoidance')
        .send()
        .wait(14);
      if (isAcked) scenario.ack(1).wait(1);
      scenario.state('recovery').wait(1).state('congestion_avoidance');
    }
    return scenario;
  };
  expect(find(again(false)).found).toEqual([]);
  expect(find(again(true)).found[0]?.verdict).toContain('entered 3 times of 6');
});

test('one entry alone is no finding, two are', () => {
  expect(find(entries(1, () => {})).found).toEqual([]);
  expect(find(entries(2, () => {})).found).toHaveLength(1);
});

test('entries of a death spiral belong to it', () => {
  const scenario = new Scenario()
    .cwnd(13_500)
    .state('slow_start')
    .loss(0)
    .burst({ ...BURST, gapMs: 0.1 });
  scenario.loss(3).cwnd(2700).state('recovery');
  for (let i = 0; i < 200; i++) {
    scenario.burst(
      { packets: 2, rttMs: 14, gapMs: 0.1 },
      { onSend: () => scenario.state('recovery'), onAck: () => scenario.state('congestion_avoidance') },
    );
  }
  const alone = find(scenario).found;
  expect(alone).toHaveLength(1);
  // The boundary leads by the rule of the defect: every send comes with nothing in flight.
  expect(alone[0]?.cause).toBe('shift-from-last-send');
  expect(find(scenario, [deathSpiral, recoveryWithoutLoss]).found).toEqual([]);
});

test('the defective rule is the cause where its boundary leads at four fifths of the entries', () => {
  /** So many entries before the loss, where no boundary leads, and 199 of a spiral. */
  const causeWith = (unled: number): readonly [number | undefined, string | null | undefined] => {
    const scenario = new Scenario().cwnd(13_500).state('slow_start').loss(0);
    scenario.burst({ ...BURST, gapMs: 0.1 });
    for (let i = 0; i < unled; i++)
      scenario.wait(0.1).state('recovery').wait(0.1).state('congestion_avoidance').wait(0.1);
    scenario.loss(3).cwnd(2700).state('recovery');
    for (let i = 0; i < 200; i++) {
      scenario.burst(
        { packets: 2, rttMs: 14, gapMs: 0.1 },
        { onSend: () => scenario.state('recovery'), onAck: () => scenario.state('congestion_avoidance') },
      );
    }
    const [finding] = find(scenario).found;
    return [finding?.evidence.find(({ id }) => id === 'led')?.value, finding?.cause];
  };
  expect(causeWith(60)).toEqual([198 / 247, 'shift-from-last-send']);
  expect(causeWith(61)).toEqual([198 / 248, null]);
});

test('with a spiral, only the entries outside it are counted', () => {
  const scenario = entries(4, () => {})
    .loss(1)
    .cwnd(2700);
  for (let i = 0; i < 200; i++) {
    scenario.burst(
      { packets: 2, rttMs: 14, gapMs: 0.1 },
      { onSend: () => scenario.state('recovery'), onAck: () => scenario.state('congestion_avoidance') },
    );
  }
  const { found } = find(scenario, [deathSpiral, recoveryWithoutLoss]);
  expect(found).toHaveLength(1);
  expect(found[0]?.verdict).toMatch(/entered 3 times of 3 outside the death spiral without a loss/);
});

test('a trace without states is not judged', () => {
  const bare = new Scenario().cwnd(13_500).loss(0).burst(BURST);
  expect(find(bare).notJudged).toMatchObject([{ reason: 'no congestion state is logged' }]);
});
