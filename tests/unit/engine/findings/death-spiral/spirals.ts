/** Written spirals, cycle by cycle, for the tests of the death spiral; the corpus holds the real ones. */
import { expect } from 'vitest';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import type { Finding, Verdicts } from '../../../../../src/engine/findings/finding/finding';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { Scenario } from '../../../../support/scenario.ts';

export const DATAGRAM = 1350;
export const RTT_MS = 14;
/** Length of a cycle of `cycle`, ms. */
export const CYCLE_MS = 14.13;

export function judged(scenario: Scenario): Verdicts {
  return runDetectors(new DetectInput(scenario.load()), [deathSpiral]);
}

/** The finding of severity critical or warning, which must be the first. */
export function alarm(scenario: Scenario): Finding {
  const [finding] = judged(scenario).findings;
  expect(finding?.severity).not.toBe('info');
  return finding as Finding;
}

export function alarms(scenario: Scenario): readonly Finding[] {
  return judged(scenario).findings.filter(({ severity }) => severity !== 'info');
}

/** The value of a row of evidence. */
export function figure(finding: Finding | undefined, id: string): number {
  return finding?.evidence.find((row) => row.id === id)?.value ?? Number.NaN;
}

/** Two packets, the second 30 µs after the first; 0.1 ms from the ACK to the next burst. */
export function cycle(scenario: Scenario, rttMs = RTT_MS): Scenario {
  scenario.send().state('recovery').wait(0.03).send().wait(rttMs);
  scenario.metrics({ latest_rtt: rttMs, smoothed_rtt: rttMs, min_rtt: rttMs });
  return scenario.ack(2).state('congestion_avoidance').wait(0.1);
}

/** Cycles of two packets that leave one of them in flight; the window is filled in each. */
export function undrained(scenario: Scenario, cycles: number): Scenario {
  scenario.send();
  for (let i = 0; i < cycles; i++) scenario.send().wait(RTT_MS).ack(1).wait(0.1);
  return scenario;
}

/** A loss that leaves a window of two packets, and its last bytes in flight just acknowledged. */
export function collapsed(): Scenario {
  const scenario = new Scenario().cwnd(13_500).state('slow_start').loss(0);
  for (let i = 0; i < 3; i++) scenario.burst({ packets: 10, rttMs: RTT_MS, gapMs: 0.1 });
  scenario.send().send().wait(RTT_MS).ack(2);
  return scenario
    .loss(3)
    .cwnd(2 * DATAGRAM)
    .state('recovery')
    .wait(0.1);
}

export function spiral(cycles: number, begin: Scenario = collapsed()): Scenario {
  for (let i = 0; i < cycles; i++) cycle(begin);
  return begin;
}

/** The window grows again, a little before the next send. */
export function grown(scenario: Scenario): Scenario {
  for (let i = 0; i < 3; i++) cycle(scenario.cwnd((3 + i) * DATAGRAM).wait(0.01));
  return scenario;
}
