/** A link of the path's rate that is fed with the datagrams that were delivered, each at its time of sending: until when it has something to send. */

/** From a time on, µs. */
export interface RateStep {
  readonly fromUs: number;
  /** Bytes per µs. */
  readonly rate: number;
}

export class VirtualLink {
  /** When it has sent all that it was fed with, µs. */
  freeUs: number;
  #rate: number;
  #next = 0;
  readonly #steps: readonly RateStep[];

  /** @param rate until the first of the steps, which ascend; where none is known, NaN, a datagram takes no time. */
  constructor(freeUs: number, rate: number, steps: readonly RateStep[]) {
    this.freeUs = freeUs;
    this.#rate = rate;
    this.#steps = steps;
  }

  /** Times ascend from call to call. @returns how long it sends the datagram, µs. */
  send(atUs: number, bytes: number): number {
    while (this.#next < this.#steps.length && this.#steps[this.#next].fromUs <= atUs)
      this.#rate = this.#steps[this.#next++].rate;
    const us = this.#rate > 0 ? bytes / this.#rate : 0;
    this.freeUs = Math.max(this.freeUs, atUs) + us;
    return us;
  }
}
