/** The application as the bottleneck: a sender with room in its window and nothing to send. */
import { expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
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
  expect(finding?.verdict).toMatch(/^The application left room in the window for 9\d\.\d % of the 3\.50 s;/);
  expect(finding?.verdict).toContain('the network is not the bottleneck');
});

/** Rounds of 20 ms in which the window is full: forty with a pause of 30 ms after each, and so many without. */
const halfFull = (without: number) => {
  const scenario = new Scenario().cwnd(13_500);
  scenario.burst({ packets: 1, rttMs: RTT, gapMs: 0 });
  for (let i = 0; i < 40 + without; i++) scenario.burst({ packets: 10, rttMs: RTT, gapMs: i < 40 ? 30 : 0 });
  return find(scenario.send());
};

test('half of the time is not most of it', () => {
  expect(halfFull(20)).toEqual([]);
  expect(halfFull(18)).toHaveLength(1);
});

test('a round trip in flight is the application, and a pacer that sends bursts is not', () => {
  // 5 of 10 packets in a burst, four gaps of 1.6 ms for each; 1 of 10 likewise.
  const spread = (packets: number) => {
    const scenario = new Scenario().cwnd(13_500);
    for (let i = 0; i < 200; i++) scenario.burst({ packets, rttMs: RTT, gapMs: 0, held: packets });
    return find(scenario);
  };
  expect(spread(5)).toEqual([]);
  expect(spread(1)).toHaveLength(1);
});

test('the network is not judged where packets are lost', () => {
  const lossy = (losses: number) => {
    const scenario = bursts(10, 2, 100);
    for (let i = 0; i < losses; i++) scenario.loss(i + 1);
    for (let i = 0; i < 20; i++) scenario.burst({ packets: 2, rttMs: RTT, gapMs: 100 });
    return find(scenario)[0]?.verdict;
  };
  expect(lossy(0)).toContain('the network is not the bottleneck');
  expect(lossy(1)).toMatch(/the window held the sender for \d\.\d %\.$/);
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

test('twenty packets over ten round trips are enough data, nineteen are not', () => {
  const packets = (number: number) => find(bursts(number, 1, 100));
  expect(packets(19)).toEqual([]);
  expect(packets(20)).toHaveLength(1);
  // Two packets each 20 ms: the first round trip ends the handshake.
  const roundTrips = (number: number) => find(bursts(number, 3, 0.5, 135_000));
  expect(roundTrips(10)).toEqual([]);
  expect(roundTrips(11)).toHaveLength(1);
});

test('round trips in which something stalls are not enough data', () => {
  const stalled = (endUs: number) => {
    const input = new DetectInput(bursts(30, 2, 100).load());
    const spans = [{ startUs: 0, endUs }];
    Object.defineProperty(input, 'stalls', { value: { ...input.stalls, spans } });
    return runDetectors(input, [appLimited]).findings;
  };
  expect(stalled(500_000)).toHaveLength(1);
  expect(stalled(3_490_000)).toEqual([]);
});

test('a log that says all the while that the application has data is not contradicted', () => {
  const flagged = (isLimited: boolean) => {
    const scenario = new Scenario().metrics({ cf_app_limited: isLimited }).cwnd(13_500);
    for (let i = 0; i < 30; i++) scenario.burst({ packets: 2, rttMs: RTT, gapMs: 100 });
    return find(scenario);
  };
  expect(flagged(true)).toHaveLength(1);
  expect(flagged(false)).toEqual([]);
});

test('the logged flag stands beside the packets, and agrees where it is set for more than half of the time', () => {
  const row = (setMs: number) => {
    const scenario = new Scenario().metrics({ cf_app_limited: false }).cwnd(13_500);
    for (let i = 0; i < 30; i++) {
      scenario.burst({ packets: 2, rttMs: RTT, gapMs: 0 }).metrics({ cf_app_limited: true });
      scenario
        .wait(setMs)
        .metrics({ cf_app_limited: false })
        .wait(100 - setMs);
    }
    return find(scenario)[0]?.evidence.find(({ id }) => id === 'logged');
  };
  // Of pauses of 120 ms, from the last packet of a burst to the next, the flag is set after the first 20 ms.
  expect(row(61)).toMatchObject({ holds: true, needed: false, panel: 'limits' });
  expect(row(61)?.value).toBeCloseTo(61 / 120, 2);
  expect(row(59)?.holds).toBe(false);
  expect(find(bursts(30, 2, 100))[0]?.evidence.some(({ id }) => id === 'logged')).toBe(false);
});
