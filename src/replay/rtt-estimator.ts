/**
 * The RTT estimator of RFC 9002 §5, without acknowledgment delays: good enough to set the time
 * threshold of the loss inference (§6.1.2) and to judge the unit of logged RTTs, which are its only uses.
 */

/** kTimeThreshold and kGranularity of RFC 9002 §6.1.2. */
const TIME_THRESHOLD = 9 / 8;
const GRANULARITY_US = 1000;

export class RttEstimator {
  #latestUs = 0;
  #smoothedUs = 0;

  /** False before the first sample. */
  get hasSample(): boolean {
    return this.#smoothedUs > 0;
  }

  sample(rttUs: number): void {
    if (!(rttUs > 0)) return;
    this.#latestUs = rttUs;
    this.#smoothedUs = this.hasSample ? (7 * this.#smoothedUs + rttUs) / 8 : rttUs;
  }

  /** The last sample in µs, 0 before the first. */
  get latestUs(): number {
    return this.#latestUs;
  }

  /** The smoothed RTT in µs, 0 before the first sample. */
  get smoothedUs(): number {
    return this.#smoothedUs;
  }

  /** How long before now an unacknowledged packet must have been sent to be lost. */
  get lossDelayUs(): number {
    return Math.max(TIME_THRESHOLD * Math.max(this.#smoothedUs, this.#latestUs), GRANULARITY_US);
  }
}
