/**
 * Checks the unit of logged ACK delays: no ACK was held for longer than its packet was under way (RFC 9000 §13.2.5). Where some
 * say so by far, or most do, they are in a smaller unit if all are possible in it: first the one without the exponent that the stack
 * is known to leave out; else none is used.
 */
import { GRANULARITY_US } from './rtt-estimator';

/** So far beyond, it is no exponent that is missing, and no clock of whole ms. */
const FAR = Math.sqrt(1e3);
/** ACKs of which most are beyond. */
const LEAST = 8;
const SMALLER_UNITS = [1e-3, 1e-6] as const;

export interface DelayUnit {
  /** What delays are multiplied by; 0 where they are possible in no unit. */
  readonly factor: number;
  /** The delay that shows it, as taken at first, and how long its packet was under way, µs. */
  readonly delayUs: number;
  readonly underWayUs: number;
}

export class AckDelayCheck {
  #acks = 0;
  #beyond = 0;
  #ratio = 0;
  #unit: DelayUnit | null = null;

  /** The largest of a delay as logged to the time that its packet was under way. */
  get ratio(): number {
    return this.#ratio;
  }

  get factor(): number {
    return this.#unit?.factor ?? 1;
  }

  /**
   * @param delayUs as logged. @param underWayUs from its packet to the ACK.
   * @param encoded what it was multiplied by, as the encoded value that the stack is known to log; 1 for none.
   * @returns the unit, where it is another one now; else null.
   */
  note(delayUs: number, underWayUs: number, encoded = 1): DelayUnit | null {
    const ratio = delayUs / (Math.max(0, underWayUs) + GRANULARITY_US);
    this.#acks++;
    if (ratio > 1) this.#beyond++;
    const isMost = this.#beyond >= LEAST && 2 * this.#beyond > this.#acks;
    this.#ratio = Math.max(this.#ratio, ratio);
    if (this.#ratio * this.factor <= 1 || (this.#unit === null && this.#ratio <= FAR && !isMost)) return null;
    const factor = [1 / encoded, ...SMALLER_UNITS].find((one) => this.#ratio * one <= 1) ?? 0;
    this.#unit = { factor, delayUs, underWayUs };
    return this.#unit;
  }
}
