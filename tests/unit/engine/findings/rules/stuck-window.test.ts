/** A flat window that is used in full, and the innocent ones that lack exactly one condition each. */
import { describe, expect, test } from 'vitest';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { roundTripsIn } from '../../../../../src/engine/findings/measures/round-trips.ts';
import { heldShare, WINDOW_FULL } from '../../../../../src/engine/findings/partition/held.ts';
import type { Detector } from '../../../../../src/engine/findings/rule/detector.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { stuckWindow } from '../../../../../src/engine/findings/rules/stuck-window.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { heldTimeOf } from '../../../../support/held-time.ts';
import { type Burst, Scenario } from '../../../../support/scenario.ts';
import { expectStraddle, type Run } from '../../../../support/straddle.ts';

const FULL: Burst = { packets: 10, rttMs: 14, gapMs: 0.1 };
/** Fills the window of ten packets, and leaves two after at each ACK: the pipe never drains. */
const HELD: Burst = { packets: 8, rttMs: 14, gapMs: 0.1, held: 2 };

function flat(rounds: number, burst: Burst = HELD, begin: Scenario = new Scenario().cwnd(13_500)): Scenario {
  begin.loss(0).state('congestion_avoidance').send().send();
  for (let i = 0; i < rounds; i++) begin.burst(burst);
  return begin;
}

function find(scenario: Scenario, detectors: readonly Detector[] = [stuckWindow]): readonly Finding[] {
  return runDetectors(new DetectInput(scenario.load()), detectors).findings.filter(
    ({ id }) => id === 'stuck-window',
  );
}

test('is found with its window, its round trips and the growth of NewReno', () => {
  const [finding, ...more] = find(flat(60));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: 'warning', startUs: 0 });
  expect(finding?.verdict).toContain('13,500 bytes (10 packets)');
  expect(finding?.evidence.find(({ id }) => id === 'flat')?.value).toBeGreaterThan(55);
  expect(finding?.evidence.every(({ holds, panel }) => holds && panel !== null)).toBe(true);
});

test('needs twenty round trips', () => {
  expect(find(flat(15))).toEqual([]);
  expect(find(flat(25))).toHaveLength(1);
});

test('is no finding if the window grows, or is not used', () => {
  const growing = new Scenario().cwnd(13_500).loss(0);
  for (let i = 0; i < 60; i++) growing.burst(FULL).cwnd(13_500 + 1350 * (i + 1));
  expect(find(growing)).toEqual([]);
  expect(find(flat(60, { packets: 3, rttMs: 14, gapMs: 0.1 }))).toEqual([]);
});

test('is no finding with a loss every ten round trips', () => {
  const scenario = new Scenario().cwnd(13_500).loss(0);
  for (let i = 1; i <= 80; i++) {
    scenario.burst(HELD);
    if (i % 10 === 0) scenario.loss(i);
  }
  expect(find(scenario)).toEqual([]);
});

test('is no finding if flow control limits the sender', () => {
  const blocked: Burst = { ...HELD, sendFrames: [{ frame_type: 'data_blocked', limit: 1 }] };
  expect(find(flat(60, blocked))).toEqual([]);
});

test('is no finding if BBR sets the window, or if nothing says that losses do', () => {
  for (const begin of [new Scenario().state('bbr_probe_bw_cruise'), new Scenario()]) {
    const scenario = begin.cwnd(13_500).loss(0).send().send();
    for (let i = 0; i < 60; i++) scenario.burst(HELD);
    expect(find(scenario)).toEqual([]);
  }
});

test('is no finding if each burst ends in a short packet with room left: the application had no more', () => {
  const requests = (lastBytes: number): Scenario => {
    const scenario = new Scenario().cwnd(13_500).loss(0).state('slow_start');
    let number = 0;
    for (let i = 0; i < 60; i++) {
      const sizes = [...Array.from({ length: 9 }, () => 1350), lastBytes];
      for (const length of sizes) {
        scenario.event('transport:packet_sent', {
          header: { packet_type: '1RTT', packet_number: number++ },
          raw: { length },
          frames: [{ frame_type: 'stream', stream_id: 4 * i }],
        });
      }
      scenario.metrics({ bytes_in_flight: 9 * 1350 + lastBytes }).wait(14);
      scenario.metrics({ latest_rtt: 14, smoothed_rtt: 14, min_rtt: 14 });
      scenario.event('transport:packet_received', {
        header: { packet_type: '1RTT', packet_number: i },
        raw: { length: 40 },
        frames: [{ frame_type: 'ack', acked_ranges: [[number - 10, number - 1]] }],
      });
      scenario.metrics({ bytes_in_flight: 0 });
    }
    return scenario;
  };
  expect(find(requests(639))).toEqual([]);
  expect(find(requests(640))).toHaveLength(1);
});

test('is no finding on a plateau of CUBIC, and one if it lasts longer than a plateau can', () => {
  const grown = (): Scenario => new Scenario().cwnd(12_150).burst(FULL).cwnd(13_500);
  expect(find(flat(60, HELD, grown()))).toEqual([]);
  expect(find(flat(250, HELD, grown()))).toHaveLength(1);
});

test('is a finding of any length if the window was reduced before, since a plateau needs growth', () => {
  const cut = (): Scenario => new Scenario().cwnd(14_850).burst(FULL).cwnd(13_500);
  expect(find(flat(60, HELD, cut()))).toHaveLength(1);
});

test('does not repeat the death spiral', () => {
  const spiral = (): Scenario => {
    const scenario = new Scenario().cwnd(13_500).loss(0).burst(FULL).loss(1).cwnd(2700).state('recovery');
    for (let i = 0; i < 200; i++) scenario.burst({ packets: 2, rttMs: 14, gapMs: 0.1 });
    return scenario;
  };
  expect(find(spiral())).toHaveLength(1);
  expect(find(spiral(), [deathSpiral, stuckWindow])).toEqual([]);
});

test('several spans are one finding that describes the longest', () => {
  const scenario = flat(30).loss(1);
  for (let i = 0; i < 60; i++) scenario.burst(HELD);
  const [finding, ...more] = find(scenario);
  expect(more).toEqual([]);
  expect(finding?.verdict).toContain('the longest of 2 such spans');
  expect(finding?.startUs).toBeGreaterThan(400_000);
});

describe('each limit, met and just missed', () => {
  /** A span that begins with a cut and ends with growth: no plateau, and of known length. */
  const span = (cwnd: number, inside: (scenario: Scenario) => void, begin = FULL): Scenario => {
    const scenario = new Scenario()
      .cwnd(2 * cwnd)
      .loss(0)
      .state('congestion_avoidance')
      .burst(begin);
    inside(scenario.cwnd(cwnd));
    return scenario.cwnd(2 * cwnd).burst(begin);
  };
  const repeated = (rounds: number, burst: Burst, cwnd = 13_500): Scenario =>
    span(
      cwnd,
      (scenario) => {
        for (let i = 0; i < (burst.held ?? 0); i++) scenario.send();
        for (let i = 0; i < rounds; i++) scenario.burst(burst);
      },
      { ...FULL, rttMs: burst.rttMs },
    );
  const isFound = (scenario: Scenario): boolean => find(scenario).length > 0;
  /** The span of a scenario, and what is measured of it. */
  const measured = (
    scenario: Scenario,
    value: (state: ReturnType<Scenario['load']>, interval: { startUs: number; endUs: number }) => number,
  ): Run => {
    const state = scenario.load();
    const [, startUs = 0, endUs = 0] = state.series.congestionWindow.timesUs;
    return { value: value(state, { startUs, endUs }), found: isFound(scenario) };
  };

  test('twenty round trips', () => {
    expect([isFound(repeated(19, HELD)), isFound(repeated(20, HELD))]).toEqual([false, true]);
  });

  test('0.1 s', () => {
    const short = { ...HELD, rttMs: 1 };
    // Of 1.1 ms each.
    expect([isFound(repeated(90, short)), isFound(repeated(91, short))]).toEqual([false, true]);
  });

  test('half of the time held by the window', () => {
    // Of 120 bursts so many fill it: a round trip each, and the one that begins with a full window.
    const halfFull = (full: number): Scenario =>
      span(13_500, (scenario) => {
        for (let i = 0; i < 120; i++)
          scenario.burst({ ...HELD, gapMs: 0, packets: (i * full) % 120 < full ? 10 : 9, held: 0 });
      });
    const runs = [27, 28, 29, 30, 31].map((full) =>
      measured(halfFull(full), (state, interval) => heldShare(heldTimeOf(state), WINDOW_FULL, interval)),
    );
    expectStraddle(0.5, runs);
  });

  test('half of the round trips with new ACKs', () => {
    // Of one round trip, or of three of which one brings an ACK: so many of each in turn.
    const late = (short: number, long: number): Scenario =>
      span(13_500, (scenario) => {
        for (let i = 0; i < 90; i++) {
          const isLong =
            Math.floor((i * long) / (short + long)) < Math.floor(((i + 1) * long) / (short + long));
          for (let n = 0; n < 10; n++) scenario.send();
          scenario
            .wait(isLong ? 42 : 14)
            .metrics({ latest_rtt: 14, smoothed_rtt: 14, min_rtt: 14 })
            .ack(10);
        }
      });
    const mixes = [
      [6, 5],
      [10, 9],
      [9, 10],
      [7, 8],
      [5, 6],
    ] as const;
    const runs = mixes.map(([short, long]) =>
      measured(late(short, long), (state, interval) => roundTripsIn(state, interval).ackedShare),
    );
    expectStraddle(0.5, runs);
  });

  test('half of the cycles free of flow control', () => {
    const blockedIn = (share: number): Scenario =>
      span(13_500, (scenario) => {
        scenario.send().send();
        for (let i = 0; i < 100; i++) {
          const isBlocked = Math.floor(i * share) < Math.floor((i + 1) * share);
          const sendFrames = isBlocked ? [{ frame_type: 'data_blocked', limit: 1 }] : [];
          scenario.burst({ ...HELD, sendFrames, ackFrames: [{ frame_type: 'max_data', maximum: 1e9 }] });
        }
      });
    expect([isFound(blockedIn(0.48)), isFound(blockedIn(0.52))]).toEqual([true, false]);
  });

  test('two packets of growth under NewReno', () => {
    // A tenth of the window each round trip: 1.92, 2.01 packets.
    const slow = { ...HELD, packets: 1, held: 9 };
    expect([isFound(repeated(21, slow)), isFound(repeated(22, slow))]).toEqual([false, true]);
  });

  test('ten cycles', () => {
    // Each cycle has ACKs in two round trips, and the window stays full in both.
    const long = (cycles: number): Scenario =>
      span(8.9999 * 1350, (scenario) => {
        for (let i = 0; i < cycles; i++) {
          for (let n = 0; n < 9; n++) scenario.send();
          scenario.wait(17).metrics({ latest_rtt: 14, smoothed_rtt: 14, min_rtt: 14 }).ack(1);
          scenario.wait(17).ack(8);
        }
      });
    expect([isFound(long(9)), isFound(long(10))]).toEqual([false, true]);
  });
});
