/** What is read of a path, held against what the path noted that it did. */
import { expect } from 'vitest';
import { lossKinds } from '../../../src/engine/transport/loss-kinds/loss-kinds.ts';
import { type Claim, claim } from './claim.ts';
import { PATHS } from './list.ts';

export const PATH_CLAIMS: readonly Claim[] = [
  claim(
    'marks are those that the path made, and whether they may be believed',
    PATHS,
    8,
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
  claim('losses have the kind of what dropped them', PATHS, 8, ({ state, entry }) => {
    const drops = entry.onPath?.drops;
    if (drops === undefined) throw new Error('a trace without its label');
    const kinds = lossKinds(state);
    expect(kinds?.counts ?? { 'queue-full': 0, policed: 0, burst: 0, random: 0 }).toEqual(drops);
  }),
];
