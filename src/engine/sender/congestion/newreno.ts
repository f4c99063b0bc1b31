/**
 * NewReno as RFC 9002 §7 describes it: slow start, one halving per recovery period, one datagram per window of
 * acknowledged data. Recovery ends where a packet sent after the boundary is acknowledged; no idle rule.
 *
 * Not here: which packets were acknowledged or lost, and whether the window was in use.
 */
import type { Region } from './controller';
import { ReducingWindow } from './reducing-window';

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

export class NewReno extends ReducingWindow {
  readonly #lossReductionFactor: number;
  readonly #staysInSlowStart: boolean;

  /** @param datagramBytes max_datagram_size. @param cwndBytes the initial window. */
  constructor(datagramBytes: number, cwndBytes: number, options: NewRenoOptions = {}) {
    super(datagramBytes, cwndBytes, options.minimumDatagrams, options.thresholdDatagrams);
    this.#lossReductionFactor = options.lossReductionFactor ?? LOSS_REDUCTION_FACTOR;
    this.#staysInSlowStart = options.staysInSlowStart ?? false;
  }

  get region(): Region {
    return this.cwndBytes < this.ssthreshBytes ? 'slow start' : 'linear';
  }

  acked(_nowUs: number, sentUs: number, sizeBytes: number): void {
    if (sentUs <= this.boundaryUs) return;
    this.cwndBytes +=
      this.cwndBytes < this.ssthreshBytes ? sizeBytes : (this.segmentBytes * sizeBytes) / this.cwndBytes;
  }

  override lost(nowUs: number, sentUs: number): void {
    if (sentUs <= this.boundaryUs) return;
    super.lost(nowUs, sentUs);
    if (this.#staysInSlowStart) this.ssthreshBytes = Number.POSITIVE_INFINITY;
  }

  reduced(cwndBytes: number): number {
    return Math.max(cwndBytes * this.#lossReductionFactor, this.floorBytes);
  }
}
