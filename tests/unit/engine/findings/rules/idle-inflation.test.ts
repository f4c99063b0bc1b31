/** Windows that grow untested: CUBIC's curve over a pause, driven by the models, and growth without use. */
import { expect, test } from 'vitest';
import { Cubic } from '../../../../../src/engine/congestion/cubic.ts';
import type { IdleRule } from '../../../../../src/engine/congestion/idle-rule.ts';
import type { Finding } from '../../../../../src/engine/findings/detector.ts';
import { DetectInput } from '../../../../../src/engine/findings/input.ts';
import { idleInflation } from '../../../../../src/engine/findings/rules/idle-inflation.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { Scenario } from '../../../../support/scenario.ts';

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
      model.idleSend({
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
  expect(finding?.verdict).toMatch(/^After 8\.00 s with nothing in flight cwnd grew from/);
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

/** A cut from 60 to 42 packets, a pause of two seconds, and a jump to 52 behind it. */
function jump(beside: (scenario: Scenario) => void, ssthresh = 56_700): Scenario {
  const scenario = new Scenario().cwnd(81_000).loss(0).burst({ packets: 60, rttMs: RTT_MS, gapMs: 0.1 });
  scenario.loss(1).metrics({ congestion_window: 56_700, ssthresh: 56_700 });
  scenario.burst({ packets: 42, rttMs: RTT_MS, gapMs: 0.1 }).wait(2000);
  const behind = (): void => {
    beside(scenario);
    scenario.wait(0.1).metrics({ congestion_window: 70_200, ssthresh });
  };
  scenario.burst({ packets: 42, rttMs: RTT_MS, gapMs: 0.1 }, { onAck: behind });
  return scenario.burst({ packets: 42, rttMs: RTT_MS, gapMs: 0.1 });
}

test('a jump with a raised ssthresh undid a reduction, even if only in part', () => {
  expect(find(jump(() => {}))).toMatchObject([{ variant: 'after-idle' }]);
  expect(find(jump(() => {}, 56_701))).toEqual([]);
});

test('a jump after the next loss is not caused by the pause', () => {
  expect(find(jump((scenario) => scenario.loss(2)))).toEqual([]);
});

test('slow start after a pause may grow by the acknowledged bytes, and by no more', () => {
  const paused = (growth: number): Scenario => {
    const scenario = new Scenario()
      .cwnd(13_500)
      .loss(0)
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

test('growth while a tenth of the window is used is found, while most of it is used it is not', () => {
  const growing = (packets: number): Scenario => {
    const scenario = new Scenario().cwnd(100 * DATAGRAM).loss(0);
    for (let i = 1; i <= 30; i++) {
      scenario.burst({ packets, rttMs: RTT_MS, gapMs: 0.1 }).cwnd((100 + i) * DATAGRAM);
    }
    return scenario;
  };
  const [finding, ...more] = find(growing(10));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: 'warning', variant: 'unused' });
  expect(finding?.verdict).toContain('from 135,000 B to 175,500 B (by 30 packets)');
  expect(find(growing(80))).toEqual([]);
});

test('how much of a growing window was used is that of its fullest round trip, not of its last', () => {
  const scenario = new Scenario().cwnd(100 * DATAGRAM).loss(0);
  for (let i = 1; i <= 30; i++) {
    const packets = i === 10 ? 40 : 10;
    scenario.burst({ packets, rttMs: RTT_MS, gapMs: 0.1 }).cwnd((100 + i) * DATAGRAM);
  }
  const [finding] = find(scenario);
  // The 40 are still in the flight that the next step looks back on, in a round trip that began at 108 packets.
  const used = finding?.evidence.find(({ id }) => id === 'used')?.value;
  expect(used).toBeCloseTo(40 / 108, 6);
  expect(finding?.verdict).toContain('at most 37.0 % of it was in flight');
});
