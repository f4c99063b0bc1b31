/** Fields of links that are off at first: off they change nothing, and on each does what it says. */
import { describe, expect, test } from 'vitest';
import type { LinkSettings } from '../../../../../src/engine/simulator/runs/link-settings.ts';
import { type RunOutcome, type RunSettings, simulate } from '../../../../../src/engine/simulator/runs/run.ts';
import { initialValues, type Values } from '../../../../../src/engine/simulator/runs/scenario.ts';
import { runTraces, variantOf } from '../../../../../src/engine/simulator/runs/scenario-run.ts';
import { SCENARIOS } from '../../../../../src/engine/simulator/runs/scenarios/index.ts';
import { refOf, scenarioNamed } from '../../../../support/lab-runs.ts';

/** Fields that came later, by scenario: commands and links without them make the runs that they made before. */
const FURTHER: { readonly [scenario: string]: readonly string[] } = {
  incident: ['burst', 'reordered', 'held', 'packets', 'threshold'],
  'gap-stalls': ['burst', 'reordered', 'held', 'packets', 'threshold'],
  rules: ['burst', 'reordered', 'held', 'packets', 'threshold'],
  buffers: ['queue', 'ecn', 'above'],
  'rate-change': ['queue', 'ecn', 'above'],
  'two-flows': ['queue', 'ecn', 'above'],
};

function settingsOf(scenario: string, variant: string, changes: Values = {}): RunSettings {
  const ref = refOf(scenario, variant, changes);
  return variantOf(ref).variant.settings(ref.seed);
}

const run = (...named: Parameters<typeof settingsOf>): RunOutcome => simulate(settingsOf(...named));

/** What a link has of the fields, taken out; nothing where they are off. */
function featuresOf({ reordering, packetLimit, queue, ecn, losses = [] }: LinkSettings): readonly unknown[] {
  const bursts = losses.map(({ burst }) => burst);
  return [reordering, packetLimit, queue, ecn, ...bursts].filter((one) => one !== undefined && one !== null);
}

describe('at their initial values', () => {
  test.each(SCENARIOS.map(({ id }) => id))(
    '%s has them at the end of its list, and nothing of them in a run',
    (id) => {
      const scenario = scenarioNamed(id);
      const further = FURTHER[id] ?? [];
      const ids = scenario.fields.map((field) => field.id);
      expect(ids.slice(ids.length - further.length)).toEqual(further);
      for (const variant of scenario.variants(initialValues(scenario))) {
        const { down, up, flows } = variant.settings(1);
        expect([...featuresOf(down), ...featuresOf(up)], variant.id).toEqual([]);
        for (const { server, client } of flows)
          expect([server.usesEcn, client.usesEcn, server.recovery.adaptsThreshold]).toEqual([
            ...[false, false, undefined],
          ]);
      }
    },
  );

  test.each([
    ['incident', 'fixed', { megabytes: 0.5, limit: 3 }, { held: 50 }],
    ['buffers', 'cubic-0.5', { seconds: 1 }, { above: 50 }],
  ])('of %s the size of what is off changes no packet', (scenario, variant, small, off) => {
    const packets = (changes: Values): string =>
      runTraces(refOf(scenario, variant, { ...small, ...changes })).sender.replace(/^.*\n/, '');
    expect(packets(off) === packets({})).toBe(true);
  });
});

describe('of the incident', () => {
  /** Of the data, from 60 ms on, with as many packets as a run of 2 MB has. */
  const B = { from: 60, megabytes: 2, direction: 'down', limit: 20 };

  /** Mean length of the runs of lost packets, by number, of a sender. */
  function lossRuns(changes: Values): number {
    const lost = new Set(
      [
        ...runTraces(refOf('incident', 'fixed', { ...B, ...changes })).sender.matchAll(
          /"recovery:packet_lost".*?"packet_number":(\d+)/g,
        ),
      ].map(([, number]) => Number(number)),
    );
    const begun = [...lost].filter((number) => !lost.has(number - 1));
    return lost.size / begun.length;
  }

  test('losses in a row are longer runs', () => {
    const [alone, inRuns] = [lossRuns({}), lossRuns({ burst: 4 })];
    expect(alone).toBeLessThan(2);
    expect(inRuns).toBeGreaterThan(1.5 * alone);
  });

  test('reordering makes spurious losses, and an adaptive packet threshold fewer of them', () => {
    const clean = { loss: 0, grid: 0, late: 0, megabytes: 5 };
    const spurious = (changes: Values): number =>
      run('incident', 'fixed', { ...clean, ...changes }).flows[0]?.spuriousPackets ?? Number.NaN;
    expect(spurious({})).toBe(0);
    const three = spurious({ reordered: 2, held: 1 });
    expect(three).toBeGreaterThan(20);
    expect(spurious({ reordered: 2, held: 1, threshold: 'adaptive' })).toBeLessThan(three / 2);
  });

  test('a limit of packets drops what is above it, and not beside a rate', () => {
    const line = { loss: 0, late: 0, grid: 0, rtt: 40, packets: 50, limit: 30 };
    const limited = run('incident', 'newreno', line);
    expect(limited.down.lost.limited).toBeGreaterThan(10);
    expect(limited.flows[0]?.lostPackets).toBeGreaterThanOrEqual(limited.down.lost.limited);
    expect(run('incident', 'newreno', { ...line, rate: 20, megabytes: 2 }).down.lost.limited).toBe(0);
  });
});

describe('of the queue', () => {
  const deep = (changes: Values): RunOutcome => run('buffers', 'newreno-4', { seconds: 5, ...changes });
  const marked = ({ down }: RunOutcome): number => down.marked;
  const lost = ({ down }: RunOutcome): number => down.lost.queue;

  test('CoDel drops before a deep buffer is full', () => {
    expect(lost(deep({ queue: 'codel' }))).toBeGreaterThan(0);
    expect(marked(deep({ queue: 'codel' }))).toBe(0);
  });

  test('marks come in place of its drops', () => {
    const both = deep({ queue: 'codel', ecn: 'on' });
    expect(marked(both)).toBeGreaterThan(0);
    expect(lost(both)).toBeLessThan(lost(deep({ queue: 'codel' })));
    expect(both.flows[0]?.reductions).toBeGreaterThan(0);
  });

  test('without CoDel packets are marked that will wait for longer', () => {
    const above5 = deep({ ecn: 'on' });
    expect(marked(above5)).toBeGreaterThan(0);
    // This buffer is full before anything waits for so long.
    expect(marked(run('buffers', 'newreno-2', { seconds: 5, ecn: 'on', above: 100 }))).toBe(0);
    expect(lost(above5)).toBe(0);
  });

  test('are of the changing rate and of two flows, too', () => {
    const changed = run('rate-change', 'cubic', { seconds: 6, queue: 'codel', ecn: 'on' });
    const two = run('two-flows', 'cubic-newreno', { seconds: 4, later: 1, ecn: 'on' });
    for (const outcome of [changed, two]) expect(marked(outcome)).toBeGreaterThan(0);
    expect(two.flows.every(({ reductions }) => reductions > 0)).toBe(true);
  });
});
