/** What counts as following the log: each tolerance met and just missed, and when a gap becomes a divergence. */
import { describe, expect, test } from 'vitest';
import { Scorer, toleranceBytes } from '../../../../../src/engine/sender/congestion/scorer.ts';

const DATAGRAM = 1000;
const RTT_US = 50_000;
const FAR = 100_000;

describe('windows agree', () => {
  test.each([
    [1000, 1000],
    [20_000, 1000],
    [20_020, 1001],
    [40_000, 2000],
    [100_000, 5000],
  ])('of %i bytes within %i: a datagram or a twentieth', (cwndBytes, bytes) => {
    expect(toleranceBytes(cwndBytes, DATAGRAM)).toBeCloseTo(bytes, 9);
  });

  test.each([
    [40_000, 42_000, true],
    [40_000, 42_001, false],
    [40_000, 38_000, true],
    [40_000, 37_999, false],
    [10_000, 11_000, true],
    [10_000, 11_001, false],
  ])('logged %i and %i of the model: %s', (loggedBytes, modelBytes, agree) => {
    const scorer = new Scorer(DATAGRAM);
    scorer.hold(0, 1000, loggedBytes, modelBytes, RTT_US);
    scorer.endEpoch();
    expect([scorer.scoredUs, scorer.withinUs]).toEqual([1000, agree ? 1000 : 0]);
  });
});

describe('a reduction', () => {
  test.each([
    [10_000, 10_500, 1, 1],
    [10_000, 10_501, 1, 0],
    [10_000, 9500, 1, 1],
    [10_000, 9499, 1, 0],
    [2001, 2001, 1, 1],
    [2000, 2000, 0, 0],
    [1999, 1000, 0, 0],
  ])('to %i bytes, predicted %i: %i counted, %i within', (logged, predicted, counted, within) => {
    const scorer = new Scorer(DATAGRAM);
    scorer.reduction(logged, predicted);
    expect([scorer.reductions, scorer.reductionsWithin]).toEqual([counted, within]);
  });
});

describe('the log diverges from the model', () => {
  const apart = (...spans: readonly (readonly [fromUs: number, toUs: number, modelBytes: number])[]) => {
    const scorer = new Scorer(DATAGRAM);
    for (const [fromUs, toUs, modelBytes] of spans) scorer.hold(fromUs, toUs, 10_000, modelBytes, RTT_US);
    return scorer;
  };

  test.each([
    ['not by a gap of less than a round trip', apart([1000, RTT_US + 999, FAR]), Number.NaN],
    ['by one of a round trip, where it began', apart([1000, RTT_US + 1000, FAR]), 1000],
    ['by one that goes on from step to step', apart([1000, 2000, FAR], [2000, RTT_US + 1000, FAR]), 1000],
    [
      'not by two with an agreement between',
      apart([1000, 2000, FAR], [2000, 3000, 10_000], [3000, RTT_US + 2000, FAR]),
      Number.NaN,
    ],
    [
      'once: a second one tells nothing new',
      apart([1000, RTT_US + 1000, FAR], [60_000, 61_000, 10_000], [61_000, 161_000, FAR]),
      1000,
    ],
  ])('%s', (_, scorer, firstUs) => {
    expect(scorer.firstDivergenceUs).toEqual(firstUs);
  });

  test('not by a gap that the end of an epoch divides', () => {
    const scorer = apart([1000, RTT_US, FAR]);
    scorer.endEpoch();
    scorer.hold(RTT_US, 2 * RTT_US - 1, 10_000, FAR, RTT_US);
    expect(scorer.firstDivergenceUs).toBeNaN();
    scorer.hold(2 * RTT_US - 1, 2 * RTT_US, 10_000, FAR, RTT_US);
    expect(scorer.firstDivergenceUs).toBe(RTT_US);
  });
});

test('each epoch has its own share, one without time none, and the sums go on', () => {
  const scorer = new Scorer(DATAGRAM);
  scorer.hold(0, 1000, 10_000, 10_000, RTT_US);
  scorer.hold(1000, 4000, 10_000, FAR, RTT_US);
  scorer.endEpoch();
  scorer.endEpoch();
  scorer.hold(4000, 5000, 10_000, 10_000, RTT_US);
  scorer.endEpoch();
  expect([...scorer.epochShares.view()]).toEqual([0.25, Number.NaN, 1]);
  expect([scorer.scoredUs, scorer.withinUs]).toEqual([5000, 2000]);
});
