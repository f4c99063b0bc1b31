/** A path of one's own: each field does what it says, in its direction. */
import { describe, expect, test } from 'vitest';
import type { LinkSettings } from '../../../../../../src/engine/simulator/runs/link-settings.ts';
import { simulate } from '../../../../../../src/engine/simulator/runs/run.ts';
import { initialValues, type Values } from '../../../../../../src/engine/simulator/runs/scenario.ts';
import { ANY_PATH } from '../../../../../../src/engine/simulator/runs/scenarios/any-path.ts';

function pathOf(changes: Values): { readonly down: LinkSettings; readonly up: LinkSettings } {
  const [first] = ANY_PATH.variants({ ...initialValues(ANY_PATH), ...changes });
  if (first === undefined) throw new Error('no variant');
  return first.settings(1);
}

describe('any-path', () => {
  test('a field is of its direction', () => {
    const { down, up } = pathOf({ downdelay: 7, uploss: 5, upburst: 3 });
    expect([down.delayMs, up.delayMs]).toEqual([7, 20]);
    expect([down.rateMbit, up.rateMbit]).toEqual([20, null]);
    expect(down.losses).toEqual([]);
    expect(up.losses).toEqual([{ fromMs: 0, toMs: 600_000, share: 0.05, burst: 3 }]);
  });

  test('an outage stands between the losses before and after it', () => {
    const { down } = pathOf({ downloss: 10, downfrom: 100, downto: 900, downoutage: 300, downoutagems: 200 });
    expect(down.losses?.map(({ fromMs, toMs, share }) => [fromMs, toMs, share])).toEqual([
      [100, 300, 0.1],
      [300, 500, 1],
      [500, 900, 0.1],
    ]);
    expect(pathOf({ downoutage: 300, downoutagems: 200 }).down.losses).toHaveLength(1);
    expect(pathOf({ downloss: 10, downto: 200, downoutage: 300, downoutagems: 5 }).down.losses).toMatchObject(
      [
        { fromMs: 0, toMs: 200 },
        { fromMs: 300, toMs: 305, share: 1 },
      ],
    );
  });

  test('a step, a shaper and a policer are off until they are asked for', () => {
    const { down } = pathOf({});
    expect(down).toMatchObject({
      rateSteps: [],
      delaySteps: [],
      bucketBytes: 0,
      policer: null,
      reordering: null,
    });
    expect(
      pathOf({ downstep: 1000, downsteprate: 5, downbucket: 60, downpoliced: 8, downreordered: 2 }).down,
    ).toMatchObject({
      rateSteps: [{ fromMs: 1000, rateMbit: 5 }],
      delaySteps: [{ fromMs: 1000, delayMs: 20 }],
      bucketBytes: 60_000,
      policer: { rateMbit: 8, bucketBytes: 30_000 },
      reordering: { share: 0.02, delayMs: 5 },
    });
  });

  test('a run at the initial values completes near what the rate takes', () => {
    const values = { ...initialValues(ANY_PATH), megabytes: 2 };
    const { flows } = simulate(ANY_PATH.variants(values)[1]?.settings(1) as never);
    // 2 MB at 20 Mbit/s are 800 ms.
    expect(flows[0]?.completedMs).toBeGreaterThan(800);
    expect(flows[0]?.completedMs).toBeLessThan(2000);
  });
});
