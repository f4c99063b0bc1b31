/** The lead of the boundary on a spiral that the test plays, whose end is known in advance. */
import { describe, expect, test } from 'vitest';
import { boundaryLeads, senderTrace } from '../../../../src/engine/congestion/index.ts';
import { Scenario } from '../../../support/scenario.ts';

/** A loss, then bursts of two packets, `spacingMs` apart inside the burst, each acknowledged whole. */
function spiral(cycles: number, spacingMs: number): Scenario {
  const scenario = new Scenario().cwnd(5400).send().send().wait(10).ack(2);
  scenario.metrics({ congestion_window: 2700, ssthresh: 2700 }).wait(0.1);
  for (let cycle = 0; cycle < cycles; cycle++) {
    scenario.send().wait(spacingMs).send();
    scenario
      .wait(10 - spacingMs)
      .metrics({ smoothed_rtt: 10, min_rtt: 10 })
      .ack(2)
      .wait(0.1);
  }
  return scenario;
}

const leads = (scenario: Scenario) => boundaryLeads(senderTrace(scenario.load()));

describe('the lead of the boundary', () => {
  test('is positive in a spiral under the defective rule, and negative under the fixed one', () => {
    const { defective, fixed } = leads(spiral(20, 0.02));
    expect(defective.lead.length).toBe(20);
    expect(defective.lead.min).toBeGreaterThan(0);
    expect(fixed.lead.max).toBeLessThanOrEqual(0);
    expect(fixed.stretches).toEqual([]);
  });

  test('loses the length of one burst per cycle, and the exit stands where it is used up', () => {
    // 10 ms lead at first, 2 ms less per cycle: nothing is left at the sixth burst, whose second packet lies beyond.
    const { defective } = leads(spiral(12, 2));
    expect([...defective.lead.values.slice(0, 4)]).toEqual([10_000, 8000, 6000, 4000]);
    const [stretch] = defective.stretches;
    expect(stretch).toMatchObject({ startUs: 10_100, leadAtStartUs: 10_000, sends: 6 });
    expect(stretch?.predictedExitUs).toBe(10_100 + 5 * 10_100 + 10_000);
  });

  test('a spiral that the trace cuts short has no exit', () => {
    const scenario = spiral(5, 0.02);
    const [stretch] = leads(scenario).defective.stretches;
    expect(stretch?.predictedExitUs).toBeNaN();
    expect(stretch?.endUs).toBeLessThanOrEqual(scenario.nowMs * 1000);
  });

  test('does not exist before the first loss', () => {
    const scenario = new Scenario().cwnd(2700);
    for (let i = 0; i < 5; i++) scenario.burst({ packets: 2, rttMs: 10, gapMs: 0.1 });
    const { defective, fixed } = leads(scenario);
    expect([defective.lead.length, fixed.lead.length]).toEqual([0, 0]);
  });

  test('says in its series that it is rebuilt, in µs', () => {
    const { defective, fixed } = leads(spiral(3, 0.02));
    expect([defective.lead.info.id, fixed.lead.info.id]).toEqual(['boundary-lead', 'boundary-lead-fixed']);
    expect(defective.lead.info).toMatchObject({ unit: 'us', origin: 'rebuilt' });
  });
});
