/** Which of two candidates the log follows where they differ, at the limits. */
import { expect, test } from 'vitest';
import { CandidatePairs } from '../../../../../src/engine/sender/congestion/candidate-pairs.ts';
import { CANDIDATES } from '../../../../../src/engine/sender/congestion/index.ts';

const DATAGRAM = 1000;
const RTT_US = 20_000;
const ONE = 'newreno';
const OTHER = 'cubic-none';

/** All predict 20,000 B but `OTHER`, which predicts `otherBytes`; each hold is a time and the logged window. */
function pairs(
  otherBytes: number,
  holds: readonly [us: number, loggedBytes: number][],
  rttUs = RTT_US,
  epochBytes = 20_000,
) {
  const apart = new CandidatePairs(DATAGRAM);
  const windows = Float64Array.from(CANDIDATES, ({ id }) => (id === OTHER ? otherBytes : 20_000));
  for (const [us, loggedBytes] of holds) apart.hold(us, windows, loggedBytes, rttUs, epochBytes);
  return apart;
}

test.each([
  ['a datagram apart is the same prediction', 21_000, false],
  ['more is not', 21_001, true],
])('%s', (_, otherBytes, differ) => {
  const apart = pairs(otherBytes, [[10 * RTT_US, 20_000]]);
  expect(apart.differ(ONE, OTHER)).toBe(differ);
  expect(apart.differ(OTHER, ONE)).toBe(differ);
  expect(apart.differ(ONE, 'cubic-reset')).toBe(false);
});

test.each([
  ['three round trips', 3 * RTT_US, true],
  ['less', 3 * RTT_US - 1, false],
])('a candidate that the log leaves for %s rules the other out: %s', (_, us, out) => {
  const apart = pairs(40_000, [[us, 20_000]]);
  expect(apart.rulesOut(ONE, OTHER)).toBe(out);
  expect(apart.rulesOut(OTHER, ONE)).toBe(false);
  // And the other way round, where the log follows the other.
  const swapped = pairs(40_000, [[us, 40_000]]);
  expect(swapped.rulesOut(OTHER, ONE)).toBe(out);
  expect(swapped.rulesOut(ONE, OTHER)).toBe(false);
});

test.each([
  [750_000, true],
  [749_999, false],
])('following one for %i µs of a second and the other for the rest: %s', (us, out) => {
  const apart = pairs(40_000, [
    [us, 20_000],
    [1_000_000 - us, 40_000],
  ]);
  expect(apart.rulesOut(ONE, OTHER)).toBe(out);
});

test('neither is ruled out where the log follows neither, and none without a round trip', () => {
  const neither = pairs(40_000, [[1_000_000, 80_000]]);
  expect([neither.rulesOut(ONE, OTHER), neither.rulesOut(OTHER, ONE)]).toEqual([false, false]);
  expect(pairs(40_000, [[1_000_000, 20_000]], 0).rulesOut(ONE, OTHER)).toBe(false);
});

test.each([
  ['more than a twentieth of the window', 18_999, 3 * RTT_US, true],
  ['a twentieth', 19_000, 3 * RTT_US, false],
  ['more, for less than three round trips', 10_000, 3 * RTT_US - 1, false],
])('the log grows as a candidate where it has grown by %s', (_, epochBytes, us, grows) => {
  const apart = pairs(40_000, [[us, 20_000]], RTT_US, epochBytes);
  expect(apart.growsAs(ONE, OTHER)).toBe(grows);
  expect(apart.growsAs(OTHER, ONE)).toBe(false);
  // Longer is no more where the log follows the other as long.
  const both = pairs(
    40_000,
    [
      [us, 20_000],
      [us, 40_000],
    ],
    RTT_US,
    epochBytes,
  );
  expect(both.growsAs(ONE, OTHER)).toBe(false);
});
