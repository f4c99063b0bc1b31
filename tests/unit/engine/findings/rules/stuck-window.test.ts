/** A flat window that is used in full, and the innocent ones that lack exactly one condition each. */
import { expect, test } from 'vitest';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import type { Detector, Finding } from '../../../../../src/engine/findings/detector.ts';
import { DetectInput } from '../../../../../src/engine/findings/input.ts';
import { stuckWindow } from '../../../../../src/engine/findings/rules/stuck-window.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { type Burst, Scenario } from '../../../../support/scenario.ts';

const FULL: Burst = { packets: 10, rttMs: 14, gapMs: 0.1 };
/** Fills the window of ten packets, and leaves two behind at each ACK: the pipe never drains. */
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
