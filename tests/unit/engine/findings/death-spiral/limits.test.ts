/**
 * Every limit of the death spiral with a made pair just below and just above it, apart from those of how it ended
 * (exit.test.ts), of its variant (recovery.test.ts), of its cause (cause.test.ts) and of its cost (cost.test.ts).
 */
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../../../support/scenario.ts';
import { alarm, alarms, collapsed, DATAGRAM, figure, judged, RTT_MS, spiral } from './spirals.ts';

/** Some good cycles and then a bad one, again and again: no part of it is better than the whole. */
function alternating(good: number, bad: (scenario: Scenario) => void): Scenario {
  const scenario = collapsed();
  while (scenario.nowMs < 4000) {
    spiral(good, scenario);
    bad(scenario);
  }
  return scenario;
}

/** So many good cycles to each bad one. */
function isAlarmed(good: number, bad: (scenario: Scenario) => void): boolean {
  return alarms(alternating(good, bad)).length > 0;
}

/** Two packets of which the ACK comes so late, and the next burst so long after it. */
function late(scenario: Scenario, ackMs: number, gapMs: number): Scenario {
  return scenario.send().wait(0.03).send().wait(ackMs).ack(2).wait(gapMs);
}

describe('of the send cycles nine in ten must', () => {
  test('fill the window', () => {
    const half = (scenario: Scenario) => scenario.send().wait(RTT_MS).ack(1).wait(0.1);
    expect([isAlarmed(9, half), isAlarmed(8, half)]).toEqual([true, false]);
  });

  test('drain the pipe', () => {
    // The packet that is left goes with the next, which drains.
    const left = (scenario: Scenario) => {
      scenario.send().send().wait(RTT_MS).ack(1).wait(0.1);
      scenario.send().wait(RTT_MS).ack(2).wait(0.1);
    };
    expect([isAlarmed(9, left), isAlarmed(7, left)]).toEqual([true, false]);
  });

  test('begin at once', () => {
    const pausing = (scenario: Scenario) => late(scenario, RTT_MS, 0.3 * RTT_MS);
    expect([isAlarmed(9, pausing), isAlarmed(8, pausing)]).toEqual([true, false]);
  });
});

test('at once is within a quarter of a round trip', () => {
  const withGap = (share: number): boolean => {
    const scenario = collapsed();
    for (let i = 0; i < 200; i++) late(scenario, RTT_MS, share * RTT_MS);
    return alarms(scenario).length > 0;
  };
  expect([withGap(0.249), withGap(0.251)]).toEqual([true, false]);
});

test('three round trips in four must hold an ACK', () => {
  const stalled = (scenario: Scenario) => late(scenario, 3 * RTT_MS, 0.1);
  // 7 of 9, and 5 of 7.
  expect([isAlarmed(6, stalled), isAlarmed(4, stalled)]).toEqual([true, false]);
});

describe('stops of a host are no round trips', () => {
  const stop = (scenario: Scenario, rtts: number) => late(scenario, rtts * RTT_MS, 0.1);

  test('without an ACK: the spiral goes on after them', () => {
    const { evidence, verdict } = alarm(alternating(16, (scenario) => stop(scenario, 12)));
    const acked = evidence.find(({ id }) => id === 'c-acked');
    expect(acked?.name).toBe('round trips outside of stops of a host in which something new is acknowledged');
    expect(acked?.value).toBeGreaterThan(0.95);
    expect(verdict).toContain('The window (cwnd) stayed at 2,700 bytes (2 packets) for 4.34 s');
  });

  test('of the ten that an alarm needs, however long they take', () => {
    const stoppedBetween = (cycles: number) =>
      alarms(spiral(cycles / 2, stop(spiral(cycles / 2), 45))).length;
    expect([stoppedBetween(8), stoppedBetween(12)]).toEqual([0, 1]);
  });
});

test('half of the cycles must be free of flow control', () => {
  const blockedIn = (share: number): boolean => {
    const scenario = collapsed();
    for (let i = 0; i < 200; i++) {
      const frames = i < share * 200 ? [{ frame_type: 'data_blocked', limit: 1 }] : [];
      scenario
        .send(...frames)
        .wait(0.03)
        .send()
        .wait(RTT_MS)
        .ack(2)
        .wait(0.1);
    }
    return alarms(scenario).length > 0;
  };
  expect([blockedIn(0.49), blockedIn(0.51)]).toEqual([true, false]);
});

describe('a micro-trap', () => {
  const traps = (scenario: Scenario): number => judged(scenario).findings.length;

  test('has three whole cycles', () => {
    // At the window's growth the last cycle is still open: its next send comes after it.
    const trapped = (cycles: number): Scenario => {
      const scenario = spiral(cycles - 1);
      scenario.send().state('recovery').wait(0.03).send().wait(RTT_MS).ack(2).cwnd(13_500).wait(0.1);
      return spiral(3, scenario.state('congestion_avoidance'));
    };
    expect([traps(trapped(3)), traps(trapped(4))]).toEqual([0, 1]);
  });

  test('has three round trips', () => {
    const trapped = (rttMs: number): Scenario => {
      const scenario = collapsed();
      scenario.metrics({ smoothed_rtt: rttMs, latest_rtt: rttMs });
      for (let i = 0; i < 3; i++) late(scenario.state('recovery'), RTT_MS, 0.1);
      return scenario.send().cwnd(13_500);
    };
    // Three cycles and the gap before them are 42.49 ms; the first round trip is one of 14 ms.
    expect([traps(trapped(14.2)), traps(trapped(14.3))]).toEqual([1, 0]);
  });

  test('is overdue by two packets under NewReno', () => {
    const trapped = (cwnd: number, cycles: number): Scenario => {
      // Each round trip holds its ACK.
      const scenario = collapsed().metrics({ smoothed_rtt: 14.12, latest_rtt: 14.12 });
      scenario.cwnd(cwnd).state('recovery');
      for (let i = 0; i < cycles; i++) late(scenario, RTT_MS, 0.1);
      return scenario.send().cwnd(13_500);
    };
    expect(figure(judged(trapped(2 * DATAGRAM + 1, 3)).findings[0], 'f')).toBeCloseTo(2.21, 2);
    // Two packets fill this window as well, but are less of it: 1.7 packets, and 2.2 with a cycle more.
    expect([traps(trapped(2.9 * DATAGRAM, 3)), traps(trapped(2.9 * DATAGRAM, 4))]).toEqual([0, 1]);
  });
});

describe('of the time, four fifths', () => {
  /** Cycles of 14.1 ms that spend so much of it in one state, and the rest in the other. */
  const sharing = (share: number, first: string, second: string): Scenario => {
    const scenario = collapsed();
    for (let i = 0; i < 200; i++) {
      scenario
        .state(first)
        .send()
        .send()
        .wait(share * 14.1);
      scenario.state(second).wait(RTT_MS - share * 14.1);
      scenario.metrics({ latest_rtt: RTT_MS, smoothed_rtt: RTT_MS, min_rtt: RTT_MS }).ack(2).wait(0.1);
    }
    return scenario;
  };

  test('in recovery support the alarm', () => {
    const holds = (share: number): boolean | undefined =>
      alarm(sharing(share, 'recovery', 'unknown_state')).evidence.find(({ id }) => id === 'g')?.holds;
    expect([holds(0.79), holds(0.81)]).toEqual([false, true]);
  });

  test('in growth or an idle application take the alarm away', () => {
    const count = (share: number): number => alarms(sharing(share, 'application_limited', 'recovery')).length;
    expect([count(0.79), count(0.81)]).toEqual([1, 0]);
  });
});

test('the cause is a rule under which nine ACKs in ten do not count', () => {
  // The lead of 14 ms is used up after 467 cycles; the window stays flat here all the same.
  expect(alarm(spiral(517)).cause).toBe('shift-from-last-send');
  expect(alarm(spiral(521)).cause).toBeNull();
});

test('a window that has grown must be flat for longer than a plateau of CUBIC', () => {
  const flatFor = (cycles: number): Scenario => {
    const scenario = collapsed().metrics({ ssthresh: 2 * DATAGRAM });
    scenario.state('unknown_state').cwnd(2 * DATAGRAM + 1);
    for (let i = 0; i < cycles; i++) late(scenario, RTT_MS, 0.1);
    return scenario.cwnd(13_500);
  };
  // 2.713 and 2.727 s.
  expect([alarms(flatFor(192)).length, alarms(flatFor(193)).length]).toEqual([0, 1]);
});
