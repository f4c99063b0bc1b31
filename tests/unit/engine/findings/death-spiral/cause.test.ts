/**
 * How many sends with nothing in flight a cause takes to be named: three at the least, and as many as half of the send
 * cycles, or they are no account of the interval. What the cause of a whole spiral is: report.test.ts.
 */
import { describe, expect, test } from 'vitest';
import { type Cause, Causes } from '../../../../../src/engine/findings/death-spiral/cause.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { Scenario } from '../../../../support/scenario.ts';

const RTT_MS = 14;

/** A collapsed window, and so many sends with nothing in flight, told as an interval of so many cycles. */
function causeOf(sends: number, cycles: number): Cause {
  const scenario = new Scenario().cwnd(13_500).state('slow_start').loss(0);
  for (let i = 0; i < 3; i++) scenario.burst({ packets: 10, rttMs: RTT_MS, gapMs: 0.1 });
  scenario.send().send().wait(RTT_MS).ack(2).loss(3).cwnd(2700).state('recovery').wait(0.1);
  const startUs = Math.floor(scenario.nowMs * 1000);
  for (let i = 0; i < sends; i++) {
    // The second packet a little after the first, so that the rules differ.
    scenario.send().wait(0.03).send().wait(RTT_MS);
    scenario.metrics({ latest_rtt: RTT_MS, smoothed_rtt: RTT_MS, min_rtt: RTT_MS }).ack(2).wait(0.1);
  }
  const state = scenario.load();
  return new Causes(new DetectInput(state)).of(startUs, state.lastUs, cycles);
}

describe('a cause', () => {
  test('is named from three sends with nothing in flight that are most of the cycles', () => {
    expect(causeOf(3, 6)).toMatchObject({ isKnown: true, rule: 'shift-from-last-send' });
    expect(causeOf(40, 80)).toMatchObject({ isKnown: true, rule: 'shift-from-last-send' });
  });

  test('is not named from two sends, though there was no other cycle', () => {
    expect(causeOf(2, 2)).toMatchObject({ isKnown: false, rule: null });
  });

  test('is not named from three idle sends among many cycles', () => {
    expect(causeOf(3, 7)).toMatchObject({ isKnown: false, rule: null });
    expect(causeOf(3, 100)).toMatchObject({ isKnown: false, rule: null });
    expect(causeOf(40, 81)).toMatchObject({ isKnown: false, rule: null });
  });
});

test('a loss of packets sent before the boundary does not set it', () => {
  // Collapsed at a loss; the boundary then leads the next burst by the RTT of the last one.
  const scenario = new Scenario()
    .state('congestion_avoidance')
    .cwnd(13_500)
    .loss(0)
    .send()
    .send()
    .wait(RTT_MS)
    .ack(2)
    .loss(3)
    .cwnd(2700);
  scenario.wait(0.1).send().send();
  // Of that burst one packet is acknowledged early and one is lost: 10 ms pass with bytes in flight.
  scenario.wait(10).ack(1).send().wait(3).lose(1, 4).wait(11).ack(1).wait(0.1);
  const startUs = Math.floor(scenario.nowMs * 1000);
  for (let i = 0; i < 20; i++) {
    scenario.send().wait(0.03).send().wait(RTT_MS);
    scenario.metrics({ latest_rtt: RTT_MS, smoothed_rtt: RTT_MS, min_rtt: RTT_MS }).ack(2).wait(0.1);
  }
  const state = scenario.load();
  const { leadAtStartUs } = new Causes(new DetectInput(state)).of(startUs, state.lastUs, 20);
  expect(leadAtStartUs).toBeCloseTo((RTT_MS - 10) * 1000, -1);
});
