/**
 * NewReno as RFC 9002 §7 describes it: slow start, one halving per recovery period, one datagram per window of
 * acknowledged data. Recovery ends where a packet sent after the boundary is acknowledged; no idle rule.
 *
 * Not here: which packets were acknowledged or lost, and whether the window was in use.
 */
import { type Controller, MINIMUM_WINDOW_DATAGRAMS, type Region, type Restart } from './controller';

/** kLossReductionFactor of RFC 9002 §B.1. */
const LOSS_REDUCTION_FACTOR = 0.5;

export interface NewRenoOptions {
  /** What remains of the window after a reduction, 0 to 1. */
  readonly lossReductionFactor?: number;
  /** The smallest window, datagrams. */
  readonly minimumDatagrams?: number;
  /** The slow start threshold that it begins with, datagrams; none by default. */
  readonly thresholdDatagrams?: number;
  /** After a reduction slow start goes on. */
  readonly staysInSlowStart?: boolean;
}

interface Undone {
  readonly cwndBytes: number;
  readonly ssthreshBytes: number;
  readonly boundaryUs: number;
}

export class NewReno implements Controller {
  cwndBytes: number;
  ssthreshBytes: number;
  readonly wMaxBytes = Number.NaN;
  readonly kSeconds = Number.NaN;
  boundaryUs = Number.NaN;
  readonly #datagramBytes: number;
  readonly #floorBytes: number;
  readonly #lossReductionFactor: number;
  readonly #staysInSlowStart: boolean;
  #undo: Undone | null = null;

  /** @param datagramBytes max_datagram_size. @param cwndBytes the initial window. */
  constructor(datagramBytes: number, cwndBytes: number, options: NewRenoOptions = {}) {
    this.#datagramBytes = datagramBytes;
    this.#lossReductionFactor = options.lossReductionFactor ?? LOSS_REDUCTION_FACTOR;
    this.#floorBytes = (options.minimumDatagrams ?? MINIMUM_WINDOW_DATAGRAMS) * datagramBytes;
    this.cwndBytes = cwndBytes;
    this.#staysInSlowStart = options.staysInSlowStart ?? false;
    this.ssthreshBytes = (options.thresholdDatagrams ?? Number.POSITIVE_INFINITY) * datagramBytes;
  }

  get region(): Region {
    return this.cwndBytes < this.ssthreshBytes ? 'slow start' : 'linear';
  }

  sent(): void {
    // RFC 9002 §7.8 leaves the reaction to idle times to the sender: NewReno keeps its window.
  }

  acked(_nowUs: number, sentUs: number, sizeBytes: number): void {
    if (sentUs <= this.boundaryUs) return;
    this.cwndBytes +=
      this.cwndBytes < this.ssthreshBytes ? sizeBytes : (this.#datagramBytes * sizeBytes) / this.cwndBytes;
  }

  lost(nowUs: number, sentUs: number): void {
    if (sentUs <= this.boundaryUs) return;
    const cwndBytes = this.reduced(this.cwndBytes);
    this.restart({ nowUs, priorCwndBytes: this.cwndBytes, cwndBytes, ssthreshBytes: cwndBytes });
    if (this.#staysInSlowStart) this.ssthreshBytes = Number.POSITIVE_INFINITY;
  }

  marked(nowUs: number, sentUs: number): void {
    this.lost(nowUs, sentUs);
  }

  timedOut(): void {
    // RFC 9002 §7.5: a probe timeout reduces no window.
  }

  persistentCongestion(nowUs: number, ssthreshBytes = this.reduced(this.cwndBytes)): void {
    this.restart({ nowUs, priorCwndBytes: this.cwndBytes, cwndBytes: this.#floorBytes, ssthreshBytes });
  }

  reduced(cwndBytes: number): number {
    return Math.max(cwndBytes * this.#lossReductionFactor, this.#floorBytes);
  }

  restart({ nowUs, priorCwndBytes, cwndBytes, ssthreshBytes, keepsBoundary }: Restart): void {
    const { boundaryUs } = this;
    if (priorCwndBytes > cwndBytes) {
      this.#undo = { cwndBytes: priorCwndBytes, ssthreshBytes: this.ssthreshBytes, boundaryUs };
    }
    this.cwndBytes = cwndBytes;
    this.ssthreshBytes = ssthreshBytes;
    // After persistent congestion there is no recovery period (RFC 9002 §B.8).
    if (ssthreshBytes > cwndBytes) this.boundaryUs = Number.NaN;
    else if (keepsBoundary !== true) this.boundaryUs = nowUs;
  }

  undo(): void {
    if (this.#undo === null) return;
    ({
      cwndBytes: this.cwndBytes,
      ssthreshBytes: this.ssthreshBytes,
      boundaryUs: this.boundaryUs,
    } = this.#undo);
    this.#undo = null;
  }
}
