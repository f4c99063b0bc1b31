/** Which candidates are named, at the limits, on scores and differences that are made. */
import { describe, expect, test } from 'vitest';
import { CandidatePairs } from '../../../../../src/engine/sender/congestion/candidate-pairs.ts';
import {
  CANDIDATES,
  type CandidateFit,
  type CandidateId,
} from '../../../../../src/engine/sender/congestion/index.ts';
import { namedAmong } from '../../../../../src/engine/sender/congestion/named.ts';

const RTT_US = 20_000;
const LOGGED = 20_000;
const RENO = 'newreno-beta-0.7';
const CUBIC = 'cubic-none';

interface Made {
  readonly fit: number;
  readonly reductions?: number;
  readonly reductionScore?: number;
  readonly refuted?: number;
}

/** The scores of candidates; all that are left out fit nothing, and predict no reduction. */
function fits(scores: { readonly [id in CandidateId]?: number | Made }): readonly CandidateFit[] {
  return CANDIDATES.map(({ id, name, source }): CandidateFit => {
    const given = scores[id];
    const made =
      typeof given === 'number'
        ? { fit: given, reductionScore: 1 }
        : (given ?? { fit: 0, reductionScore: 0 });
    const scored = { reductionScore: Number.NaN, reductions: 3, refuted: 0, ...made };
    return {
      id,
      name,
      source,
      growthScore: scored.fit,
      firstDivergenceUs: Number.NaN,
      epochScores: new Float64Array(0),
      ...scored,
    };
  }).sort((a, b) => b.fit - a.fit);
}

/** The log follows all but one candidate for so many round trips. */
function apartFor(roundTrips: number, from: CandidateId, epochBytes = LOGGED / 2): CandidatePairs {
  const pairs = new CandidatePairs(1000);
  const windows = Float64Array.from(CANDIDATES, ({ id }) => (id === from ? 2 * LOGGED : LOGGED));
  pairs.hold(roundTrips * RTT_US, windows, LOGGED, RTT_US, epochBytes);
  return pairs;
}

describe('another family stands beside the best', () => {
  const pairs = apartFor(100, CUBIC);

  test.each([
    [0.901, [RENO, CUBIC]],
    [0.9, [RENO]],
  ])('with a fit of %d against 1', (fit, named) => {
    expect(namedAmong(fits({ [RENO]: 1, [CUBIC]: fit }), pairs)).toEqual(named);
  });

  test.each([
    ['less than three round trips of growth distinguish them', apartFor(2, CUBIC), true],
    ['the log stayed where its epoch began', apartFor(100, CUBIC, LOGGED), true],
    ['it grew as NewReno', apartFor(100, CUBIC), false],
  ])('of the same reductions, where %s', (_, apart, both) => {
    expect(namedAmong(fits({ [RENO]: 0.95, [CUBIC]: 0.5 }), apart)).toEqual(both ? [RENO, CUBIC] : [RENO]);
  });

  test('not NewReno beside a CUBIC that the log follows without having grown: its boundary holds it', () => {
    expect(namedAmong(fits({ [CUBIC]: 1, [RENO]: 0.5 }), apartFor(100, RENO, LOGGED))).toEqual([CUBIC]);
    expect(namedAmong(fits({ [CUBIC]: 1, [RENO]: 0.5 }), apartFor(2, RENO, LOGGED))).toEqual([CUBIC, RENO]);
  });

  test.each([
    [0.9, false],
    [0.901, true],
  ])('predicting %d of the reductions, whatever the growth', (reductionScore, both) => {
    const other = { fit: 0.5, reductionScore };
    const named = namedAmong(fits({ newreno: 1, [CUBIC]: other }), new CandidatePairs(1000));
    expect(named).toEqual(both ? ['newreno', CUBIC] : ['newreno']);
  });
});

describe('without a reduction', () => {
  const unreduced = (fit: number): Made => ({ fit, reductions: 0 });
  const all = Object.fromEntries(CANDIDATES.map(({ id }) => [id, unreduced(1)]));

  test.each([
    [0.901, CANDIDATES.length],
    [0.9, undefined],
  ])('all are named, or none: with a fit of %d of one family', (fit, named) => {
    const scores = fits({ ...all, 'cubic-2008': unreduced(fit) });
    expect(namedAmong(scores, apartFor(100, 'cubic-2008'))?.length).toBe(named);
  });
});

describe('of one family are named', () => {
  const none = new CandidatePairs(1000);

  test.each([
    ['a hundredth apart', 1, 0.99, true],
    ['more', 1, 0.989, false],
    ['three times what the best lacks', 0.9, 0.601, true],
    ['more than that', 0.9, 0.599, false],
  ])('those near the best: %s', (_, best, fit, both) => {
    const named = namedAmong(fits({ [CUBIC]: best, 'cubic-reset': fit }), none);
    expect(named).toEqual(both ? [CUBIC, 'cubic-reset'] : [CUBIC]);
  });

  test.each([
    [2, true],
    [3, false],
  ])('those that the log refutes %i times', (refuted, both) => {
    const other = { fit: 1, reductionScore: 1, refuted };
    const named = namedAmong(fits({ [CUBIC]: 1, 'cubic-reset': other }), none);
    expect(named).toEqual(both ? [CUBIC, 'cubic-reset'] : [CUBIC]);
  });

  test('none that another rules out where they differ', () => {
    const scores = fits({ [CUBIC]: 1, 'cubic-reset': 1 });
    expect(namedAmong(scores, apartFor(3, 'cubic-reset'))).toEqual([CUBIC]);
    expect(namedAmong(scores, apartFor(2, 'cubic-reset'))).toEqual([CUBIC, 'cubic-reset']);
  });
});
