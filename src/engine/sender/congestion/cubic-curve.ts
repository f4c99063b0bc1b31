/**
 * The formulas of CUBIC, as the RFC and the paper write them: windows in segments, times in seconds. Pure functions,
 * shared by controllers, simulations and tables.
 *
 * References: RFC 9438 §4.2, §4.3, §5; S. Ha, I. Rhee, L. Xu: CUBIC, ACM SIGOPS OSR 42(5), 2008 ("the paper").
 */

/** C of RFC 9438 §5 and of the paper, segments/s³. */
export const CUBIC_C = 0.4;
/** β_cubic of RFC 9438 §4.6: factor of a reduction. */
export const BETA_RFC_9438 = 0.7;
/** β of the paper: a reduction subtracts this share. */
export const BETA_2008 = 0.2;

/** Eq. 2 of RFC 9438: K in seconds; 0 where the epoch begins at W_max or above. */
export function cubicK(wMax: number, cwndEpoch: number, c = CUBIC_C): number {
  return wMax > cwndEpoch ? Math.cbrt((wMax - cwndEpoch) / c) : 0;
}

/** Eq. 1 of RFC 9438: the window t seconds after the epoch began, segments. */
export function cubicWindow(t: number, k: number, wMax: number, c = CUBIC_C): number {
  const away = t - k;
  return c * away * away * away + wMax;
}

/** α_cubic of RFC 9438 §4.3: growth per window that gives Reno's average at this β. */
export function renoFriendlyAlpha(beta: number): number {
  return (3 * (1 - beta)) / (1 + beta);
}

/** Eq. 6 of the paper: the average window under deterministic loss with probability p, segments. */
export function averageWindow2008(lossRate: number, rttSeconds: number): number {
  const factor = (CUBIC_C * (4 - BETA_2008)) / (4 * BETA_2008);
  return factor ** 0.25 * (rttSeconds / lossRate) ** 0.75;
}

/** The average window of Reno under the same loss, segments: RFC 9438 §5.1. */
export function averageWindowReno(lossRate: number): number {
  return 1.2 / Math.sqrt(lossRate);
}
