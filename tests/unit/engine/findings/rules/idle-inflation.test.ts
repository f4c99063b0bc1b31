/** Windows that grow untested: CUBIC's curve over a pause, driven by the models, and growth without use. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { heldShare } from '../../../../../src/engine/findings/partition/held.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { idleInflation } from '../../../../../src/engine/findings/rules/idle-inflation.ts';
import { Cubic } from '../../../../../src/engine/sender/congestion/cubic.ts';
import type { IdleRule } from '../../../../../src/engine/sender/congestion/idle-rule.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { heldTimeOf } from '../../../../support/held-time.ts';
import { Scenario } from '../../../../support/scenario.ts';
import { expectStraddle } from '../../../../support/straddle.ts';

const RTT_MS = 50;
const DATAGRAM = 1350;

/**
 * A CUBIC sender with this idle rule: it loses once at 60 packets, sends full windows for ten round trips, pauses,
 * and sends full windows for ten more.
 */
function transfer(idleRule: IdleRule, pauseMs: number): Scenario {
  const model = new Cubic(DATAGRAM, 60 * DATAGRAM, { idleRule });
  const scenario = new Scenario().cwnd(model.cwndBytes).loss(0);
  let lastAckUs = Number.NaN;
  const rounds = (count: number, lastSendMs: number): number => {
    let sentMs = lastSendMs;
    for (let i = 0; i < count; i++) {
      model.sent({
        nowUs: scenario.nowMs * 1000,
        lastSendUs: sentMs * 1000,
        lastAckUs,
        smoothedRttUs: RTT_MS * 1000,
      });
      sentMs = scenario.nowMs;
      const packets = Math.floor(model.cwndBytes / DATAGRAM);
      scenario.burst(
        { packets, rttMs: RTT_MS, gapMs: 0.1 },
        {
          onAck: () => {
            lastAckUs = scenario.nowMs * 1000;
            for (let j = 0; j < packets; j++) model.acked(lastAckUs, sentMs * 1000, DATAGRAM, RTT_MS * 1000);
            scenario.cwnd(Math.round(model.cwndBytes));
          },
        },
      );
    }
    return sentMs;
  };
  const lossMs = rounds(2, 0);
  model.lost(scenario.nowMs * 1000, lossMs * 1000);
  scenario
    .loss(1)
    .cwnd(Math.round(model.cwndBytes))
    .metrics({ ssthresh: Math.round(model.ssthreshBytes) });
  const lastMs = rounds(10, lossMs);
  scenario.wait(pauseMs);
  rounds(10, lastMs);
  return scenario;
}

function find(scenario: Scenario): readonly Finding[] {
  return runDetectors(new DetectInput(scenario.load()), [idleInflation]).findings;
}

test('CUBIC without an idle rule jumps after a pause', () => {
  const [finding, ...more] = find(transfer('none', 8000));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: 'warning', variant: 'after-idle' });
  expect(finding?.verdict).toMatch(/^After 8\.00 s with nothing in flight the window \(cwnd\) grew from/);
  expect(finding?.evidence.every(({ holds }) => holds)).toBe(true);
});

test('a pause shifts the curve by its own length: growth is compared with the curve where the pause began', () => {
  // After 0.3 s the window grows by 14 kB, after 0.4 s by 17 kB; twice the curve's own growth is 16.5 kB in both.
  expect(find(transfer('none', 330))).toEqual([]);
  expect(find(transfer('none', 400))).toHaveLength(1);
});

test('CUBIC with the rules that exclude the pause does not', () => {
  for (const rule of ['shift-from-last-activity', 'reset', 'threshold'] as const) {
    expect(find(transfer(rule, 8000)), rule).toEqual([]);
  }
});

test('without a pause the same sender is no finding', () => {
  expect(find(transfer('none', 0))).toEqual([]);
});

test('a reduction undone after a pause is no growth', () => {
  const scenario = new Scenario().cwnd(81_000).loss(0).burst({ packets: 60, rttMs: RTT_MS, gapMs: 0.1 });
  scenario.loss(1).cwnd(56_700).burst({ packets: 42, rttMs: RTT_MS, gapMs: 0.1 }).wait(2000);
  scenario.burst({ packets: 42, rttMs: RTT_MS, gapMs: 0.1 }, { onAck: () => scenario.cwnd(82_350) });
  scenario.burst({ packets: 42, rttMs: RTT_MS, gapMs: 0.1 });
  expect(find(scenario)).toEqual([]);
});

/** A cut from 60 to 42 packets, a pause of two seconds, and a jump to 52 after it. */
function jump(beside: (scenario: Scenario) => void, ssthresh = 56_700): Scenario {
  const scenario = new Scenario().cwnd(81_000).loss(0).burst({ packets: 60, rttMs: RTT_MS, gapMs: 0.1 });
  scenario.loss(1).metrics({ congestion_window: 56_700, ssthresh: 56_700 });
  scenario.burst({ packets: 42, rttMs: RTT_MS, gapMs: 0.1 }).wait(2000);
  const after = (): void => {
    beside(scenario);
    scenario.wait(0.1).metrics({ congestion_window: 70_200, ssthresh });
  };
  scenario.burst({ packets: 42, rttMs: RTT_MS, gapMs: 0.1 }, { onAck: after });
  return scenario.burst({ packets: 42, rttMs: RTT_MS, gapMs: 0.1 });
}

test('a jump with a raised ssthresh undid a reduction, even if only in part', () => {
  expect(find(jump(() => {}))).toMatchObject([{ variant: 'after-idle' }]);
  expect(find(jump(() => {}, 56_701))).toEqual([]);
});

test('a window that is back at nine tenths of the one before the reduction has nothing left to undo', () => {
  const regrown = (bytes: number): readonly Finding[] => {
    const scenario = new Scenario().cwnd(81_000).loss(0).burst({ packets: 60, rttMs: RTT_MS, gapMs: 0.1 });
    scenario.loss(1).metrics({ congestion_window: 56_700, ssthresh: 56_700 });
    scenario.burst({ packets: 42, rttMs: RTT_MS, gapMs: 0.1 }).cwnd(bytes);
    const full = { packets: 53, rttMs: RTT_MS, gapMs: 0.1 };
    scenario.burst(full).wait(2000);
    return find(scenario.burst(full, { onAck: () => scenario.wait(0.1).cwnd(97_200) }).burst(full));
  };
  // Of 81,000 B.
  expect([regrown(72_899).length, regrown(72_900).length]).toEqual([0, 1]);
});

test('a jump after the next loss is not caused by the pause', () => {
  expect(find(jump((scenario) => scenario.loss(2)))).toEqual([]);
});

test('slow start after a pause may grow by the acknowledged bytes, and by no more', () => {
  const paused = (growth: number): Scenario => {
    const scenario = new Scenario()
      .cwnd(13_500)
      .loss(0)
      .state('slow_start')
      .burst({ packets: 10, rttMs: RTT_MS, gapMs: 0.1 })
      .wait(1000);
    for (let i = 1; i <= 4; i++) {
      scenario.burst(
        { packets: 10, rttMs: RTT_MS, gapMs: 0.1 },
        { onAck: () => scenario.cwnd(13_500 + growth * 10 * DATAGRAM * i) },
      );
    }
    return scenario;
  };
  expect(find(paused(1)).filter(({ variant }) => variant === 'after-idle')).toEqual([]);
  expect(find(paused(2)).filter(({ variant }) => variant === 'after-idle')).toHaveLength(1);
});

/** A window of a hundred packets, or so many, that grows by one in each of thirty bursts of so many packets. */
function growing(
  packetsOf: (burst: number) => number,
  begin = new Scenario().state('slow_start'),
  bursts = 30,
  window = 100,
): Scenario {
  begin.cwnd(window * DATAGRAM).loss(0);
  for (let i = 1; i <= bursts; i++) {
    begin.burst({ packets: packetsOf(i), rttMs: RTT_MS, gapMs: 0.1 }).cwnd((window + i) * DATAGRAM);
  }
  return begin;
}

test('growth while a tenth of the window is used is found, while most of it is used it is not', () => {
  const [finding, ...more] = find(growing(() => 10));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: 'warning', variant: 'unused' });
  expect(finding?.verdict).toContain('from 135,000 B to 175,500 B (by 30 packets)');
  expect(find(growing(() => 80))).toEqual([]);
});

test('how much of a growing window was used is that of its fullest round trip, not of its last', () => {
  const [finding] = find(growing((burst) => (burst === 10 ? 40 : 10)));
  // The 40 are still in the flight that the next step looks back on, in a round trip that began at 108 packets.
  const used = finding?.evidence.find(({ id }) => id === 'used')?.value;
  expect(used).toBeCloseTo(40 / 108, 6);
  expect(finding?.verdict).toContain('at most 37.0 % of it was in flight');
});

test('growth without use is judged only where losses set the window', () => {
  const { findings, notJudged } = runDetectors(new DetectInput(growing(() => 10, new Scenario()).load()), [
    idleInflation,
  ]);
  expect(findings).toEqual([]);
  expect(notJudged[0]?.reason).toMatch(/^nothing in the log shows that losses set the window/);
  expect(find(growing(() => 10, new Scenario().state('bbr_startup').state('slow_start')))).toEqual([]);
});

/** A packet each 2 ms, as the logged rate says, for so long; nothing for the rest of a time. */
function paced(
  pacedMs: number,
  from = 0,
  begin = new Scenario().state('slow_start'),
  everyMs = 100,
): Scenario {
  const scenario = begin.cwnd((100 + from) * DATAGRAM).loss(0);
  for (let i = 1 + from; i <= 30 + from; i++) {
    scenario.metrics({ pacing_rate: DATAGRAM * 500 * 8 });
    for (let ms = 0; ms < pacedMs; ms += 2) scenario.send().wait(2);
    scenario.metrics({ latest_rtt: 30, smoothed_rtt: 30, min_rtt: 30 }).wait(everyMs - pacedMs);
    scenario.ack(pacedMs / 2).cwnd((100 + i) * DATAGRAM);
  }
  return scenario;
}

test('a window that a pacer leaves unused may grow (RFC 9002 §7.8)', () => {
  const held = (scenario: Scenario) => find(scenario)[0]?.evidence.find(({ id }) => id === 'held')?.value;
  expect(held(paced(70))).toBeCloseTo(0.5, 1);
  expect(find(paced(80))).toEqual([]);
});

test('growth while the pacer held the sender is not counted to that while the application did', () => {
  const both = paced(
    90,
    30,
    growing(() => 10),
  );
  const [finding, ...more] = find(both);
  expect(more).toEqual([]);
  // In the round trips before the other 30 the pacer held it for longer.
  expect(finding?.verdict).toContain('from 135,000 B to 175,500 B (by 30 packets)');
  const until = both.load().series.congestionWindow;
  expect(until.last).toBe(160 * DATAGRAM);
});

test('a pause that a slow pacer makes is no idle time', () => {
  const sparse = (pacingRate: number | null): Scenario => {
    const scenario = new Scenario().cwnd(27_000).loss(0).state('slow_start');
    for (let i = 0; i < 20; i++) {
      if (pacingRate !== null) scenario.metrics({ pacing_rate: pacingRate });
      scenario.burst(
        { packets: 1, rttMs: RTT_MS, gapMs: 0 },
        { onAck: () => scenario.cwnd(27_000 * (1 + i)) },
      );
      scenario.wait(300);
    }
    return scenario;
  };
  const found = (rate: number | null) => find(sparse(rate)).some(({ variant }) => variant === 'after-idle');
  expect(found(null)).toBe(true);
  // A datagram each 350 ms.
  expect(found((DATAGRAM * 8) / 0.35)).toBe(false);
});

test('the handshake may leave the window unused: a server may send three times what came (RFC 9000 §8.1)', () => {
  const scenario = (isEstablished: boolean): Scenario => {
    const begin = new Scenario().state('slow_start');
    // Without a packet of the application space from the peer the handshake is not complete.
    return isEstablished ? growing(() => 10, begin) : handshakeOnly(begin);
  };
  expect(find(scenario(true))).toHaveLength(1);
  expect(find(scenario(false))).toEqual([]);
});

/** The same growth on ACKs of Handshake packets: a chain of certificates that fills a tenth of the window. */
function handshakeOnly(scenario: Scenario): Scenario {
  scenario.cwnd(100 * DATAGRAM).loss(0);
  const packet = (name: string, number: number, frames: readonly object[]): void => {
    scenario.event(name, {
      header: { packet_type: 'handshake', packet_number: number },
      raw: { length: DATAGRAM },
      frames,
    });
  };
  for (let i = 0; i < 30; i++) {
    for (let n = 0; n < 10; n++) packet('transport:packet_sent', 10 * i + n, [{ frame_type: 'crypto' }]);
    scenario.wait(RTT_MS).metrics({ latest_rtt: RTT_MS, smoothed_rtt: RTT_MS, min_rtt: RTT_MS });
    packet('transport:packet_received', i, [{ frame_type: 'ack', acked_ranges: [[10 * i, 10 * i + 9]] }]);
    scenario.cwnd((101 + i) * DATAGRAM);
  }
  return scenario;
}

describe('each limit of growth without use, met and just missed', () => {
  const isFound = (scenario: Scenario): boolean => find(scenario).some(({ variant }) => variant === 'unused');

  test('less than half of the window in flight', () => {
    const used = (share: number): boolean => isFound(growing((burst) => Math.round(share * (99 + burst))));
    expect([used(0.485), used(0.515)]).toEqual([true, false]);
  });

  test('half of the time held by the application', () => {
    // All grow at the same times.
    const { startUs, endUs } = find(paced(44)).find(({ variant }) => variant === 'unused') as Finding;
    const runs = [99, 99.5, 100, 100.5, 101].map((everyMs) => {
      const scenario = () => paced(72, 0, undefined, everyMs);
      const held = heldTimeOf(scenario().load());
      const value = heldShare(held, ['application', 'nextRequest', 'inTransit', 'credit'], {
        startUs,
        endUs,
      });
      return { value, found: isFound(scenario()) };
    });
    expectStraddle(0.5, runs);
  });

  test('ten packets of growth', () => {
    const grown = (packets: number): boolean => isFound(growing(() => 3, undefined, packets, 30));
    expect([grown(9), grown(10)]).toEqual([false, true]);
  });

  test('a quarter of the window of growth', () => {
    const grown = (packets: number): boolean => isFound(growing(() => 10, undefined, packets, 100));
    expect([grown(24), grown(25)]).toEqual([false, true]);
  });
});

describe('each limit of growth after a pause, met and just missed', () => {
  interface Pause {
    readonly rttMs?: number;
    readonly pauseMs?: number;
    readonly packets?: number;
    /** When the window grows, after the pause. */
    readonly afterMs?: number;
    readonly isCut?: boolean;
    /** Packets of the burst after the pause. */
    readonly sent?: number;
  }
  /** A window of 100 packets, cut to 70 unless said; a pause; the window grows by so many packets. */
  const isFound = (options: Pause): boolean => {
    const { rttMs = 10, pauseMs = 2000, packets = 10, isCut = true, sent = 2 } = options;
    const { afterMs = 2 * rttMs } = options;
    const scenario = new Scenario()
      .cwnd(100 * DATAGRAM)
      .loss(0)
      .state('slow_start');
    scenario.burst({ packets: 10, rttMs, gapMs: 0 });
    const window = (isCut ? 70 : 100) * DATAGRAM;
    if (isCut) scenario.loss(1).metrics({ congestion_window: window, ssthresh: window });
    scenario.burst({ packets: 10, rttMs, gapMs: 0 }).wait(pauseMs);
    for (let n = 0; n < sent; n++) scenario.send();
    scenario
      .wait(afterMs / 2)
      .ack(sent)
      .wait(afterMs / 2);
    scenario.metrics({ congestion_window: window + Math.round(packets * DATAGRAM) });
    const found = find(
      scenario
        .send()
        .wait(10 * rttMs)
        .ack(1),
    );
    return found.some(({ variant }) => variant === 'after-idle');
  };

  test('four packets', () => {
    expect([isFound({ packets: 3.9 }), isFound({ packets: 4 })]).toEqual([false, true]);
  });

  test('three round trips after it', () => {
    expect([isFound({ afterMs: 29.5 }), isFound({ afterMs: 30.5 })]).toEqual([true, false]);
  });

  test('a pause of 0.2 s', () => {
    expect([isFound({ pauseMs: 199 }), isFound({ pauseMs: 200 })]).toEqual([false, true]);
  });

  test('a pause of three round trips', () => {
    const far = { rttMs: 100, packets: 24 };
    expect([isFound({ ...far, pauseMs: 299 }), isFound({ ...far, pauseMs: 300 })]).toEqual([false, true]);
  });

  test("twice the growth of CUBIC's curve without it", () => {
    // RFC 9438 §4.2, for four round trips from 0.1 s after the cut on.
    const k = Math.cbrt(30 / 0.4);
    const curve = 0.4 * ((0.5 - k) ** 3 - (0.1 - k) ** 3);
    const times = (factor: number): boolean => isFound({ rttMs: 100, packets: factor * curve });
    expect([times(1.96), times(2.04)]).toEqual([false, true]);
  });

  test('a tenth more than what is acknowledged, in slow start', () => {
    const times = (factor: number): boolean => isFound({ isCut: false, sent: 20, packets: 20 * factor });
    expect([times(1.09), times(1.11)]).toEqual([false, true]);
  });
});
