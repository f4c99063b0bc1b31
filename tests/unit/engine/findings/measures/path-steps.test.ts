/** Steps of a path in time at their limit: how long a rate must last. */
import { expect, test } from 'vitest';
import { pathSteps } from '../../../../../src/engine/findings/measures/path-steps.ts';
import type { PathInterval } from '../../../../../src/engine/sender/transport/path/path-course.ts';

const RTT_US = 20_000;

const proved = (fromUs: number, toUs: number, rate: number): PathInterval => ({
  fromUs,
  toUs,
  rttMinUs: RTT_US,
  rate,
  proof: 'proved',
  by: fromUs === 0 ? 'start' : 'rate',
});

test.each([
  [9.9, []],
  [10, ['slower']],
])('a rate that lasts for %f round trips to the end: %o', (rounds, kinds) => {
  const path = [proved(0, 1e6, 2), proved(1e6, 1e6 + rounds * RTT_US, 1)];
  expect(pathSteps(path).map(({ kind }) => kind)).toEqual(kinds);
});

test.each([
  [9.9, []],
  [10, ['slower', 'faster']],
])('a rate that lasts for %f round trips, and comes back: %o', (rounds, kinds) => {
  const untilUs = 1e6 + rounds * RTT_US;
  const path = [proved(0, 1e6, 2), proved(1e6, untilUs, 1), proved(untilUs, 2e6, 2)];
  expect(pathSteps(path).map(({ kind }) => kind)).toEqual(kinds);
});
