/**
 * What a spiral cost is held against what the path carried elsewhere: which ACKs are elsewhere, how much faster they must
 * be to count, and what caps the estimate. Each ACK stands at a known distance of the spiral.
 */

import { describe, expect, test } from 'vitest';
import { Costs } from '../../../../../src/engine/findings/death-spiral/cost.ts';
import { measureSpan } from '../../../../../src/engine/findings/death-spiral/measure.ts';
import type { Cost } from '../../../../../src/engine/findings/finding/finding';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { Scenario } from '../../../../support/scenario.ts';

const RTT_MS = 14;
const CYCLE_MS = 14.1;
const CYCLES = 100;
const DATAGRAM = 1350;
const NO_CAP = 'the trace never runs clearly faster, so no cap of the path is seen';

/**
 * A hundred cycles of two packets, in which `held` packets sent before stay out; after their end these are acknowledged
 * at once, and so many more.
 */
function costWith(held: number, ackedAfterMs: number, more = 5000, open = false): Cost {
  const scenario = new Scenario().cwnd(2 * DATAGRAM);
  for (let i = 0; i < held; i++) scenario.send();
  const startUs = scenario.nowMs * 1000;
  for (let i = 0; i < CYCLES; i++) scenario.burst({ packets: 2, rttMs: RTT_MS, gapMs: 0.1, held });
  const endUs = scenario.nowMs * 1000;
  scenario.wait(ackedAfterMs).ack(held).wait(1);
  // One by one, each a round trip after the other, so that they are no higher rate.
  for (let i = 0; i < more; i++) scenario.send().wait(RTT_MS).ack(1);
  const state = scenario.load();
  const span = { startUs, endUs, cwndBytes: 2 * DATAGRAM, open };
  const m = measureSpan({ state, stalls: { hosts: [] } }, span);
  return new Costs(new DetectInput(state), [m]).of(m);
}

describe('the highest delivery rate', () => {
  test('is that of a round trip which begins after the spiral', () => {
    const { words } = costWith(40, RTT_MS + 1);
    // The payload of 40 packets in the 15 ms since the ACK before.
    expect(words).toContain(
      'at most 28.6 Mbit/s, the highest rate at which data arrived over one RTT outside of it',
    );
  });

  test('excludes round trips that reach back into the spiral', () => {
    expect(costWith(40, 0.1).words).toContain(NO_CAP);
    expect(costWith(40, RTT_MS - 1).words).toContain(NO_CAP);
  });

  test('is no cap if it is below twice the rate of the spiral itself', () => {
    expect(costWith(4, RTT_MS + 1).words).toContain(NO_CAP);
    expect(costWith(5, RTT_MS + 1).words).toContain('the highest rate at which data arrived over one RTT');
  });
});

test('a cap lowers the bytes lost, to the path’s capacity in the same time', () => {
  const free = costWith(40, 0.1);
  const capped = costWith(5, RTT_MS + 1);
  const sent = 2 * DATAGRAM * CYCLES;
  // The window grows by a datagram a cycle: 2 + 3 + 4 …; the last cycle is cut short by the end.
  const cycles = CYCLES - 1;
  expect(free.bytes).toBe((2 * cycles + (cycles * (cycles - 1)) / 2) * DATAGRAM - sent);
  expect(capped.bytes).toBeGreaterThan(0);
  expect(capped.bytes).toBeLessThan((5 * CYCLES * CYCLE_MS * DATAGRAM) / (RTT_MS + 1) - sent);
  expect(capped.us).toBeLessThan(free.us);
});

describe('bytes not delivered', () => {
  const free = costWith(40, 0.1).bytes;

  test('are no more than the trace delivers after the spiral', () => {
    const left = Math.ceil(free / DATAGRAM) - 40;
    expect(costWith(40, 0.1, left).bytes).toBe(free);
    const bound = costWith(40, 0.1, left - 1);
    expect(bound.bytes).toBe((left - 1 + 40) * DATAGRAM);
    expect(bound.words).toMatch(
      /sooner, and in the same time all [\d.]+ MB that the trace delivers after it\./,
    );
    expect(bound.us).toBe(costWith(40, 0.1).us);
  });

  test('are not known if the trace ends in the spiral; the time is', () => {
    const open = costWith(40, 0.1, 0, true);
    expect(open.bytes).toBeNaN();
    expect(open.us).toBe(costWith(40, 0.1).us);
    expect(open.words).toContain('the trace ends in it, so that what was left to send is not known.');
  });
});
