/**
 * How many runs show that one group has a finding more often than another, and from which difference on given runs do: the
 * power of what a comparison goes by, that the interval of the difference (`intervals.ts`) excludes 0, two-sided α of 5 %. It is
 * exact: the sum over all outcomes of both binomials, no approximation by normal ones.
 */
import { LEAST_RUNS } from './groups';
import { differenceInterval, type ShareInterval, shareInterval } from './intervals';

/** What is usual: a true difference is shown in four of five comparisons. */
export const POWER = 0.8;
/** Of more runs per group that is said. */
export const MOST_RUNS = 1000;
const POINTS = 100;

/** Whole points in a share, rounding of its binary fraction aside. */
const pointsIn = (share: number): number => Math.floor(share * POINTS + 1e-9);

/** Probabilities of 0 to `runs` hits. From the most likely number on both ways, so that none of those that count underflows. */
function binomial(runs: number, share: number): Float64Array {
  const probabilities = new Float64Array(runs + 1);
  const mode = Math.min(runs, Math.floor((runs + 1) * share));
  probabilities[mode] = 1;
  for (let k = mode; k < runs; k++)
    probabilities[k + 1] = (((probabilities[k] * (runs - k)) / (k + 1)) * share) / (1 - share);
  for (let k = mode; k > 0; k--)
    probabilities[k - 1] = (((probabilities[k] * k) / (runs - k + 1)) * (1 - share)) / share;
  const sum = probabilities.reduce((all, one) => all + one, 0);
  return probabilities.map((one) => one / sum);
}

const intervalsOf = (runs: number): readonly ShareInterval[] =>
  Array.from({ length: runs + 1 }, (_, hits) => shareInterval(hits, runs));

/**
 * Probability that the interval of the difference lies above 0, for true shares `high` and `low` of so many runs. The more hits the first
 * group has, the more the second may have: one step per outcome of either.
 */
export function powerOf(high: number, highRuns: number, low: number, lowRuns: number): number {
  const [ofHigh, ofLow] = [binomial(highRuns, high), binomial(lowRuns, low)];
  const [highs, lows] = [intervalsOf(highRuns), intervalsOf(lowRuns)];
  let [power, below, hits] = [0, 0, 0];
  for (const [i, interval] of highs.entries()) {
    while (hits <= lowRuns && differenceInterval(interval, lows[hits]).low > 0) below += ofLow[hits++];
    power += ofHigh[i] * below;
  }
  return power;
}

/** The first of [from, to] that holds, where all after one that holds do; null for none. */
function firstThat(from: number, to: number, holds: (value: number) => boolean): number | null {
  if (from > to || !holds(to)) return null;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}

/**
 * Runs per group that show the difference of two true shares with the usual power, where one run less would not: counts are whole, so that
 * power rises with them in small steps up and down. Null for the same share, and for more than `MOST_RUNS`.
 */
export function runsToShow(a: number, b: number): number | null {
  const [high, low] = [Math.max(a, b), Math.min(a, b)];
  if (high === low) return null;
  return firstThat(LEAST_RUNS, MOST_RUNS, (runs) => powerOf(high, runs, low, runs) >= POWER);
}

/**
 * The smallest difference from a true share of one group that is shown with the usual power, in whole points, upwards or downwards;
 * null where none is.
 * @param share of the first group.
 */
export function leastPointsShown(share: number, runs: number, otherRuns: number): number | null {
  const upwards = firstThat(
    1,
    pointsIn(1 - share),
    (points) => powerOf(Math.min(1, share + points / POINTS), otherRuns, share, runs) >= POWER,
  );
  const downwards = firstThat(
    1,
    pointsIn(share),
    (points) => powerOf(share, runs, Math.max(0, share - points / POINTS), otherRuns) >= POWER,
  );
  return upwards === null || downwards === null ? (upwards ?? downwards) : Math.min(upwards, downwards);
}
