/** Scenarios of published figures: the testbed, what a packet that stands for several changes and what not, and each run by its name. */
import { describe, expect, test } from 'vitest';
import { type RunOutcome, simulate } from '../../../../../src/engine/simulator/runs/run.ts';
import { initialValues, type Values } from '../../../../../src/engine/simulator/runs/scenario.ts';
import { runRow, variantOf } from '../../../../../src/engine/simulator/runs/scenario-run.ts';
import { findScenario, SCENARIOS } from '../../../../../src/engine/simulator/runs/scenarios/index.ts';
import { comparedController } from '../../../../../src/engine/simulator/runs/scenarios/published/compared.ts';
import {
  dumbbellRun,
  grainOf,
  lineBytesPerByte,
  SEGMENT_BYTES,
  secondsOf,
} from '../../../../../src/engine/simulator/runs/scenarios/published/dumbbell.ts';
import { PUBLISHED } from '../../../../../src/engine/simulator/runs/scenarios/published/index.ts';
import { refOf, scenarioNamed } from '../../../../support/lab-runs.ts';

const VALUES: Values = { ...initialValues(scenarioNamed('paper-6')), seconds: 15, background: 0 };
const mean = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0) / values.length;

describe.each(PUBLISHED.filter(({ id }) => id.startsWith('paper-')))('$id', (scenario) => {
  test('is found by its name, and not one of the lab’s own', () => {
    expect(findScenario(scenario.id)).toBe(scenario);
    expect(SCENARIOS).not.toContain(scenario);
    const ids = scenario.variants(initialValues(scenario)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[\w.-]{1,40}$/.test(id))).toEqual([]);
  });

  test('has rows with samples of every flow', () => {
    const small = { seconds: 5, grain: 100, ...(scenario.id === 'paper-10bc' ? {} : { rate: 20 }) };
    const [variant] = scenario.variants(initialValues(scenario));
    const ref = refOf(scenario.id, variant?.id ?? '', small);
    const { samples, goodputMbit, limitMs } = runRow(ref);
    expect(limitMs).toBe(5000);
    expect(samples).toHaveLength(variantOf(ref).variant.settings(1).flows.length);
    for (const { windowBytes } of samples) expect(windowBytes.at(-1)).toBeGreaterThan(0);
    expect(mean(goodputMbit) * goodputMbit.length).toBeGreaterThan(4);
  });
});

describe('the testbed', () => {
  const pair = (values: Values, rtts: readonly number[], seed = 1): ReturnType<typeof dumbbellRun> =>
    dumbbellRun({
      ...{ values, seed, rateMbit: 100, bufferBytes: 500_000 },
      flows: rtts.map((rttMs) => ({ controller: { name: 'standard-tcp' }, rttMs })),
    });

  test('gives each flow its round-trip time, and a start within three of them', () => {
    const { down, flows } = pair(VALUES, [40, 100]);
    expect(flows.map(({ accessDelayMs }) => 2 * (down.delayMs + accessDelayMs))).toEqual([40, 100]);
    for (const [i, { startMs }] of flows.entries())
      expect(startMs).toBeLessThan(3 * ([40, 100][i] as number));
    expect(pair(VALUES, [40, 100], 2).flows[0]?.startMs).not.toBe(flows[0]?.startMs);
  });

  test('has traffic of others both ways, in parts of the rate', () => {
    expect(pair(VALUES, [40]).background).toEqual({ down: null, up: null });
    const { background } = pair({ ...VALUES, background: 10 }, [40]);
    expect([background?.down?.rateMbit, background?.up?.rateMbit]).toEqual([10, 10]);
  });

  test('counts windows in packets of 1,500 bytes, whatever a datagram stands for', () => {
    const { flows, down } = pair({ ...VALUES, grain: 8 }, [40, 40]);
    for (const { controller, server } of flows) {
      expect(controller.segmentBytes).toBe(SEGMENT_BYTES);
      expect(server.datagramBytes).toBe(8 * SEGMENT_BYTES);
    }
    expect(down.bufferBytes).toBe(500_000);
  });

  test('begins with the slow start threshold that is asked for, in packets', () => {
    const outcome = simulate(pair({ ...VALUES, seconds: 5, threshold: 20, grain: 4 }, [100]), {
      samples: 51,
    });
    const windows = outcome.flows[0]?.samples.windowBytes ?? [];
    // Some 100 ms later it grows by a packet per round trip: to 20 by slow start, to less than 80 in 5 s.
    expect(windows[20] as number).toBeGreaterThan(20 * SEGMENT_BYTES);
    expect(windows[50] as number).toBeLessThan(80 * SEGMENT_BYTES);
    expect(pair(VALUES, [100]).flows[0]?.controller.thresholdSegments).toBeUndefined();
  });

  test('has a SACK that grows half as fast where ACKs are counted', () => {
    const growth = (acks: string): number => {
      const values = { ...VALUES, seconds: 5, threshold: 10, acks };
      const [flow] = simulate(
        dumbbellRun({
          ...{ values, seed: 1, rateMbit: 100, bufferBytes: 500_000 },
          flows: [{ controller: comparedController(values, 'sack'), rttMs: 50 }],
        }),
        { samples: 51 },
      ).flows;
      const windows = flow?.samples.windowBytes ?? [];
      return (windows[50] as number) - (windows[20] as number);
    };
    expect(growth('bytes') / growth('acks')).toBeCloseTo(2, 0);
    expect(growth('bytes') / SEGMENT_BYTES).toBeGreaterThan(40);
  });

  test.each([
    ['as asked for', 20, 400, 100, 2, 20],
    ['so that 40 are on the path', 20, 400, 16, 2, 13],
    ['so that 12 are for each flow', 20, 400, 40, 8, 13],
    ['never below one', 20, 10, 10, 8, 1],
  ])('takes packets together %s', (_, grain, rateMbit, rttMs, flows, expected) => {
    expect(grainOf({ ...VALUES, grain }, rateMbit, rttMs, flows)).toBe(expected);
  });

  test('runs a short path for so many round trips, and no path for longer than the time', () => {
    const values = { ...VALUES, seconds: 100, trips: 600 };
    expect([10, 40, 100, 300].map((rttMs) => secondsOf(values, rttMs))).toEqual([10, 24, 60, 100]);
    expect(secondsOf({ ...values, seconds: 5 }, 40)).toBe(5);
  });
});

describe('packets that stand for eight', () => {
  const run = (name: 'standard-tcp' | 'cubic-printed', grain: number): RunOutcome =>
    simulate(
      dumbbellRun({
        ...{ values: { ...VALUES, grain }, seed: 1, rateMbit: 100, bufferBytes: 500_000 },
        flows: [40, 40].map((rttMs) => ({ controller: { name }, rttMs })),
      }),
      { samples: 200 },
    );
  const readOf = ({ flows }: RunOutcome): number => mean(flows.map(({ readBytes }) => readBytes));
  const windowOf = ({ flows }: RunOutcome): number =>
    mean(flows.flatMap(({ samples }) => [...samples.windowBytes.slice(50)]));

  test.each(['standard-tcp', 'cubic-printed'] as const)(
    'have the throughput and the mean window of single ones, at an eighth of the cost: %s',
    (name) => {
      const [fine, coarse] = [run(name, 1), run(name, 8)];
      const line = readOf(coarse) * lineBytesPerByte(8);
      expect(Math.abs(line / (readOf(fine) * lineBytesPerByte(1)) - 1)).toBeLessThan(0.03);
      expect(Math.abs(windowOf(coarse) / windowOf(fine) - 1)).toBeLessThan(0.1);
      expect(coarse.packetEvents).toBeLessThan(fine.packetEvents / 5);
    },
  );
});
