/** States held too long, and the stays that are as long as they must be. */
import { expect, test } from 'vitest';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import type { Detector, Finding } from '../../../../../src/engine/findings/detector.ts';
import { DetectInput } from '../../../../../src/engine/findings/input.ts';
import { stateDwell } from '../../../../../src/engine/findings/rules/state-dwell.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { type Burst, Scenario } from '../../../../support/scenario.ts';

const BURST: Burst = { packets: 4, rttMs: 14, gapMs: 0.1 };

function stay(state: string, rounds: number, burst: Burst = BURST, before = 'bbr_probe_bw_cruise'): Scenario {
  const scenario = new Scenario().cwnd(5400).state(before).loss(0).burst(burst).loss(1).state(state);
  for (let i = 0; i < rounds; i++) scenario.burst(burst);
  return scenario.state(before).burst(burst);
}

function find(scenario: Scenario, detectors: readonly Detector[] = [stateDwell]): readonly Finding[] {
  return runDetectors(new DetectInput(scenario.load()), detectors).findings.filter(
    ({ id }) => id === 'state-dwell',
  );
}

test('PROBE_RTT that cannot be left is found', () => {
  const [finding, ...more] = find(stay('bbr_probe_rtt', 60));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: 'warning' });
  expect(finding?.verdict).toContain('The state bbr_probe_rtt was held for 846 ms, 60 round trips');
  expect(finding?.evidence.every(({ holds }) => holds)).toBe(true);
});

test('PROBE_RTT of slightly over 200 ms is correct, drain of that length is not', () => {
  expect(find(stay('bbr_probe_rtt', 16))).toEqual([]);
  expect(find(stay('bbr_drain', 16))).toHaveLength(1);
  expect(find(stay('bbr_drain', 3))).toEqual([]);
});

test('states that may last are ignored', () => {
  expect(find(stay('bbr_probe_bw_down', 60))).toEqual([]);
  expect(find(stay('slow_start', 60))).toEqual([]);
});

test('recovery that keeps the window flat is found, unless a death spiral covers it', () => {
  const spiral = stay('recovery', 60, BURST, 'congestion_avoidance');
  expect(find(spiral)).toHaveLength(1);
  expect(find(spiral, [deathSpiral, stateDwell])).toEqual([]);
  // A sender that follows an estimate has none.
  expect(find(stay('recovery', 60), [deathSpiral, stateDwell])).toHaveLength(1);
});

test('recovery in which the window grows, or losses continue, is no dwell', () => {
  const growing = new Scenario().cwnd(5400).loss(0).burst(BURST).loss(1).state('recovery');
  for (let i = 0; i < 60; i++) growing.burst(BURST).cwnd(5400 + 100 * (i + 1));
  expect(find(growing)).toEqual([]);
  const losing = new Scenario().cwnd(5400).loss(0).state('recovery');
  for (let i = 1; i <= 60; i++) losing.burst(BURST).loss(Math.ceil(i / 5));
  expect(find(losing)).toEqual([]);
});

test('recovery in which something else than the window is the limit is no dwell', () => {
  const [finding] = find(stay('recovery', 60));
  expect(finding?.evidence.find(({ id }) => id === 'limited')?.value).toBeGreaterThan(0.5);
  expect(find(stay('recovery', 60, { packets: 1, rttMs: 14, gapMs: 0.1 }))).toEqual([]);
});

test('recovery restarted by CE marks is no dwell, and is one when they end', () => {
  const marked = (rounds: number): Scenario => {
    const scenario = new Scenario().cwnd(5400).loss(0).burst(BURST).state('recovery');
    for (let i = 1; i <= 60; i++) {
      const mark = { frame_type: 'ack', acked_ranges: [[0, 0]], ce: Math.ceil(Math.min(i, rounds) / 5) };
      scenario.burst({ ...BURST, ackFrames: [mark] });
    }
    return scenario;
  };
  expect(marked(60).load().ceMarksUs.length).toBe(12);
  expect(find(marked(60))).toEqual([]);
  const [finding] = find(marked(20));
  // From the last mark on, which the 16th round trip brought.
  expect(finding?.startUs).toBe(16 * 14_000 + 15 * 100 + 14_100);
});

test('a state in which no ACK comes cannot end', () => {
  const dark = new Scenario().cwnd(5400).loss(0).burst(BURST).state('bbr_drain').wait(2000).burst(BURST);
  expect(find(dark.state('bbr_startup'))).toEqual([]);
});

test('PROBE_RTT at the initial window or below is told as such, above it and in other states not', () => {
  const variantAt = (cwnd: number, name = 'bbr_probe_rtt') => {
    const scenario = new Scenario().cwnd(5400).state('bbr_probe_bw_cruise').loss(0).burst(BURST);
    scenario.cwnd(cwnd).state(name);
    for (let i = 0; i < 60; i++) scenario.burst(BURST);
    return find(scenario.state('bbr_probe_bw_cruise').burst(BURST)).map(({ variant }) => variant);
  };
  expect(variantAt(5400)).toEqual(['probe-rtt-at-floor']);
  expect(variantAt(4050)).toEqual(['probe-rtt-at-floor']);
  expect(variantAt(5401)).toEqual([null]);
  expect(variantAt(5400, 'bbr_drain')).toEqual([null]);
});
