/**
 * Confidence intervals of shares, 95 %: Wilson's score interval of one share (E. B. Wilson 1927, JASA 22:209) and Newcombe's
 * of the difference of two independent ones (R. G. Newcombe 1998, Statistics in Medicine 17:873, method 10).
 */

/** Two-sided 95 % quantile of the normal distribution. */
const Z = 1.959963984540054;

export interface ShareInterval {
  /** 0 to 1. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Wilson's interval of `hits` among `total`; NaN for a total of 0. @param z quantile of another confidence than 95 %. */
export function shareInterval(hits: number, total: number, z = Z): ShareInterval {
  const share = hits / total;
  const z2 = z * z;
  const center = (hits + z2 / 2) / (total + z2);
  const half = (z / (total + z2)) * Math.sqrt((hits * (total - hits)) / total + z2 / 4);
  return { share, low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

/** Newcombe's interval of a − b, from the intervals of both. */
export function differenceInterval(a: ShareInterval, b: ShareInterval): ShareInterval {
  const share = a.share - b.share;
  return {
    share,
    low: share - Math.hypot(a.share - a.low, b.high - b.share),
    high: share + Math.hypot(a.high - a.share, b.share - b.low),
  };
}
