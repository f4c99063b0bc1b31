/** How a spiral ended, and which of its last cycles belong to it; each limit with a pair just below and above. */
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../../../support/scenario.ts';
import {
  alarm,
  CYCLE_MS,
  collapsed,
  cycle,
  DATAGRAM,
  figure,
  grown,
  RTT_MS,
  spiral,
  undrained,
} from './spirals.ts';

/** Cycles until the end of the lead, and one more: it falls by 30 µs in each, from 14 ms on. */
const LEAD_CYCLES = 468;

/** One of two packets is acknowledged alone, the other one 0.3 ms later. */
function splitAck(scenario: Scenario): Scenario {
  scenario.send().wait(0.03).send().wait(RTT_MS).ack(1).wait(0.1);
  return scenario.send().wait(0.2).ack(2).wait(0.1);
}

/** Cycles that fill half of the window: the application has no more. */
function halfFilled(scenario: Scenario, cycles: number): Scenario {
  for (let i = 0; i < cycles; i++) scenario.burst({ packets: 1, rttMs: RTT_MS, gapMs: 0.1 });
  return scenario;
}

describe('a spiral ended', () => {
  test('with the trace', () => {
    const finding = alarm(spiral(200));
    expect(finding.exit).toBe('trace-ended');
    expect(finding.verdict).toMatch(/; the trace ends in it\.$/);
  });

  test('with its lead, if the window grows within 1.75 cycles of the predicted end', () => {
    const grownAfter = (cycles: number) => alarm(grown(spiral(LEAD_CYCLES).wait(cycles * CYCLE_MS)));
    expect(figure(grownAfter(0), 'h-exit') / 1000 / CYCLE_MS).toBeCloseTo(1);
    expect(grownAfter(0.74).exit).toBe('lead-used-up');
    expect(grownAfter(0.76).exit).toBe('unknown');
  });

  test('with a round trip that left bytes in flight, while the lead was long', () => {
    const scenario = undrained(spiral(200), 3);
    for (let i = 0; i < 10; i++)
      scenario
        .cwnd((3 + i) * DATAGRAM)
        .send()
        .wait(RTT_MS)
        .ack(1)
        .wait(0.1);
    expect(alarm(scenario).exit).toBe('not-drained');
  });

  test('with that round trip also where the lead is passed at the same time', () => {
    // The boundary stands still for the whole round trip: a lead of 8 ms is gone, and its end is predicted there.
    const finding = alarm(grown(splitAck(spiral(200))));
    expect(figure(finding, 'h-exit')).toBeLessThan(1.75 * CYCLE_MS * 1000);
    expect(finding.exit).toBe('not-drained');
  });

  test('with a probe that is sent while bytes are in flight', () => {
    // The time up to it counts as no idle time.
    const probed = spiral(200).send().wait(0.03).send().wait(RTT_MS).metrics({ pto_count: 1 }).send();
    const scenario = probed.wait(RTT_MS).metrics({ pto_count: 0 }).ack(3).wait(0.1);
    expect(alarm(grown(cycle(scenario))).exit).toBe('not-drained');
  });

  test('not with one that lies four cycles back', () => {
    // What the split ACK leaves in flight is a cycle of its own, after it; the last cycle is cut short by the growth.
    expect(alarm(grown(spiral(2, splitAck(spiral(200))))).exit).toBe('not-drained');
    expect(alarm(grown(spiral(3, splitAck(spiral(200))))).exit).toBe('unknown');
  });

  test('in a way that is not known, if a loss ends it', () => {
    const scenario = spiral(200)
      .loss(4)
      .cwnd(2 * DATAGRAM);
    for (let i = 0; i < 20; i++) cycle(scenario.cwnd((3 + i) * DATAGRAM));
    expect(alarm(scenario).exit).toBe('unknown');
  });

  test('in a way that is not known, if nothing is sent for four more cycles', () => {
    // The beginning is no spiral, so that the flat span is judged in parts.
    const endsAfter = (cycles: number) => {
      const scenario = spiral(150, halfFilled(collapsed(), 60)).wait(cycles * CYCLE_MS);
      return alarm(scenario.metrics({ min_rtt: RTT_MS - 1 })).exit;
    };
    expect(endsAfter(2.9)).toBe('trace-ended');
    expect(endsAfter(3.1)).toBe('unknown');
  });
});

describe('the last cycles, which leave bytes in flight,', () => {
  test('belong to the spiral while the window stays flat', () => {
    const scenario = undrained(spiral(100), 30);
    const grownUs = scenario.nowMs * 1000;
    const finding = alarm(grown(scenario));
    expect(finding).toMatchObject({ endUs: Math.round(grownUs), exit: 'not-drained' });
    const drained = finding.evidence.find(({ id }) => id === 'd');
    expect(drained).toMatchObject({ value: 1, holds: true });
    expect(drained?.name).toBe(
      'send cycles at whose end nothing is in flight (the pipe drains), before the last 29, of which 29 leave bytes in flight',
    );
  });

  test('do not if they are the longer part', () => {
    const lengthOf = (last: number): number => {
      const { startUs, endUs } = alarm(grown(undrained(spiral(100), last)));
      return Math.round((endUs - startUs) / 1000 / CYCLE_MS);
    };
    expect(lengthOf(98)).toBe(198);
    expect(lengthOf(103)).toBe(100);
  });

  test('do not if nothing is sent for four more cycles', () => {
    const lengthWith = (pause: number): number => {
      const { startUs, endUs } = alarm(grown(undrained(spiral(100), 30).wait(pause * CYCLE_MS)));
      return Math.round((endUs - startUs) / 1000 / CYCLE_MS);
    };
    expect(lengthWith(2.9)).toBeGreaterThan(130);
    expect(lengthWith(3.1)).toBe(100);
  });

  test('do not if the application fills half of the window in them', () => {
    const { startUs, endUs } = alarm(grown(halfFilled(spiral(100), 30)));
    expect(Math.round((endUs - startUs) / 1000 / CYCLE_MS)).toBe(100);
  });
});
