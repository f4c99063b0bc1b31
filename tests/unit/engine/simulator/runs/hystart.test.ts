/** HyStart++ in whole runs: slow start that would overflow a deep buffer is slowed as the RTT rises. */
import { expect, test } from 'vitest';
import { CONTROLLERS } from '../../../../../src/engine/sender/congestion/controller-settings.ts';
import { simulate } from '../../../../../src/engine/simulator/runs/run.ts';
import { flowOf } from '../../../../support/simulated.ts';

test.each(CONTROLLERS)('%s: with it a transfer loses less than half as many packets', (name) => {
  const lost = (hystart: boolean): number => {
    const link = { delayMs: 20, rateMbit: 50 };
    const { flows } = simulate({
      seed: 1,
      limitMs: 60_000,
      down: { ...link, bufferBytes: 500_000 },
      up: link,
      flows: [flowOf({ name, hystart }, { writes: [{ atMs: 0, bytes: 3e6 }] })],
    });
    expect(flows[0]?.readBytes).toBe(3e6);
    return flows[0]?.lostPackets ?? 0;
  };
  const without = lost(false);
  expect(without).toBeGreaterThan(500);
  expect(lost(true)).toBeLessThan(without / 2);
});
