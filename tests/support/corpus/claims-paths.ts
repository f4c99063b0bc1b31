/** What is read of a path, held against what the path noted that it did. */
import { expect } from 'vitest';
import { DetectInput } from '../../../src/engine/findings/rule/rule-input.ts';
import type { Stall } from '../../../src/engine/findings/stalls/stalls.ts';
import { lossKinds } from '../../../src/engine/sender/transport/loss-kinds/loss-kinds.ts';
import { NO_LOSSES, rightOf, sumOf } from '../loss-counts.ts';
import { type Claim, claim } from './claim.ts';
import { PATHS } from './list.ts';

export const PATH_CLAIMS: readonly Claim[] = [
  claim(
    'marks are those that the path made, and whether they may be believed',
    PATHS,
    17,
    ({ state, entry }) => {
      const label = entry.onPath;
      if (label === null) throw new Error('a trace without its label');
      const { ecn, series } = state;
      expect(series.ceTotal.last || 0, 'marks').toBe(label.marksReported);
      expect(label.marksReported, 'reported').toBeLessThanOrEqual(label.marksMade);
      expect(ecn.failure?.reason ?? 'used').toBe(label.ecn);
      // The handshake has no ECT here: what is acknowledged with counts are the data packets, less the last flight.
      expect(ecn.ackedPackets, 'acknowledged').toBeLessThanOrEqual(label.dataPackets);
    },
  ),
  claim('losses have the kind of what dropped them', PATHS, 17, ({ state, entry }) => {
    const label = entry.onPath;
    if (label === null) throw new Error('a trace without its label');
    const { drops, rightShare } = label;
    const counts = lossKinds(state)?.counts ?? NO_LOSSES;
    if (rightShare === undefined) expect(counts).toEqual(drops);
    else expect(rightOf(counts, drops) / sumOf(counts)).toBeGreaterThanOrEqual(rightShare);
  }),
  claim('stalls are those of the hosts and of the path, and nothing else', PATHS, 17, ({ state, entry }) => {
    const { hosts, deliveries } = new DetectInput(state).stalls;
    const labels = entry.onPath?.stalls ?? [];
    const found = [
      ...hosts.map((stall) => ({ ...stall, id: 'host-stall' })),
      ...deliveries.map((stall) => ({ ...stall, id: 'delivery-stall' })),
    ];
    expect(found.map(({ id }) => id)).toEqual(labels.map(({ id }) => id));
    labels.forEach(({ startMs, endMs, id }, i) => {
      const { startUs, endUs } = found[i] as Stall;
      // What was under way arrives first, and a PTO that backed off waits after it.
      expect(startUs / 1e3, 'start').toBeGreaterThan(startMs - 10);
      expect(endUs / 1e3, 'end').toBeGreaterThan(endMs - 10);
      const longerMs = (endUs - startUs) / 1e3 - (endMs - startMs);
      if (id === 'host-stall') expect(Math.abs(longerMs), 'length').toBeLessThan(4);
      else expect(startUs / 1e3, 'start').toBeLessThan(startMs + 100);
    });
  }),
];
