/**
 * Signs that losses set a window: a flat window without any of them is no death spiral. Each trace has all of its other
 * conditions; the signs are added one at a time.
 */
import { describe, expect, test } from 'vitest';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { stuckWindow } from '../../../../../src/engine/findings/rules/stuck-window.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { Scenario } from '../../../../support/scenario.ts';
import { alarms, DATAGRAM, judged } from './spirals.ts';

const WINDOW = 11 * DATAGRAM;
const FLAT_CYCLES = 60;

/** Bursts of eleven packets that fill the window, acknowledged by one ACK so late; no state and no loss is logged. */
function flat(begin: Scenario, cycles = FLAT_CYCLES, waitMs = 100): Scenario {
  for (let i = 0; i < cycles; i++) {
    for (let n = 0; n < 11; n++) begin.send().wait(0.02);
    begin.wait(waitMs).metrics({ latest_rtt: waitMs, smoothed_rtt: waitMs }).ack(11).wait(0.1);
  }
  return begin;
}

/** A path of 1 ms: the first packets are acknowledged at once. */
function opened(cwnd = 20 * DATAGRAM): Scenario {
  const scenario = new Scenario().cwnd(cwnd).loss(0);
  scenario.send().wait(1).metrics({ min_rtt: 1, smoothed_rtt: 1 }).ack(1).wait(0.1);
  for (let i = 0; i < 2; i++) scenario.send().wait(1).ack(1).wait(0.1);
  return scenario;
}

function rows(scenario: Scenario) {
  const row = alarms(scenario)[0]?.evidence.find(({ id }) => id === 'controller');
  return row && [row.name, row.holds];
}

describe('a flat window', () => {
  test('that nothing says to follow losses is no death spiral, and the reason says so', () => {
    const { findings, notFound } = judged(flat(opened().cwnd(WINDOW)));
    expect(findings).toEqual([]);
    expect(notFound[0]?.reason).toMatch(
      /^The flat window that came closest, 6\.\d+ s at 14,850 B, meets every other/,
    );
    expect(notFound[0]?.evidence.filter(({ needed, holds }) => needed && !holds).map(({ id }) => id)).toEqual(
      ['controller'],
    );
  });

  test('is one if recovery is logged', () => {
    const scenario = opened().cwnd(WINDOW).state('congestion_avoidance').state('recovery');
    expect(rows(flat(scenario))).toEqual([
      'signs that losses set the window (loss-based controller): recovery logged',
      true,
    ]);
  });

  test('is none if recovery is logged among states of BBR', () => {
    const scenario = opened().state('bbr_startup').cwnd(WINDOW).state('recovery');
    expect(alarms(flat(scenario))).toEqual([]);
  });

  test('is one if ssthresh is logged, and none if that says 2⁶⁴ − 1 for none', () => {
    const scenario = (ssthresh: number): Scenario => flat(opened().cwnd(WINDOW).metrics({ ssthresh }));
    expect(rows(scenario(WINDOW))).toEqual([
      'signs that losses set the window (loss-based controller): a slow start threshold logged (ssthresh)',
      true,
    ]);
    expect(alarms(scenario(2 ** 64 - 1))).toEqual([]);
  });

  test('is one if a loss reduced the window to it and one idle rule explains it', () => {
    // Grown and cut as no model does, so that none fits.
    const cut = (lost: boolean): Scenario => {
      const scenario = opened();
      for (let i = 0; i < 5; i++)
        scenario.burst({ packets: 20, rttMs: 100, gapMs: 0.1 }).cwnd((20 + i) * DATAGRAM);
      if (lost) scenario.send().send().wait(100).ack(1).lose(1, 1);
      return flat(scenario.cwnd(WINDOW).wait(0.1));
    };
    expect(rows(cut(true))).toEqual([
      'signs that losses set the window (loss-based controller): ACKs that do not grow the window after a cut (boundary leads)',
      true,
    ]);
    expect(alarms(cut(false))).toEqual([]);
  });
});

test('a model that fits is a sign', () => {
  // Cut to seven tenths by a loss at the window's own rate of growth, and then flat as the defect keeps it.
  const scenario = new Scenario().cwnd(10 * DATAGRAM).loss(0);
  for (let i = 0; i < 3; i++) scenario.burst({ packets: 10, rttMs: 14, gapMs: 0.1 });
  scenario
    .send()
    .send()
    .wait(14)
    .ack(2)
    .loss(3)
    .cwnd(7 * DATAGRAM)
    .wait(0.1);
  for (let i = 0; i < 60; i++) {
    for (let n = 0; n < 7; n++) scenario.send().wait(0.02);
    scenario.wait(14).metrics({ latest_rtt: 14, smoothed_rtt: 14, min_rtt: 14 }).ack(7).wait(0.1);
  }
  expect(rows(scenario)?.[0]).toContain('a model fits');
});

test('the flat window of a sender that is no loss-based one is stuck', () => {
  const { findings } = runDetectors(new DetectInput(flat(opened().cwnd(WINDOW)).load()), [
    deathSpiral,
    stuckWindow,
  ]);
  expect(findings.map(({ id, severity }) => [id, severity])).toEqual([['stuck-window', 'warning']]);
  // What holds it is that one ACK comes for each window, a hundred round trips late.
  expect(findings[0]?.verdict).toMatch(
    /one ACK comes for 11\.0 packets, 100 ms after .* is 1\.00 ms: sparse ACKs/,
  );
});
