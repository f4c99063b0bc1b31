/** The rate of a link over time, and when the sending of a packet ends. */
import { bytesPerUs, type LinkSettings } from './link-settings';

export class LinkRate {
  readonly #fromUs: readonly number[];
  /** Bytes per µs from that time on. */
  readonly #rates: readonly number[];
  #at = 0;

  constructor(rateMbit: number, steps: NonNullable<LinkSettings['rateSteps']>) {
    this.#fromUs = [0, ...steps.map(({ fromMs }) => fromMs * 1000)];
    this.#rates = [rateMbit, ...steps.map((step) => step.rateMbit)].map(bytesPerUs);
  }

  /** When a packet is sent whose sending begins at `startUs`. Starts ascend from call to call. */
  endUs(startUs: number, sizeBytes: number): number {
    while (this.#at + 1 < this.#fromUs.length && this.#fromUs[this.#at + 1] <= startUs) this.#at++;
    let [step, fromUs, left] = [this.#at, startUs, sizeBytes];
    for (;;) {
      const rate = this.#rates[step];
      const untilUs = this.#fromUs[step + 1] ?? Number.POSITIVE_INFINITY;
      const endUs = rate > 0 ? fromUs + left / rate : Number.POSITIVE_INFINITY;
      if (endUs <= untilUs) return endUs;
      if (untilUs === Number.POSITIVE_INFINITY) return endUs;
      left -= rate * (untilUs - fromUs);
      fromUs = untilUs;
      step++;
    }
  }
}
