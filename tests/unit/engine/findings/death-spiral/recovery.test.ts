/** The variant of a spiral: how often its cycles enter recovery, each limit with a pair just below and above. */
import { describe, expect, test } from 'vitest';
import { collapsed, DATAGRAM, judged } from './spirals.ts';

const RTT_MS = 14;

interface Entries {
  /** Recovery is entered in every so many cycles, so often in each. */
  readonly every: number;
  readonly times?: number;
  readonly cycleMs?: number;
  readonly loggedRttMs?: number;
}

function variantOf({ every, times = 1, cycleMs = 14.2, loggedRttMs = RTT_MS }: Entries) {
  const scenario = collapsed();
  const partMs = RTT_MS / times;
  for (let i = 0; i < 200; i++) {
    if (Math.floor(i / every) > Math.floor((i - 1) / every))
      scenario.state('congestion_avoidance').state('recovery');
    scenario.send().send();
    for (let n = 1; n < times; n++) {
      scenario.wait(partMs).state('congestion_avoidance').state('recovery');
    }
    scenario.wait(partMs);
    scenario.metrics({ latest_rtt: loggedRttMs, smoothed_rtt: loggedRttMs, min_rtt: loggedRttMs });
    scenario.ack(2).wait(cycleMs - RTT_MS);
  }
  return judged(scenario).findings[0]?.variant;
}

describe('a spiral', () => {
  test('oscillates where most entries into recovery are 2.5 round trips apart or less, else it is mixed', () => {
    expect(variantOf({ every: 2, cycleMs: 17.4 })).toBe('oscillating');
    expect(variantOf({ every: 2, cycleMs: 17.4, loggedRttMs: 13.9 })).toBe('mixed');
  });

  test('oscillates where they are 0.4 round trips apart or more, else it has no variant', () => {
    expect(variantOf({ every: 1, times: 2 })).toBe('oscillating');
    expect(variantOf({ every: 1, times: 3 })).toBeNull();
    // Entries 7.0 ms apart.
    expect(variantOf({ every: 1, times: 2, loggedRttMs: 17.3 })).toBe('oscillating');
    expect(variantOf({ every: 1, times: 2, loggedRttMs: 18 })).toBeNull();
  });

  test('is locked where fewer than one cycle in five enters recovery, else it is mixed', () => {
    expect(variantOf({ every: 5 })).toBe('mixed');
    expect(variantOf({ every: 5.3 })).toBe('locked');
  });

  test('that is mixed says in how many cycles recovery is entered', () => {
    const scenario = collapsed();
    for (let i = 0; i < 200; i++) {
      if (i % 4 === 0) scenario.state('congestion_avoidance').state('recovery');
      scenario.burst({ packets: 2, rttMs: RTT_MS, gapMs: 0.1 });
    }
    const [finding] = judged(scenario).findings;
    expect(finding?.variant).toBe('mixed');
    expect(finding?.verdict).toContain(
      `The window (cwnd) stayed at ${(2 * DATAGRAM).toLocaleString('en')} bytes`,
    );
    expect(finding?.verdict).toMatch(/recovery entered 5\d times in 199 send cycles/);
  });
});
