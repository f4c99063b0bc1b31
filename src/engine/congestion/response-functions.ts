/**
 * Windows that controllers hold on the average under loss with probability p, segments, and the functions of HighSpeed TCP that give its own.
 *
 * References: RFC 3649 §5 (HighSpeed TCP) and its §3 for Standard TCP; S. Ha, I. Rhee, L. Xu: CUBIC, ACM SIGOPS OSR 42(5), 2008, figure 3
 * ("the paper").
 */
import { averageWindow2008, averageWindowReno } from './cubic-curve';

/** RFC 3649 §5: up to Low_Window it is Standard TCP; High_Window at High_P with High_Decrease. */
export const HSTCP_LOW_WINDOW = 38;
const HIGH_WINDOW = 83_000;
const HIGH_P = 1e-7;
const HIGH_DECREASE = 0.1;
/** The loss with which Standard TCP has Low_Window: 1.5/W² (RFC 3649 §5), as 1e-3 with its rounding. */
const LOW_P = 1e-3;

/** S of RFC 3649 §5: the slope of the response between both windows, log-log. */
const SLOPE = (Math.log(HIGH_WINDOW) - Math.log(HSTCP_LOW_WINDOW)) / (Math.log(HIGH_P) - Math.log(LOW_P));

/** b(w): the share of the window that a reduction takes, 0.5 to 0.1 (RFC 3649 §5). */
export function hstcpDecrease(window: number): number {
  if (window <= HSTCP_LOW_WINDOW) return 0.5;
  const share =
    (Math.log(window) - Math.log(HSTCP_LOW_WINDOW)) / (Math.log(HIGH_WINDOW) - Math.log(HSTCP_LOW_WINDOW));
  return (HIGH_DECREASE - 0.5) * share + 0.5;
}

/** p(w): the loss with which the response has this window: 0.078/w^1.2 (RFC 3649 §5). */
export function hstcpLossOf(window: number): number {
  return LOW_P * (window / HSTCP_LOW_WINDOW) ** (1 / SLOPE);
}

/** a(w): growth per round trip, segments: w²·p(w)·2·b(w)/(2 − b(w)), 1 up to Low_Window (RFC 3649 §5). */
export function hstcpIncrease(window: number): number {
  if (window <= HSTCP_LOW_WINDOW) return 1;
  const b = hstcpDecrease(window);
  return Math.max(1, (window * window * hstcpLossOf(window) * 2 * b) / (2 - b));
}

/** Standard TCP: 1.2/√p (RFC 3649 §3, figure 3 of the paper). */
export function responseStandardTcp(lossRate: number): number {
  return averageWindowReno(lossRate);
}

/** HighSpeed TCP: 0.12/p^0.835 (RFC 3649 §5), and Standard TCP's where that is more. */
export function responseHstcp(lossRate: number): number {
  return Math.max(0.12 / lossRate ** 0.835, responseStandardTcp(lossRate));
}

/** CUBIC of 2008: the larger of its cubic (Eq. 6: 1.17·(RTT/p)^¾) and its TCP mode, whose growth (Eq. 4) makes the average Standard TCP's. */
export function responseCubicLinux(lossRate: number, rttSeconds: number): number {
  return Math.max(averageWindow2008(lossRate, rttSeconds), responseStandardTcp(lossRate));
}
