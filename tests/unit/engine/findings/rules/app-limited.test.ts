/** The application as the bottleneck: a sender with room in its window and nothing to send. */
import { expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/input.ts';
import { appLimited } from '../../../../../src/engine/findings/rules/app-limited.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { Scenario } from '../../../../support/scenario.ts';

const RTT = 20;
const find = (scenario: Scenario) => runDetectors(new DetectInput(scenario.load()), [appLimited]).findings;

function bursts(count: number, packets: number, gapMs: number, cwnd = 13_500): Scenario {
  const scenario = new Scenario().cwnd(cwnd);
  for (let i = 0; i < count; i++) scenario.burst({ packets, rttMs: RTT, gapMs });
  return scenario;
}

test('an application that sends little is the bottleneck', () => {
  const [finding] = find(bursts(30, 2, 100));
  expect(finding?.severity).toBe('info');
  expect(finding?.verdict).toMatch(/^The application left room in the window for 100\.0 % of 3\.5\d s;/);
  expect(finding?.verdict).toContain('the network is not the bottleneck');
});

test('a sender that fills its window is not limited by the application', () => {
  expect(find(bursts(60, 10, 1))).toEqual([]);
});

test('the transfer ends with its last packet or ACK, however much is logged after it', () => {
  const lengthOf = (tail: number): number | undefined => {
    const scenario = bursts(30, 2, 100);
    for (let i = 0; i < tail; i++) scenario.wait(1000).metrics({ smoothed_rtt: RTT + i / 100 });
    return find(scenario)[0]?.endUs;
  };
  expect(lengthOf(0)).toBe(29 * 120_000 + 20_000);
  for (const tail of [1, 2, 9]) expect(lengthOf(tail)).toBe(lengthOf(0));
});

test('a pause at the end belongs to no transfer', () => {
  expect(find(bursts(60, 10, 1).wait(60_000).metrics({ smoothed_rtt: RTT }))).toEqual([]);
});

test('a handshake alone is not enough data', () => {
  expect(find(bursts(5, 2, 100))).toEqual([]);
});
