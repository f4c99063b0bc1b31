/**
 * The host of our recordings of the incident (30 runs of quiche 0.30.0 over link B: 8,804 bursts of a window held for 131 s), as it was measured:
 * the times that end a spiral, or let it live. A simulation with it is not that host: it has its distributions, each for itself.
 */
import { type Distribution, scaled } from './distribution';
import type { HostSettings } from './host';

/** Between the two packets of a burst, µs: half of them below 11.5; 3 of 8,804 above 1 ms. */
export const RECORDED_GAP_US: Distribution = [
  [0, 2.1],
  [0.01, 2.9],
  [0.05, 4.4],
  [0.1, 6],
  [0.25, 8.8],
  [0.5, 11.5],
  [0.75, 16.8],
  [0.9, 23.3],
  [0.95, 25.9],
  [0.99, 31.7],
  [0.999, 49],
  [0.9997, 263],
  [1, 4785],
];
export const RECORDED_MEDIAN_GAP_US = 11.5;

/** From reading an ACK to the first packet that answers it, µs. */
const RECORDED_TURNAROUND_US: Distribution = [
  [0, 5],
  [0.01, 8.7],
  [0.05, 15],
  [0.1, 20],
  [0.25, 29],
  [0.5, 40],
  [0.75, 59],
  [0.9, 82],
  [0.95, 92],
  [0.99, 107],
  [1, 120],
];

/** By how much a round trip was longer than the others, where it was: 878 of 8,790; ms. */
const RECORDED_STALL_MS: Distribution = [
  [0, 0.5],
  [0.05, 0.6],
  [0.25, 1],
  [0.5, 2.1],
  [0.75, 5.4],
  [0.9, 19.3],
  [0.95, 37.4],
  [0.99, 92.4],
  [1, 266],
];
/**
 * Stalls of the receiver alone: of 68 round trips that were longer by 40 ms the sender's probe timer fired in 11, the whole machine stood still
 * in the others. 878 in 131 s × 11 ÷ 68.
 */
export const RECORDED_STALLS_PER_SECOND = 1.1;

/** @param medianGapUs other gaps, of the same form. */
export function recordedSender(medianGapUs = RECORDED_MEDIAN_GAP_US): HostSettings {
  return {
    gapUs: scaled(RECORDED_GAP_US, medianGapUs / RECORDED_MEDIAN_GAP_US),
    turnaroundUs: RECORDED_TURNAROUND_US,
  };
}

export function recordedReceiver(stallsPerSecond = RECORDED_STALLS_PER_SECOND): HostSettings {
  return {
    gapUs: 8,
    turnaroundUs: 20,
    stalls: stallsPerSecond > 0 ? { perSecond: stallsPerSecond, lengthMs: RECORDED_STALL_MS } : null,
  };
}
