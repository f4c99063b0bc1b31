/** What is read of a path, held against what the path noted that it did. */
import { expect } from 'vitest';
import { type Claim, claim } from './claim.ts';
import { PATHS } from './list.ts';

export const PATH_CLAIMS: readonly Claim[] = [
  claim(
    'marks are those that the path made, and whether they may be believed',
    PATHS,
    4,
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
];
