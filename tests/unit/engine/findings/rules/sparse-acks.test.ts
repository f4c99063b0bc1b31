/** ACKs that come too seldom, as the reason of a flat window; each limit with a pair just below and above. */
import { describe, expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { stuckWindow } from '../../../../../src/engine/findings/rules/stuck-window.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { Scenario } from '../../../../support/scenario.ts';

const DATAGRAM = 1350;
const PATH_MS = 10;

interface Acks {
  readonly windowPackets: number;
  /** Packets that each ACK leaves in flight. */
  readonly held?: number;
  readonly waitMs: number;
}

/** A path of 10 ms, and a window that stays flat for eighty ACKs. */
function stuck({ windowPackets, held = 0, waitMs }: Acks) {
  const scenario = new Scenario().cwnd(windowPackets * DATAGRAM).loss(0);
  scenario.state('congestion_avoidance');
  // One alone is no smallest RTT.
  for (let n = 0; n < 3; n++)
    scenario
      .send()
      .wait(PATH_MS)
      .metrics({ min_rtt: PATH_MS, smoothed_rtt: PATH_MS, latest_rtt: PATH_MS })
      .ack(1);
  for (let n = 0; n < held; n++) scenario.send();
  for (let i = 0; i < 80; i++) {
    for (let n = held; n < windowPackets; n++) scenario.send();
    scenario
      .wait(waitMs)
      .metrics({ smoothed_rtt: waitMs, latest_rtt: waitMs + (i % 2) / 1000 })
      .ack(windowPackets - held);
    scenario.wait(0.1);
  }
  const { findings } = runDetectors(new DetectInput(scenario.load()), [stuckWindow]);
  expect(findings).toHaveLength(1);
  return findings[0];
}

/** In the verdict, and as the finding's variant. */
function isNamed(acks: Acks): boolean {
  const finding = stuck(acks);
  const named = finding?.verdict.includes('sparse ACKs') === true;
  expect(finding?.variant).toBe(named ? 'sparse-acks' : null);
  return named;
}

test('are named with their packets, their wait and the smallest RTT', () => {
  const finding = stuck({ windowPackets: 11, waitMs: 100 });
  expect(finding?.verdict).toMatch(
    /; one ACK comes for 11\.0 packets, 100 ms after they were sent, where the smallest RTT is 10\.0 ms: sparse ACKs hold the sender\.$/,
  );
  const rows = finding?.evidence.filter(({ id }) => id.startsWith('ack-'));
  expect(rows?.map(({ value, holds, needed }) => [Math.round(value), holds, needed])).toEqual([
    [11, true, false],
    [1, true, false],
    [10, true, false],
  ]);
});

describe('are not named', () => {
  test('where an ACK comes for every second packet', () => {
    expect(isNamed({ windowPackets: 2, waitMs: 100 })).toBe(false);
    expect(isNamed({ windowPackets: 3, waitMs: 100 })).toBe(true);
  });

  test('where an ACK comes for less than nine tenths of the window', () => {
    expect(isNamed({ windowPackets: 20, held: 3, waitMs: 100 })).toBe(false);
    expect(isNamed({ windowPackets: 20, held: 2, waitMs: 100 })).toBe(true);
  });

  test('where it comes within three of the smallest RTTs', () => {
    expect(isNamed({ windowPackets: 11, waitMs: 3 * PATH_MS })).toBe(false);
    expect(isNamed({ windowPackets: 11, waitMs: 3.01 * PATH_MS })).toBe(true);
  });
});
