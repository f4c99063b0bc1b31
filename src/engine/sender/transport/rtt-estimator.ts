/**
 * The RTT estimator of RFC 9002 §5 with acknowledgment delays: it sets the time threshold of the loss inference
 * (§6.1.2), the probe timeout (§6.2.1) and the persistent congestion duration (§7.6.1), is compared with logged RTTs to
 * check their unit, and is plotted next to them.
 *
 * The RFC's text and its appendix give different orders of the two means; erratum 7539 confirms the appendix: rttvar
 * first, with the smoothed RTT before this sample.
 */
import type { RttEstimate } from '../../../qlog-schema';

/** kTimeThreshold and kGranularity of RFC 9002 §6.1.2. */
const TIME_THRESHOLD = 9 / 8;
export const GRANULARITY_US = 1000;
/** kInitialRtt of RFC 9002 §6.2.2. */
const INITIAL_RTT_US = 333_000;
/** Default max_ack_delay of RFC 9000 §18.2. */
const DEFAULT_MAX_ACK_DELAY_US = 25_000;
/** kPersistentCongestionThreshold of RFC 9002 §7.6.1. */
const PERSISTENT_CONGESTION_THRESHOLD = 3;

export class RttEstimator {
  /** The peer's max_ack_delay in µs, if its transport parameters are logged. */
  maxAckDelayUs = DEFAULT_MAX_ACK_DELAY_US;
  #latestUs = 0;
  #minUs = Number.NaN;
  #smoothedUs = 0;
  #variationUs = 0;

  /** False before the first sample. */
  get hasSample(): boolean {
    return this.#smoothedUs > 0;
  }

  /** Goes on from an estimate, µs. */
  resume({ latestUs, minUs, smoothedUs, variationUs }: RttEstimate): void {
    this.#latestUs = latestUs;
    this.#minUs = minUs;
    this.#smoothedUs = smoothedUs;
    this.#variationUs = variationUs;
  }

  /**
   * Adds a sample.
   * @param rttUs from sending the largest acknowledged packet to its ACK.
   * @param ackDelayUs as reported by the ACK, already capped where a cap applies; 0 where it is ignored.
   */
  sample(rttUs: number, ackDelayUs = 0): void {
    if (!(rttUs > 0)) return;
    this.#latestUs = rttUs;
    if (!this.hasSample) {
      this.#minUs = rttUs;
      this.#smoothedUs = rttUs;
      this.#variationUs = rttUs / 2;
      return;
    }
    this.#minUs = Math.min(this.#minUs, rttUs);
    const delayUs = ackDelayUs > 0 && rttUs >= this.#minUs + ackDelayUs ? ackDelayUs : 0;
    const adjustedUs = rttUs - delayUs;
    this.#variationUs = (3 * this.#variationUs + Math.abs(this.#smoothedUs - adjustedUs)) / 4;
    this.#smoothedUs = (7 * this.#smoothedUs + adjustedUs) / 8;
  }

  /** The last sample in µs, 0 before the first. */
  get latestUs(): number {
    return this.#latestUs;
  }

  /** The smallest sample in µs, NaN before the first. */
  get minUs(): number {
    return this.#minUs;
  }

  /** The smoothed RTT in µs, 0 before the first sample. */
  get smoothedUs(): number {
    return this.#smoothedUs;
  }

  /** rttvar in µs, 0 before the first sample. */
  get variationUs(): number {
    return this.#variationUs;
  }

  /** Minimum age of an unacknowledged packet to be lost (RFC 9002 §6.1.2), µs. */
  get lossDelayUs(): number {
    return Math.max(TIME_THRESHOLD * Math.max(this.#smoothedUs, this.#latestUs), GRANULARITY_US);
  }

  /** The probe timeout of RFC 9002 §6.2.1 without back-off, µs. @param withAckDelay for 1-RTT packets. */
  ptoUs(withAckDelay: boolean): number {
    const smoothedUs = this.hasSample ? this.#smoothedUs : INITIAL_RTT_US;
    const variationUs = this.hasSample ? this.#variationUs : INITIAL_RTT_US / 2;
    const delayUs = withAckDelay ? this.maxAckDelayUs : 0;
    return smoothedUs + Math.max(4 * variationUs, GRANULARITY_US) + delayUs;
  }

  /** Minimum duration of losses that establishes persistent congestion (RFC 9002 §7.6.1), µs. */
  get persistentCongestionUs(): number {
    return this.ptoUs(true) * PERSISTENT_CONGESTION_THRESHOLD;
  }
}
