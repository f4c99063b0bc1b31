/**
 * The death spiral on written scenarios: one that has every condition, and the innocent ones that lack
 * exactly one each. The corpus holds the real ones.
 */
import { describe, expect, test } from 'vitest';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { type Burst, Scenario } from '../../../../support/scenario.ts';

const RTT = 14;
const FULL: Burst = { packets: 2, rttMs: RTT, gapMs: 0.1 };

/** A loss that leaves a window of two packets, after some growth. */
function collapsed(options?: { readonly client?: boolean }): Scenario {
  const scenario = new Scenario(options).cwnd(13_500).state('slow_start').loss(0);
  for (let i = 0; i < 3; i++) scenario.burst({ packets: 10, rttMs: RTT, gapMs: 0.1 });
  return scenario.loss(3).cwnd(2700).state('recovery');
}

/** Bursts that flip the state as quiche does: avoidance at the ACK, recovery at the next send. */
function oscillate(scenario: Scenario, rounds: number, burst: Burst = FULL): Scenario {
  for (let i = 0; i < rounds; i++) {
    scenario.burst(burst, {
      onSend: () => scenario.state('recovery'),
      onAck: () => scenario.state('congestion_avoidance'),
    });
  }
  return scenario;
}

function find(scenario: Scenario): readonly Finding[] {
  return runDetectors(new DetectInput(scenario.load()), [deathSpiral]).findings;
}

function alarms(scenario: Scenario): readonly Finding[] {
  return find(scenario).filter((finding) => finding.severity !== 'info');
}

describe('a spiral', () => {
  test('is found with interval, window, transitions and period', () => {
    const scenario = collapsed();
    const startUs = Math.round(scenario.nowMs * 1000);
    const [finding, ...more] = find(oscillate(scenario, 300));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'critical', variant: 'oscillating', startUs });
    expect(finding?.verdict).toContain('2,700 bytes (2 packets)');
    // One entry into recovery per cycle of 14.1 ms; two transitions each, the last one at the last ACK.
    expect(finding?.verdict).toContain('recovery entered every 14.1 ms ≈ 1.01 round trips (RTT)');
    expect(finding?.evidence.every((row) => row.holds)).toBe(true);
  });

  test('that stays in recovery has few transitions and is still found', () => {
    const scenario = collapsed();
    for (let i = 0; i < 300; i++) scenario.burst(FULL);
    expect(find(scenario)).toMatchObject([{ severity: 'critical', variant: 'locked' }]);
  });

  test('is found without any logged state, with less confidence', () => {
    const scenario = new Scenario().cwnd(13_500).loss(0).burst(FULL).loss(1).cwnd(2700);
    for (let i = 0; i < 300; i++) scenario.burst(FULL);
    const [bare] = find(scenario);
    const [full] = find(oscillate(collapsed(), 300));
    expect(bare).toMatchObject({ severity: 'critical', variant: 'states-not-logged' });
    expect(bare?.confidence).toBeLessThan(full?.confidence ?? 0);
  });

  test('takes its severity from its length: critical, warning, info', () => {
    expect(find(oscillate(collapsed(), 150))[0]?.severity).toBe('critical');
    expect(find(oscillate(collapsed(), 60))[0]?.severity).toBe('warning');
    expect(find(oscillate(collapsed(), 20))[0]?.severity).toBe('info');
    // A hundred round trips on a short path are critical although they last 0.15 s.
    const short = collapsed();
    expect(find(oscillate(short, 120, { packets: 2, rttMs: 1.2, gapMs: 0.05 }))[0]?.severity).toBe(
      'critical',
    );
  });

  test('continues through a stall and ends with the trace', () => {
    const scenario = oscillate(collapsed(), 150).wait(80);
    oscillate(scenario, 150);
    const [finding] = alarms(scenario);
    expect(finding?.endUs).toBeCloseTo(scenario.nowMs * 1000, -3);
    expect(alarms(scenario)).toHaveLength(1);
  });

  test('is found before a long pause of the application in the same flat span', () => {
    const scenario = collapsed();
    const startUs = scenario.nowMs * 1000;
    oscillate(scenario, 200);
    const endUs = scenario.nowMs * 1000;
    scenario.wait(4000);
    const [finding] = alarms(scenario.send());
    expect(Math.abs((finding?.startUs ?? 0) - startUs)).toBeLessThan(2 * RTT * 1000);
    expect(Math.abs((finding?.endUs ?? 0) - endUs)).toBeLessThan(2 * RTT * 1000);
  });
});

describe('several spirals in one flat span', () => {
  test('are found separately, without the pause between them', () => {
    const scenario = oscillate(collapsed(), 200).wait(4000);
    const secondUs = scenario.nowMs * 1000;
    oscillate(scenario, 220);
    const found = alarms(scenario).toSorted((a, b) => a.startUs - b.startUs);
    expect(found).toHaveLength(2);
    expect(found[0]?.endUs).toBeLessThan(secondUs - 3_900_000);
    expect(Math.abs((found[1]?.startUs ?? 0) - secondUs)).toBeLessThan(2 * RTT * 1000);
  });

  test('continue through stalls, if three round trips in four are acknowledged', () => {
    // The window is flat before as well, and not filled.
    const stalledFor = (ms: number): Scenario => {
      const scenario = collapsed();
      for (let i = 0; i < 40; i++) scenario.burst({ packets: 1, rttMs: RTT, gapMs: 0.1 });
      // Probes that nothing answers: the path stalls, and this host does not.
      oscillate(scenario, 60).send().send();
      for (let probe = 0; probe < 10; probe++) scenario.wait(ms / 10).send();
      return oscillate(scenario.ack(12), 60);
    };
    expect(alarms(stalledFor(38 * RTT))).toHaveLength(1);
    expect(alarms(stalledFor(44 * RTT))).toHaveLength(2);
  });

  test('an RTT that decreases to a quarter during the spiral is followed', () => {
    const scenario = collapsed();
    const startUs = scenario.nowMs * 1000;
    oscillate(scenario, 130, { packets: 2, rttMs: 60, gapMs: 0.1 });
    oscillate(scenario, 200, { packets: 2, rttMs: 14, gapMs: 0.1 });
    const [finding, ...more] = alarms(scenario);
    expect(more).toEqual([]);
    expect(Math.abs((finding?.startUs ?? 0) - startUs)).toBeLessThan(120_000);
    expect(finding?.endUs).toBeCloseTo(scenario.nowMs * 1000, -4);
  });
});

describe('no alarm', () => {
  test('when flow control limits the sender, with a BLOCKED frame every round trip', () => {
    const scenario = new Scenario().cwnd(13_500).loss(0).burst(FULL).cwnd(2700);
    const blocked: Burst = {
      ...FULL,
      sendFrames: [{ frame_type: 'stream_data_blocked', stream_id: 0, limit: 1 }],
    };
    for (let i = 0; i < 300; i++) scenario.burst(blocked);
    expect(alarms(scenario)).toEqual([]);
  });

  test('when every burst answers a request that came with the ACK', () => {
    const scenario = new Scenario().cwnd(13_500).loss(0).burst(FULL).cwnd(2700);
    const asked: Burst = {
      ...FULL,
      ackFrames: [{ frame_type: 'stream', stream_id: 4, offset: 0, length: 60 }],
    };
    for (let i = 0; i < 300; i++) scenario.burst(asked);
    expect(alarms(scenario)).toEqual([]);
  });

  test('when the log states application_limited throughout; a separate finding reports the flat window', () => {
    const scenario = collapsed().state('application_limited');
    for (let i = 0; i < 300; i++) scenario.burst(FULL);
    expect(find(scenario)).toMatchObject([{ severity: 'info', title: 'Flat window, used in full' }]);
  });

  test('when the window grows, however often the state changes', () => {
    const scenario = collapsed();
    for (let i = 0; i < 300; i++) {
      oscillate(scenario, 1);
      scenario.cwnd(2700 + i);
    }
    expect(find(scenario)).toEqual([]);
  });

  test('when packets are lost every few round trips', () => {
    const scenario = collapsed();
    for (let i = 0; i < 100; i++) oscillate(scenario, 3).loss(10 + i);
    expect(alarms(scenario)).toEqual([]);
  });

  test('when CE marks keep the window small', () => {
    const scenario = collapsed();
    for (let i = 0; i < 100; i++) {
      oscillate(scenario, 3);
      scenario.event('transport:packet_received', {
        header: { packet_type: '1RTT', packet_number: 9000 + i },
        raw: { length: 40 },
        frames: [{ frame_type: 'ack', acked_ranges: [[0, 0]], ect0: 1, ce: i + 1 }],
      });
    }
    expect(alarms(scenario)).toEqual([]);
  });

  test('when the application fills half of the window only', () => {
    const scenario = collapsed().cwnd(5400);
    expect(find(oscillate(scenario, 300))).toEqual([]);
  });

  test('when the application waits a round trip between bursts', () => {
    expect(find(oscillate(collapsed(), 300, { packets: 2, rttMs: RTT, gapMs: RTT }))).toEqual([]);
  });

  test('when the pipe never drains', () => {
    const scenario = collapsed().cwnd(13_500);
    for (let i = 0; i < 300; i++) scenario.burst({ packets: 6, rttMs: RTT, gapMs: 0.1, held: 4 });
    expect(find(scenario)).toEqual([]);
  });

  test('when BBR sets its window by an estimate', () => {
    const scenario = new Scenario().cwnd(13_500).loss(0).burst(FULL).cwnd(5400).state('bbr_probe_bw_cruise');
    for (let i = 0; i < 300; i++) scenario.burst({ packets: 4, rttMs: RTT, gapMs: 0.1 });
    expect(find(scenario)).toEqual([]);
  });

  test('when CUBIC is on its plateau after it has grown', () => {
    const scenario = collapsed().cwnd(40_500).state('congestion_avoidance').cwnd(54_000);
    const hundred: Burst = { packets: 40, rttMs: 100, gapMs: 0.1 };
    for (let i = 0; i < 26; i++) scenario.burst(hundred);
    expect(alarms(scenario)).toEqual([]);
    // Flat for longer than any plateau of CUBIC lasts, but the log says undisturbed avoidance: no spiral.
    for (let i = 0; i < 10; i++) scenario.burst(hundred);
    expect(alarms(scenario)).toEqual([]);
  });

  test('on the side of the receiver', () => {
    const scenario = oscillate(collapsed(), 300);
    const received = {
      header: { packet_type: '1RTT', packet_number: 5 },
      raw: { length: 60_000 },
      frames: [{ frame_type: 'stream' }],
    };
    for (let i = 0; i < 40; i++) scenario.event('transport:packet_received', received);
    expect(find(scenario)).toEqual([]);
  });

  test('on a handshake or a trace that ends at once', () => {
    expect(
      find(new Scenario().cwnd(13_500).state('slow_start').burst({ packets: 10, rttMs: RTT, gapMs: 0.1 })),
    ).toEqual([]);
    expect(find(new Scenario().cwnd(13_500))).toEqual([]);
  });
});

test('many micro-traps are one info that counts them and refers to the longest', () => {
  const scenario = collapsed();
  for (let i = 0; i < 5; i++) {
    oscillate(scenario, 6 + (i === 3 ? 10 : 0));
    scenario
      .loss(10 + i)
      .cwnd(2700 + 100 * (i + 1))
      .cwnd(2700)
      .state('recovery');
  }
  const findings = find(scenario);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ severity: 'info', key: 'death-spiral.micro' });
  expect(findings[0]?.verdict).toContain('5 such spans; this is the longest.');
  expect((findings[0]?.endUs ?? 0) - (findings[0]?.startUs ?? 0)).toBeGreaterThan(15 * RTT * 1000);
});

test('a trace without packets, ACKs or RTT is not judged, with a reason', () => {
  const sizes = new Scenario().cwnd(2700);
  sizes.metrics({ smoothed_rtt: 14, latest_rtt: 14 });
  expect(runDetectors(new DetectInput(sizes.load()), [deathSpiral]).notJudged[0]?.reason).toBe(
    'no sent packet is logged',
  );
  const unacknowledged = new Scenario().cwnd(2700).send();
  unacknowledged.metrics({ smoothed_rtt: 14, latest_rtt: 14 });
  expect(runDetectors(new DetectInput(unacknowledged.load()), [deathSpiral]).notJudged[0]?.reason).toBe(
    'no ACK of a sent packet is logged',
  );
  const rtt = new Scenario().cwnd(2700).send().ack(1);
  expect(runDetectors(new DetectInput(rtt.load()), [deathSpiral]).notJudged[0]?.reason).toBe(
    'no smoothed RTT is logged',
  );
});
