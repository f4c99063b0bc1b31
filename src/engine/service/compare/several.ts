/**
 * Several comparisons of two shares at once: which of them show a difference where all together may err in 5 % of cases. By S. Holm's
 * steps (1979, Scandinavian Journal of Statistics 6:65): of m the clearest is held against a level of 5 % / m, the next one against
 * 5 % / (m − 1), until one does not hold. A comparison shows a difference at a level where Newcombe's interval of it does not hold 0.
 */
import { differenceInterval, shareInterval } from './intervals';

interface Counted {
  readonly hits: number;
  readonly judged: number;
}

/** Two shares that are held against each other, both of some judged runs. */
export interface Comparison {
  readonly a: Counted;
  readonly b: Counted;
}

/** Of the tail of P. J. Acklam's approximation of the normal quantile (2003), right to 4e-9 from 2.5 % down. */
const UPPER = [
  -7.784894002430293e-3, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const LOWER = [7.784695709041462e-3, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];

const ERROR = 0.05;

/** The two-sided quantile of a level of 5 % / `parts`. */
export function quantileOf(parts: number): number {
  const q = Math.sqrt(-2 * Math.log(ERROR / 2 / parts));
  const at = (coefficients: readonly number[]): number =>
    coefficients.reduce((sum, coefficient) => sum * q + coefficient, 0);
  return -at(UPPER) / at(LOWER);
}

function isShown({ a, b }: Comparison, z: number): boolean {
  const { low, high } = differenceInterval(
    shareInterval(a.hits, a.judged, z),
    shareInterval(b.hits, b.judged, z),
  );
  return low > 0 || high < 0;
}

/** No share of as many runs as there can be is as clear. */
const CLEAREST = 1e4;
const HALVINGS = 50;

/** The quantile up to which a comparison shows a difference: the wider its intervals may be, the clearer it is. */
function clarityOf(comparison: Comparison): number {
  let [low, high] = [0, CLEAREST];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (isShown(comparison, middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Those that show a difference, the clearest first. */
export function shownOf<One extends Comparison>(comparisons: readonly One[]): readonly One[] {
  const ordered = comparisons
    .map((one) => ({ one, clarity: clarityOf(one) }))
    .sort((a, b) => b.clarity - a.clarity);
  const end = ordered.findIndex(({ clarity }, i) => clarity <= quantileOf(ordered.length - i));
  return ordered.slice(0, end < 0 ? ordered.length : end).map(({ one }) => one);
}
