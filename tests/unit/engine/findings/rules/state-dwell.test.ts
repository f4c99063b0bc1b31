/** States held too long, and the stays that are as long as they must be. */
import { describe, expect, test } from 'vitest';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { roundTripsIn } from '../../../../../src/engine/findings/measures/round-trips.ts';
import { heldShare, WINDOW_FULL } from '../../../../../src/engine/findings/partition/held.ts';
import type { Detector } from '../../../../../src/engine/findings/rule/detector.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { stateDwell } from '../../../../../src/engine/findings/rules/state-dwell.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { heldTimeOf } from '../../../../support/held-time.ts';
import { type Burst, Scenario } from '../../../../support/scenario.ts';
import { expectStraddle } from '../../../../support/straddle.ts';

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
  expect(finding?.label).toBe('60 round trips in a state meant for one or two, 846 ms');
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

describe('each limit, met and just missed', () => {
  const isFound = (scenario: Scenario): boolean => find(scenario).length > 0;
  /** So many round trips of 14.1 ms in a state, and so much longer in it. */
  const lasting = (state: string, rounds: number, moreMs: number, rttMs = 14): Scenario => {
    const scenario = new Scenario()
      .cwnd(5400)
      .state('bbr_probe_bw_cruise')
      .loss(0)
      .burst({ ...BURST, rttMs });
    scenario.state(state);
    for (let i = 0; i < rounds; i++) scenario.burst({ ...BURST, rttMs });
    return scenario
      .wait(moreMs)
      .state('bbr_probe_bw_cruise')
      .burst({ ...BURST, rttMs });
  };

  test('ten round trips', () => {
    // Nine of 14.1 ms, and the rest of the time that ten take: the length alone is not enough.
    expect([isFound(lasting('bbr_drain', 9, 13)), isFound(lasting('bbr_drain', 9, 13.2))]).toEqual([
      false,
      true,
    ]);
  });

  test('ten smoothed RTTs beyond the 200 ms of PROBE_RTT', () => {
    // 24 round trips are 338.4 ms.
    const [below, above] = [lasting('bbr_probe_rtt', 24, 1.5), lasting('bbr_probe_rtt', 24, 1.7)];
    expect([isFound(below), isFound(above)]).toEqual([false, true]);
  });

  test('0.1 s', () => {
    const of = (moreMs: number): Scenario => lasting('bbr_drain', 90, moreMs, 1);
    // 90 of 1.1 ms.
    expect([isFound(of(0.9)), isFound(of(1.1))]).toEqual([false, true]);
  });

  test('three round trips in four with new ACKs', () => {
    const silent = (trips: number): Scenario => {
      const scenario = new Scenario().cwnd(5400).state('bbr_probe_bw_cruise').loss(0).burst(BURST);
      scenario.state('bbr_drain');
      for (let i = 0; i < 60; i++) scenario.burst({ ...BURST, gapMs: i < trips ? 14 : 0 });
      return scenario.state('bbr_probe_bw_cruise').burst(BURST);
    };
    const runs = [18, 19, 20, 21, 22].map((trips) => {
      const state = silent(trips).load();
      const [, startUs = 0, endUs = 0] = state.states.timesUs;
      const value = roundTripsIn(state, { startUs, endUs }).ackedShare;
      return { value, found: isFound(silent(trips)) };
    });
    expectStraddle(0.75, runs);
  });

  test('half of the time in recovery held by the window', () => {
    // Of sixty bursts so many fill it.
    const halfFull = (full: number): Scenario => {
      const scenario = new Scenario().cwnd(5400).state('congestion_avoidance').loss(0).burst(BURST);
      scenario.loss(1).state('recovery');
      for (let i = 0; i < 60; i++) scenario.burst({ ...BURST, packets: i < full ? 4 : 2 });
      return scenario.state('congestion_avoidance').burst(BURST);
    };
    const runs = [26, 28, 29, 30, 31, 32, 34].map((full) => {
      const state = halfFull(full).load();
      const [, startUs = 0, endUs = 0] = state.states.timesUs;
      const value = heldShare(heldTimeOf(state), WINDOW_FULL, { startUs, endUs });
      return { value, found: isFound(halfFull(full)) };
    });
    expectStraddle(0.5, runs);
  });
});
