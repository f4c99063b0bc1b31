/** The cost of runs, told before they are made: beside the packets that runs really send, for every scenario. */
import { describe, expect, test } from 'vitest';
import { batchCost, isAskedAbout } from '../../../../../src/engine/base/text/run-cost-words.ts';
import { EXPERIMENTS } from '../../../../../src/engine/simulator/lab/experiments/index.ts';
import { type RunOutcome, type RunSettings, simulate } from '../../../../../src/engine/simulator/runs/run.ts';
import { runCost, tracedRunCost } from '../../../../../src/engine/simulator/runs/run-cost.ts';
import {
  initialValues,
  type Scenario,
  type Values,
} from '../../../../../src/engine/simulator/runs/scenario.ts';
import { MOST_TRACE_BYTES } from '../../../../../src/engine/simulator/runs/scenario-run.ts';
import { findScenario, SCENARIOS } from '../../../../../src/engine/simulator/runs/scenarios/index.ts';
import { PUBLISHED } from '../../../../../src/engine/simulator/runs/scenarios/published/index.ts';
import { raisedBy, variantsCost } from '../../../../../src/engine/simulator/runs/variants-cost.ts';
import { DEEP, someOf } from '../../../../support/tier.ts';

const ALL = [...SCENARIOS, ...PUBLISHED];
/** Packets of a run of which the gate makes one. */
const MANY_PACKETS = 20_000;

const sentBy = ({ flows }: RunOutcome): number => flows.reduce((sum, flow) => sum + flow.sentPackets, 0);

/** Estimated and sent packets of some variants, evenly over their list. @param deep how many of them in the deep tier. */
function bothOf(
  scenario: Scenario,
  values: Values,
  deep: number,
): readonly [estimated: number, sent: number] {
  const variants = scenario.variants(values);
  const [first] = variants;
  const isLong = first !== undefined && runCost(first.settings(1)).packets > MANY_PACKETS;
  const most = DEEP ? deep : isLong ? 1 : 2;
  const step = Math.ceil(variants.length / most);
  const settings = variants.filter((_, i) => i % step === 0).map((variant) => variant.settings(1));
  const sum = (of: (settings: RunSettings) => number): number =>
    settings.reduce((all, one) => all + of(one), 0);
  return [sum((one) => runCost(one).packets), sum((one) => sentBy(simulate(one)))];
}

test.each([...SCENARIOS, ...someOf(PUBLISHED, 3)].map((scenario) => [scenario.id, scenario] as const))(
  'runs of %s with its initial values send as many packets as is told, or down to a third',
  (_, scenario) => {
    const [estimated, sent] = bothOf(scenario, initialValues(scenario), 12);
    expect(estimated).toBeGreaterThanOrEqual(sent);
    expect(estimated).toBeLessThan(3 * sent);
  },
);

/** What raises the cost of a scenario, one field or some. */
const RAISED: readonly (readonly [id: string, changes: Values])[] = [
  ['buffers', { rate: 200, rtt: 200, seconds: 5 }],
  ['buffers', { rate: 1000, rtt: 1, seconds: 1 }],
  ['buffers', { queue: 'codel', seconds: 5 }],
  ['two-flows', { rate: 100, rtt: 100, buffer: 4, cross: 'on', seconds: 8 }],
  ['rate-change', { rate: 200, low: 1, seconds: 6 }],
  ['incident', { megabytes: 30, limit: 60, rate: 1000 }],
  ['idle-burst', { rtt: 50, idle: 20, after: 5 }],
  ['late-host', { rate: 800, delay: '25' }],
  ['response', { losses: 40, down: 5 }],
  ['paper-9', { grain: 10, seconds: 10 }],
  ['nginx', { download: '200', paces: 'on' }],
];

test.each(someOf(RAISED, 6))('and so do runs of %s with %j', (id, changes) => {
  const scenario = findScenario(id) as Scenario;
  const values = { ...initialValues(scenario), ...changes };
  const [estimated, sent] = bothOf(scenario, values, 2);
  expect(estimated).toBeGreaterThanOrEqual(sent);
  expect(estimated).toBeLessThan(3.5 * sent);
});

test('a window without any limit costs more than can be told', () => {
  const settings = (findScenario('idle-burst') as Scenario)
    .variants(initialValues(findScenario('idle-burst') as Scenario))[0]
    ?.settings(1) as RunSettings;
  const [flow] = settings.flows;
  const endless = { ...flow, controller: { name: 'newreno' }, writes: [{ atMs: 0, bytes: 1e300 }] } as never;
  const { packets, seconds } = runCost({ ...settings, limitMs: 1e7, flows: [endless] });
  expect(packets).toBeGreaterThan(1e9);
  expect(seconds).toBeGreaterThan(1000);
});

describe('what is asked about', () => {
  const costs = (scenario: Scenario, changes: Values, seeds = scenario.seeds, workers = 2) => {
    const variants = scenario.variants({ ...initialValues(scenario), ...changes });
    return batchCost(variantsCost(variants, scenario.samplesFlows), seeds, workers);
  };

  test.each(ALL.map((scenario) => [scenario.id, scenario] as const))(
    '%s with its initial values is not, in two workers',
    (_, scenario) => {
      expect(isAskedAbout(costs(scenario, {}))).toBe(false);
    },
  );

  test('each experiment that runs has a scenario of these', () => {
    const own = EXPERIMENTS.flatMap(({ scenario }) => scenario ?? []);
    expect(own.length).toBeGreaterThan(0);
    expect(own.every((scenario) => ALL.includes(scenario))).toBe(true);
  });

  test.each([
    ['two-flows', { rate: 1000, seconds: 120 }],
    ['buffers', { rate: 1000, rtt: 500 }],
    ['late-host', { rate: 1000, seconds: 30 }],
    ['response', { down: 7, losses: 1000 }],
    ['paper-9', { seconds: 2000, grain: 1 }],
  ] satisfies readonly (readonly [string, Values])[])('%s with %j is, also in eight', (id, changes) => {
    expect(isAskedAbout(costs(findScenario(id) as Scenario, changes, undefined, 8))).toBe(true);
  });

  test('so many runs that their rows alone are large', () => {
    const scenario = findScenario('late-host') as Scenario;
    const cost = costs(scenario, { seconds: 0.5, rate: 1 }, 1000, 8);
    expect(cost.runs).toBe(126_000);
    expect(cost.bytes).toBeGreaterThan(200e6);
  });

  test('one seed more costs no less, and one worker more takes no longer', () => {
    const cost = variantsCost(
      (findScenario('buffers') as Scenario).variants(initialValues(findScenario('buffers') as Scenario)),
    );
    for (let seeds = 1; seeds < 20; seeds++) {
      const [less, more] = [batchCost(cost, seeds, 2), batchCost(cost, seeds + 1, 2)];
      expect(more.seconds).toBeGreaterThanOrEqual(less.seconds);
      expect(more.bytes).toBeGreaterThanOrEqual(less.bytes);
      expect(batchCost(cost, seeds, 3).seconds).toBeLessThanOrEqual(less.seconds);
    }
  });
});

test('the fields that raise a cost are named, the one that raises it most first', () => {
  const scenario = findScenario('two-flows') as Scenario;
  const initial = initialValues(scenario);
  expect(raisedBy(scenario, initial)).toEqual([]);
  expect(raisedBy(scenario, { ...initial, rate: 1000, seconds: 120, rtt: 41 })).toEqual(['Rate', 'Time']);
});

test('a trace costs more than its run, and no more than the text that is given up allows', () => {
  const scenario = findScenario('two-flows') as Scenario;
  const run = (changes: Values): RunSettings =>
    scenario.variants({ ...initialValues(scenario), ...changes })[0]?.settings(1) as RunSettings;
  const [small, large, larger] = [{}, { rate: 1000, seconds: 60 }, { rate: 1000, seconds: 120 }].map(run) as [
    RunSettings,
    RunSettings,
    RunSettings,
  ];
  expect(tracedRunCost(small, MOST_TRACE_BYTES).seconds).toBeGreaterThan(runCost(small).seconds);
  expect(isAskedAbout(tracedRunCost(small, MOST_TRACE_BYTES))).toBe(false);
  expect(tracedRunCost(larger, MOST_TRACE_BYTES).seconds).toBeLessThan(
    1.2 * tracedRunCost(large, MOST_TRACE_BYTES).seconds,
  );
});
