/** Two builds of which one is worse, drawn: the verdict over groups says so as often as was told, and seldom what is not so. */
import { expect, test } from 'vitest';
import { findingShares, isWorseInLast, runGroup } from '../../src/engine/service/compare/groups.ts';
import { powerOf } from '../../src/engine/service/compare/power.ts';
import { seeded } from '../support/reshape.ts';
import { draws, SEED } from '../support/tier.ts';

const DRAWS = draws(8000, 4);
/** What a power that is told may be off by. */
const POINTS = 0.05;
const SPIRAL = [{ id: 'death-spiral', severity: 'critical' }] as const;

function drawn(name: string, runs: number, share: number, random: () => number) {
  return runGroup(
    name,
    Array.from({ length: runs }, () => ({
      ...{ name, id: null, notJudged: [], marks: [] },
      findings: random() < share ? SPIRAL : [],
    })),
  );
}

test.each([
  [0, 0.3, 15],
  [0.1, 0.4, 30],
  [0.5, 0.9, 8],
  [0.2, 0.2, 30],
])('%d before, %d in the new build, of %i runs each', (before, after, runs) => {
  const random = seeded(SEED);
  let [worse, better] = [0, 0];
  for (let i = 0; i < DRAWS; i++) {
    const groups = [drawn('before', runs, before, random), drawn('new', runs, after, random)];
    if (findingShares(groups).some(isWorseInLast)) worse++;
    else if (findingShares(groups.toReversed()).some(isWorseInLast)) better++;
  }
  expect(Math.abs(worse / DRAWS - powerOf(after, runs, before, runs))).toBeLessThan(POINTS);
  expect(better / DRAWS).toBeLessThan(POINTS);
});
