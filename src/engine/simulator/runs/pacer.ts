/**
 * Pacing by RFC 9002 §7.7: a leaky bucket that fills at 1.25 windows per smoothed round trip, and holds the initial window.
 */

/** N of RFC 9002 §7.7. */
const WINDOWS_PER_RTT = 1.25;

export class Pacer {
  readonly #burstBytes: number;
  #credit: number;
  #lastUs = 0;

  constructor(burstBytes: number) {
    this.#burstBytes = burstBytes;
    this.#credit = burstBytes;
  }

  /** When a packet of this size may be sent: `nowUs`, or later. */
  readyUs(nowUs: number, sizeBytes: number, cwndBytes: number, smoothedRttUs: number): number {
    if (!(smoothedRttUs > 0)) return nowUs;
    const rate = (WINDOWS_PER_RTT * cwndBytes) / smoothedRttUs;
    this.#credit = Math.min(this.#burstBytes, this.#credit + rate * (nowUs - this.#lastUs));
    this.#lastUs = nowUs;
    // Less than a byte is rounding.
    return this.#credit >= sizeBytes - 1 ? nowUs : nowUs + (sizeBytes - this.#credit) / rate;
  }

  sent(sizeBytes: number): void {
    this.#credit -= sizeBytes;
  }
}
