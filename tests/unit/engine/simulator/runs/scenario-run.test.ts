/** One run of a scenario, named by data: the same row and the same bytes each time, and the command line that makes it. */
import { describe, expect, test } from 'vitest';
import { type FlowOutcome, simulate } from '../../../../../src/engine/simulator/runs/run.ts';
import {
  initialValues,
  type Scenario,
  type Values,
} from '../../../../../src/engine/simulator/runs/scenario.ts';
import {
  changedArgs,
  FLOW_SAMPLES,
  type RunRef,
  runRow,
  runTraces,
  variantOf,
} from '../../../../../src/engine/simulator/runs/scenario-run.ts';
import { findScenario, SCENARIOS } from '../../../../../src/engine/simulator/runs/scenarios/index.ts';
import { isTrapped } from '../../../../../src/engine/simulator/runs/trap-watch.ts';
import { callOf } from '../../../../support/cli-call.ts';

const scenarioNamed = (id: string): Scenario => findScenario(id) as Scenario;

function refOf(scenario: string, variant: string, changes: Values = {}, seed = 1): RunRef {
  return { scenario, values: { ...initialValues(scenarioNamed(scenario)), ...changes }, variant, seed };
}

/** Trapped until its time is over: the first seed with which that happens. */
const TRAPPED = Array.from({ length: 30 }, (_, i) =>
  refOf('incident', 'defect', { from: 60, stalls: 0, limit: 4 }, i + 1),
).find((ref) => runRow(ref).longestTrapMs > 1800) as RunRef;
const SMALL = refOf('incident', 'fixed', { megabytes: 0.2, limit: 3 }, 4);
const PAIR = refOf('two-flows', 'cubic-newreno', { seconds: 3, later: 1, extra: 20 });

describe('the same run', () => {
  test.each([
    ['incident', TRAPPED],
    ['small', SMALL],
    ['two flows', PAIR],
  ])('has the same row and the same traces: %s', (_, ref) => {
    expect(runRow(ref)).toEqual(runRow(structuredClone(ref)));
    expect(runTraces(ref)).toEqual(runTraces(structuredClone(ref)));
  });

  test('with another seed is another one', () => {
    const other = { ...SMALL, seed: 5 };
    expect(runRow(other)).not.toEqual({ ...runRow(SMALL), seed: 5 });
    const packets = (ref: RunRef): string => runTraces(ref).sender.replace(/^.*\n/, '');
    expect(packets(other)).not.toBe(packets(SMALL));
  });
});

describe('a row', () => {
  test('tells what the run itself does', () => {
    for (const ref of [TRAPPED, SMALL]) {
      const { variant } = variantOf(ref);
      const flow = simulate(variant.settings(ref.seed)).flows[0] as FlowOutcome;
      const { traps, readBytes, samples: _, persistentCongestions: __, ...told } = flow;
      const row = runRow(ref);
      expect(row).toMatchObject({ variant: ref.variant, seed: ref.seed, ...told });
      expect(row.isTrapped).toBe(traps.some(isTrapped));
      const longestUs = traps.reduce((longest, { fromUs, toUs }) => Math.max(longest, toUs - fromUs), 0);
      expect(row.longestTrapMs).toBeCloseTo(longestUs / 1000, 9);
      const ms = Number.isNaN(row.completedMs) ? 4000 : row.completedMs;
      expect(row.goodputMbit).toEqual([expect.closeTo((readBytes * 8) / 1000 / ms, 9)]);
    }
    expect(runRow(TRAPPED)).toMatchObject({ isTrapped: true, isLate: true, completedMs: Number.NaN });
    expect(runRow(SMALL)).toMatchObject({ isTrapped: false, isLate: false });
  });

  test('holds the window from its initial one on, and the last one to the end', () => {
    const { windowBytes, completedMs } = runRow(SMALL);
    expect(windowBytes).toHaveLength(FLOW_SAMPLES);
    expect(windowBytes[0]).toBe(13_500);
    const after = windowBytes.slice(Math.ceil((completedMs / 3000) * (FLOW_SAMPLES - 1)));
    expect(after.length).toBeGreaterThan(10);
    expect(new Set(after).size).toBe(1);
    const held = runRow(TRAPPED).windowBytes.slice(-100);
    expect(new Set(held).size).toBe(1);
    expect((held[0] as number) / 1350).toBeLessThan(4);
  });

  test('has the goodput of each flow over its own time', () => {
    const { goodputMbit, isLate, completedMs } = runRow(PAIR);
    expect([goodputMbit.length, isLate, completedMs]).toEqual([2, false, Number.NaN]);
    const late = runRow(refOf('two-flows', 'cubic-newreno', { seconds: 3, later: 60 }));
    expect(late.goodputMbit[1]).toBe(0);
    expect(late.goodputMbit[0]).toBeGreaterThan(10);
  });
});

describe('what there is not', () => {
  test.each([
    ['a scenario', { ...SMALL, scenario: 'nothing' }, 'there is no scenario nothing'],
    ['a name of Object', { ...SMALL, scenario: 'toString' }, 'there is no scenario toString'],
    ['a variant', { ...SMALL, variant: 'bbr' }, 'the scenario incident has no variant bbr'],
    ['a variant of another scenario', { ...PAIR, variant: 'defect' }, 'two-flows has no variant defect'],
    ['a controller of another scenario', { ...PAIR, variant: 'cubic:reset' }, 'has no variant cubic:reset'],
  ])('is an error that names it: %s', (_, ref, words) => {
    for (const make of [variantOf, runRow, runTraces]) {
      expect(() => make(ref)).toThrow(RangeError);
      expect(() => make(ref)).toThrow(words);
    }
  });

  test('is a value that is missing, too', () => {
    expect(() => runRow({ ...SMALL, values: {} })).toThrow(RangeError);
  });
});

describe('a trace', () => {
  /** The command line in the description of a trace, as the program reads it. */
  const commandIn = (text: string): Promise<object> => {
    const [head = ''] = text.split('\n');
    const { title, description } = JSON.parse(head.slice(1));
    expect(title).toMatch(/^Simulation: \S/);
    const [program, ...words] = description.split(' ');
    expect(program).toBe('qlogscope');
    return callOf(words);
  };

  test.each([
    ['initial values', refOf('incident', 'defect', { megabytes: 0.01 })],
    ['changed ones', refOf('rules', 'cubic:threshold:0.5', { rtt: 22.5, direction: 'down', limit: 1 }, 17)],
    ['seed 0', refOf('ablation', 'loss-floor', { rate: 10 }, 0)],
    ['an id with a unit', refOf('late-host', '0.1ms-100us', { seconds: 0.5, delay: '0' })],
  ])('names the command line that makes it: %s', async (_, ref) => {
    const { sender, receiver } = runTraces(ref);
    for (const text of [sender, receiver])
      expect(await commandIn(text)).toMatchObject({
        name: 'simulate',
        scenario: ref.scenario,
        values: ref.values,
        variants: [ref.variant],
        seeds: [ref.seed, ref.seed],
      });
  });

  test('says in its title what was run', () => {
    const [head = ''] = runTraces(refOf('incident', 'newreno', { megabytes: 0.01 }, 2)).sender.split('\n');
    expect(JSON.parse(head.slice(1)).title).toBe('Simulation: The incident, NewReno, seed 2');
  });

  test('is of the sender and of the receiver', () => {
    const { sender, receiver } = runTraces(SMALL);
    expect(sender.split('\n')[0]).toContain('"vantage_point":{"type":"server"}');
    expect(receiver.split('\n')[0]).toContain('"vantage_point":{"type":"client"}');
    expect(sender.length).toBeGreaterThan(10_000);
  });
});

describe('the values that were changed', () => {
  test('are none at the initial ones, of every scenario', () => {
    for (const scenario of SCENARIOS) expect(changedArgs(scenario, initialValues(scenario))).toBe('');
  });

  test('come in the order of the fields, whatever the order of the values', () => {
    const incident = scenarioNamed('incident');
    const values = { gap: 0, direction: 'up', ...initialValues(incident) };
    expect(changedArgs(incident, { ...values, gap: 25.5, rtt: 0.1, direction: 'up' })).toBe(
      ' --set rtt=0.1 --set direction=up --set gap=25.5',
    );
  });
});

test('the command in a trace quotes what a shell would read otherwise', () => {
  const ref = refOf('incident', 'cubic:shift-clamped:<', { megabytes: 0.01 });
  const [head = ''] = runTraces(ref).sender.split('\n');
  expect(JSON.parse(head.slice(1)).description).toContain("--variant 'cubic:shift-clamped:<' --seed 1");
});
