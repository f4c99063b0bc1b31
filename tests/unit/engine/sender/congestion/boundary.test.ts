/** The lead of the boundary on a spiral that the test plays, whose end is known in advance. */
import { describe, expect, test } from 'vitest';
import { boundaryLeads, rulesPart, senderTrace } from '../../../../../src/engine/sender/congestion/index.ts';
import { SenderSteps, StepKind, Use } from '../../../../../src/engine/sender/congestion/sender-steps.ts';
import { Scenario } from '../../../../support/scenario.ts';

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

  test('loses the length of one burst per cycle, and the exit is where it is used up', () => {
    // 10 ms lead at first, 2 ms less per cycle: nothing is left at the sixth burst, whose second packet lies beyond.
    const { defective } = leads(spiral(12, 2));
    expect([...defective.lead.values.slice(0, 4)]).toEqual([10_000, 8000, 6000, 4000]);
    const [stretch] = defective.stretches;
    expect(stretch).toMatchObject({ startUs: 10_100, leadAtStartUs: 10_000, sends: 6 });
    expect(stretch?.predictedExitUs).toBe(10_100 + 5 * 10_100 + 10_000);
  });

  test('a spiral at the end of the trace has no exit', () => {
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

  test('is marked as rebuilt in its series, in µs', () => {
    const { defective, fixed } = leads(spiral(3, 0.02));
    expect([defective.lead.info.id, fixed.lead.info.id]).toEqual(['boundary-lead', 'boundary-lead-fixed']);
    expect(defective.lead.info).toMatchObject({ unit: 'us', origin: 'rebuilt' });
  });
});

describe('the two rules', () => {
  test('part where a send is after the boundary by one and ahead of it by the other', () => {
    expect(rulesPart(leads(spiral(20, 0.02)))).toBe(true);
  });

  test('agree where every send is long past the boundary by either, however far their leads are apart', () => {
    const scenario = new Scenario().cwnd(5400).send().send().send().wait(10).ack(2);
    scenario.metrics({ congestion_window: 2700, ssthresh: 2700 });
    // The pipe never drains for a while: time passes the boundary.
    for (let i = 0; i < 20; i++) scenario.send().wait(10).ack(1);
    scenario.ack(1).wait(0.1);
    for (let i = 0; i < 4; i++) scenario.send().wait(10).metrics({ smoothed_rtt: 10 }).ack(1).wait(0.1);
    const { defective, fixed } = leads(scenario);
    expect(defective.lead.last - fixed.lead.last).toBeGreaterThan(10_000);
    expect(rulesPart({ defective, fixed })).toBe(false);
  });

  test('have nothing to part over before the first loss', () => {
    expect(rulesPart(leads(new Scenario().cwnd(2700).send().wait(10).ack(1).send()))).toBe(false);
  });
});

describe('steps at the boundary itself', () => {
  type Step =
    | readonly ['idle', nowUs: number, lastSendUs: number]
    | readonly ['ack', nowUs: number, ...sentUs: readonly number[]]
    | readonly ['loss', nowUs: number, sentUs: number]
    | readonly ['reduction', nowUs: number];

  /** The lead under the defective rule, of steps from 0 to 1,000 µs. */
  function defective(...list: readonly Step[]) {
    const steps = new SenderSteps();
    for (const [kind, nowUs, ...rest] of list) {
      const push = (step: StepKind, values: Parameters<SenderSteps['push']>[2]): void =>
        steps.push(step, nowUs, values, Number.NaN, Use.full);
      if (kind === 'idle') push(StepKind.idleSend, [rest[0] as number, Number.NaN]);
      else if (kind === 'loss') push(StepKind.loss, [rest[0] as number]);
      else if (kind === 'reduction') push(StepKind.reduction, [2, 1, 1, nowUs]);
      else {
        push(StepKind.ack, [steps.packetSentUs.length, rest.length]);
        for (const sentUs of rest) steps.packetSentUs.push(sentUs);
      }
    }
    const window = { datagramBytes: 1000, initialCwndBytes: 20_000 };
    const trace = { side: 'sender', source: 'losses', ...window } as const;
    const { lead, stretches } = boundaryLeads({ ...trace, firstUs: 0, lastUs: 1000, steps }).defective;
    return { lead: [...lead.timesUs].map((timeUs, i) => [timeUs, lead.values.at(i)]), stretches };
  }

  /** A loss at 100 µs, then sends that find nothing in flight: each moves the boundary to 10 µs ahead of itself. */
  const LED: readonly Step[] = [
    ['loss', 100, 50],
    ['idle', 200, 90],
    ['idle', 300, 200],
  ];
  const STRETCH = { startUs: 200, leadAtStartUs: 10, sends: 2 };

  test.each<[what: string, steps: readonly Step[], stretches: readonly object[]]>([
    ['one send is no stretch', LED.slice(0, 2), []],
    ['two are one, to the end of the trace', LED, [{ ...STRETCH, endUs: 1000, predictedExitUs: Number.NaN }]],
    [
      'three are one',
      [...LED, ['idle', 400, 300]],
      [{ ...STRETCH, sends: 3, endUs: 1000, predictedExitUs: Number.NaN }],
    ],
    [
      'an ACK of a packet sent at the boundary does not end it',
      [...LED, ['ack', 400, 309, 310]],
      [{ ...STRETCH, endUs: 1000, predictedExitUs: Number.NaN }],
    ],
    [
      'one of a packet sent after it does, and is the exit',
      [...LED, ['ack', 400, 309, 311]],
      [{ ...STRETCH, endUs: 400, predictedExitUs: 400 }],
    ],
    [
      'the loss of a packet sent at the boundary does not end it',
      [...LED, ['loss', 400, 310]],
      [{ ...STRETCH, endUs: 1000, predictedExitUs: Number.NaN }],
    ],
    [
      'that of one sent after it does, without an exit',
      [...LED, ['loss', 400, 311]],
      [{ ...STRETCH, endUs: 400, predictedExitUs: Number.NaN }],
    ],
    [
      'a reduction ends it',
      [...LED, ['reduction', 400]],
      [{ ...STRETCH, endUs: 400, predictedExitUs: Number.NaN }],
    ],
    [
      'a lead of 0 is one',
      [
        ['loss', 100, 50],
        ['idle', 200, 100],
        ['idle', 300, 200],
      ],
      [{ startUs: 200, leadAtStartUs: 0, sends: 2, endUs: 1000, predictedExitUs: Number.NaN }],
    ],
    [
      'a lead of -1 is none',
      [
        ['loss', 100, 50],
        ['idle', 200, 101],
        ['idle', 300, 200],
      ],
      [],
    ],
    [
      'sends of two stretches are not added up',
      [...LED.slice(0, 2), ['reduction', 250], ['idle', 300, 200]],
      [],
    ],
  ])('%s', (_, steps, stretches) => {
    expect(defective(...steps).stretches).toEqual(stretches);
  });

  test('a lead is plotted as used up, by an ACK or not', () => {
    const ahead = (lastSendUs: number) =>
      defective(['loss', 100, 50], ['idle', 200, lastSendUs], ['ack', 400, 350]).lead;
    expect(ahead(99)).toEqual([
      [200, 1],
      [400, -199],
    ]);
    expect(ahead(100), 'no lead, nothing to draw down').toEqual([[200, 0]]);
    expect(ahead(101)).toEqual([[200, -1]]);
  });
});
