/**
 * Windows that controllers hold on the average under loss with probability p, segments, and the functions of HighSpeed TCP that give its own.
 *
 * References: RFC 3649 §5 (HighSpeed TCP) and its §3 for Standard TCP; S. Ha, I. Rhee, L. Xu: CUBIC, ACM SIGOPS OSR 42(5), 2008, figure 3
 * ("the paper").
 */
import { averageWindow2008, averageWindowReno } from './cubic-curve';

/** RFC 3649 §5: up to Low_Window it is Standard TCP; at High_Window a reduction takes High_Decrease. */
export const HSTCP_LOW_WINDOW = 38;
const HIGH_WINDOW = 83_000;
const HIGH_DECREASE = 0.1;
const LEAST_DECREASE = 0.05;

/**
 * b(w): the share of the window that a reduction takes, 0.5 to 0.1 (RFC 3649 §5); its line goes on above High_Window, as in the RFC's appendix B, which ends at
 * 89,053 packets, and would take nothing from 567,000 on: the least is ours.
 */
export function hstcpDecrease(window: number): number {
  if (window <= HSTCP_LOW_WINDOW) return 0.5;
  const share =
    (Math.log(window) - Math.log(HSTCP_LOW_WINDOW)) / (Math.log(HIGH_WINDOW) - Math.log(HSTCP_LOW_WINDOW));
  return Math.max((HIGH_DECREASE - 0.5) * share + 0.5, LEAST_DECREASE);
}

/** p(w): the loss with which the response has this window, by the constants that RFC 3649 §5 prints, and its appendix B uses. */
export function hstcpLossOf(window: number): number {
  return 0.078 / window ** 1.2;
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
export function responseCubic2008(lossRate: number, rttSeconds: number): number {
  return Math.max(averageWindow2008(lossRate, rttSeconds), responseStandardTcp(lossRate));
}
