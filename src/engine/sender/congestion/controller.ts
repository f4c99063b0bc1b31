/**
 * Interface of a congestion controller model: its inputs and its state. A model does not depend on a trace; shadow runs
 * (`shadow-step.ts`) and simulations use the same interface.
 *
 * Windows are in bytes, times in µs on the caller's clock; formulas that the RFCs write in segments and seconds convert
 * internally. Not included: loss detection, pacing, and which packets an ACK newly acknowledges.
 */
import type { IdleSend } from './idle-rule';

/**
 * Region of the window's growth. `linear` is NewReno's avoidance; the last three are CUBIC's regions (RFC 9438
 * §4.3–§4.5).
 */
export const REGIONS = ['slow start', 'linear', 'Reno-friendly', 'concave', 'convex'] as const;
export type Region = (typeof REGIONS)[number];

/** The smallest window, in datagrams: kMinimumWindow of RFC 9002 §7.2. */
export const MINIMUM_WINDOW_DATAGRAMS = 2;

/** Sets a model to a logged window. */
export interface Restart {
  readonly nowUs: number;
  /** The window before the reduction, bytes. Equal to `cwndBytes` where slow start ended without one. */
  readonly priorCwndBytes: number;
  /** The new window, bytes. */
  readonly cwndBytes: number;
  /** Above `cwndBytes` when slow start follows (RFC 9002 §7.6.2), else at most equal. */
  readonly ssthreshBytes: number;
  /** The boundary stays as it is: slow start ended without a loss, and one of packets sent before still reduces the window. Off by default. */
  readonly holdsBoundary?: boolean;
}

export interface Controller {
  readonly cwndBytes: number;
  /** Infinity before the first reduction. */
  readonly ssthreshBytes: number;
  /** The window that CUBIC returns to, bytes; NaN where there is none. */
  readonly wMaxBytes: number;
  /** CUBIC's time from the epoch's start to W_max, seconds; NaN where there is none. */
  readonly kSeconds: number;
  /** Packets sent at or before this time do not grow the window when acknowledged; NaN for none. */
  readonly boundaryUs: number;
  readonly region: Region;

  /** A packet is sent with nothing in flight; other sends change no window, and are not reported. */
  sent(send: IdleSend): void;
  /**
   * A sample of the RTT (RFC 9002 §5.1), of a packet sent at `sentUs`; before the packets of its ACK are reported. Only simulations tell it.
   */
  sampled?(nowUs: number, sentUs: number, rttUs: number): void;
  /**
   * One packet is newly acknowledged. A packet sent at or before the boundary changes nothing.
   * @param rttUs the RTT that the cubic function looks ahead by, µs.
   */
  acked(nowUs: number, sentUs: number, sizeBytes: number, rttUs: number): void;
  /**
   * Packets are declared lost; the newest was sent at `sentUs`. No effect if that is at or before the boundary: one
   * reduction per recovery period (RFC 9002 §7.3.2).
   * @param inFlightBytes before the packets were declared lost; NaN where it is not known, and the window counts.
   */
  lost(nowUs: number, sentUs: number, inFlightBytes?: number): void;
  /**
   * The peer counts more CE marks, on a packet sent at `sentUs` or before (RFC 9002 §7.1, RFC 9438 §4.6). As `lost`, but where
   * the controller says otherwise.
   */
  marked(nowUs: number, sentUs: number, inFlightBytes?: number): void;
  /** A probe timeout. Of itself it reduces no window (RFC 9002 §7.5). */
  timedOut(nowUs: number): void;
  /**
   * Persistent congestion: the window is reduced to the minimum and slow start begins (RFC 9002 §7.6.2).
   * @param ssthreshBytes that of the loss which established it; of the window as it is where left out.
   */
  persistentCongestion(nowUs: number, ssthreshBytes?: number): void;
  /** The window after a reduction from `cwndBytes`, bytes. */
  reduced(cwndBytes: number): number;
  /** Sets the window to a logged one: after a reduction, or at the end of slow start. */
  restart(restart: Restart): void;
  /** Undoes the last reduction, which was spurious (RFC 9438 §4.9). No effect if there is none to undo. */
  undo(): void;
}

/** The initial window of RFC 9002 §7.2, bytes. */
export function initialWindowBytes(datagramBytes: number): number {
  return Math.min(10 * datagramBytes, Math.max(MINIMUM_WINDOW_DATAGRAMS * datagramBytes, 14_720));
}
