/**
 * The contract of a congestion controller as a model: what drives it and what it shows. A model knows no trace;
 * shadow runs (`shadow-step.ts`) and simulations drive it alike.
 *
 * Windows are in bytes, times in µs on the driver's clock; formulas that the RFCs write in segments and seconds
 * convert inside. What is left to others: loss detection, pacing, and which packets an ACK newly acknowledges.
 */
import type { IdleSend } from './idle-rule';

/**
 * Where the window's growth comes from. `linear` is NewReno's avoidance; the last three are CUBIC's regions
 * (RFC 9438 §4.3–§4.5).
 */
export const REGIONS = ['slow start', 'linear', 'Reno-friendly', 'concave', 'convex'] as const;
export type Region = (typeof REGIONS)[number];

/** The smallest window, in datagrams: kMinimumWindow of RFC 9002 §7.2. */
export const MINIMUM_WINDOW_DATAGRAMS = 2;

/** How a driver sets a model on a logged window. */
export interface Restart {
  readonly nowUs: number;
  /** The window before the reduction, bytes. Equal to `cwndBytes` where slow start ended without one. */
  readonly priorCwndBytes: number;
  /** The window to go on from, bytes. */
  readonly cwndBytes: number;
  /** Above `cwndBytes` when slow start follows (RFC 9002 §7.6.2), else not above it. */
  readonly ssthreshBytes: number;
}

export interface Controller {
  readonly cwndBytes: number;
  /** Infinity before the first reduction. */
  readonly ssthreshBytes: number;
  /** The window that CUBIC returns to, bytes; NaN where there is none. */
  readonly wMaxBytes: number;
  /** CUBIC's time from the epoch's start to W_max, seconds; NaN where there is none. */
  readonly kSeconds: number;
  /** Packets sent at or before this instant do not grow the window when acknowledged; NaN before any. */
  readonly boundaryUs: number;
  readonly region: Region;

  /** A send with nothing in flight. */
  idleSend(send: IdleSend): void;
  /**
   * One packet is newly acknowledged. A packet sent at or before the boundary changes nothing.
   * @param rttUs the round-trip time that the curve looks ahead by, µs.
   */
  acked(nowUs: number, sentUs: number, sizeBytes: number, rttUs: number): void;
  /**
   * Packets are declared lost, the newest of them sent at `sentUs`. Nothing happens when that is at or before
   * the boundary: one reduction per recovery period (RFC 9002 §7.3.2).
   */
  lost(nowUs: number, sentUs: number): void;
  /** Persistent congestion: the window falls to the floor and slow start begins (RFC 9002 §7.6.2). */
  collapse(nowUs: number): void;
  /** The window that a reduction from `cwndBytes` would leave, bytes. */
  reduced(cwndBytes: number): number;
  /** Takes a logged window over: after a reduction, or where slow start ended. */
  restart(restart: Restart): void;
  /** Undoes the last reduction: it was spurious (RFC 9438 §4.9). Nothing happens when there is none to undo. */
  undo(): void;
}

/** The initial window of RFC 9002 §7.2, bytes. */
export function initialWindowBytes(datagramBytes: number): number {
  return Math.min(10 * datagramBytes, Math.max(MINIMUM_WINDOW_DATAGRAMS * datagramBytes, 14_720));
}
