/** Windows over loss as runs: which points there are, how long they last, and what their losses are. */
import { describe, expect, test } from 'vitest';
import type { RunSettings } from '../../../../../../../src/engine/simulator/runs/run.ts';
import { initialValues, type Values } from '../../../../../../../src/engine/simulator/runs/scenario.ts';
import { runRow, variantOf } from '../../../../../../../src/engine/simulator/runs/scenario-run.ts';
import { RESPONSE } from '../../../../../../../src/engine/simulator/runs/scenarios/published/response.ts';
import { refOf } from '../../../../../../support/lab-runs.ts';

const settingsOf = (variant: string, changes: Values = {}): RunSettings =>
  variantOf(refOf('response', variant, changes)).variant.settings(1);

test('variants are each controller at its RTTs and each loss, in equal distances and at random', () => {
  const idsOf = (changes: Values = {}): readonly string[] =>
    RESPONSE.variants({ ...initialValues(RESPONSE), ...changes }).map(({ id }) => id);
  expect(idsOf()).toHaveLength(4 * 5 * 2);
  expect(idsOf({ down: 2 })).toEqual(
    ['tcp-10', 'hstcp-10', 'cubic-10', 'cubic-100'].flatMap((id) => [`${id}-2-periodic`, `${id}-2-random`]),
  );
});

describe('a run', () => {
  test('lasts for so many losses after its start, by the formula', () => {
    // 20 losses are 200,000 packets, 120 in each round trip of 10 ms; a quarter of the time is its start.
    const { limitMs } = settingsOf('tcp-10-4-random');
    expect(limitMs).toBeCloseTo((((20 * 1e4) / 120) * 10) / 0.75, 6);
  });

  test('of a large window has datagrams of several packets, lost as much more often', () => {
    const { down, flows } = settingsOf('tcp-10-6-random');
    const [flow] = flows;
    expect([flow?.server.datagramBytes, flow?.controller.segmentBytes]).toEqual([60 * 1500, 1500]);
    expect(down.losses?.[0]?.share).toBeCloseTo(60e-6, 12);
    expect(down.rateMbit).toBeUndefined();
  });

  test('in equal distances loses one in 1/p', () => {
    const { down } = settingsOf('cubic-10-3-periodic');
    const after = down.recorded?.[1];
    expect([after?.lost.length, after?.lost.reduce((sum, lost) => sum + lost, 0)]).toEqual([1000, 1]);
    expect(after?.fromMs).toBe(down.recorded?.[0]?.toMs);
  });

  test('has about as many reductions as it should', () => {
    const { reductions, timeouts, droppedPackets } = runRow(refOf('response', 'tcp-10-3-random'));
    expect(reductions).toBeGreaterThan(15);
    expect(reductions).toBeLessThan(45);
    expect(droppedPackets).toBeGreaterThanOrEqual(reductions);
    expect(timeouts).toBe(0);
  });
});
