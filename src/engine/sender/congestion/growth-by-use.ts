/**
 * Does the sender grow its window in congestion avoidance also while it does not use it? RFC 9002 §7.8 says that it should
 * not; some stacks do (aioquic, neqo), and a model of them must. Derived from the log: growth per window of acknowledged data, with
 * and without room in the window.
 */
import { Use } from './sender-steps';

/** Windows of acknowledged data with room in the window: with less, nothing is reported. */
const MIN_WINDOWS = 3;
/** Growth with room, as a share of what the same data brings without; in between, the use was mistaken at some ACKs. */
const MIN_SHARE = 0.5;

export class GrowthByUse {
  /** Acknowledged windows, and growth in datagrams: with room, and without. */
  #windowsRoom = 0;
  #windowsUsed = 0;
  #grownRoom = 0;
  #grownUsed = 0;

  /** @param windows the acknowledged bytes, in congestion windows; NaN where none is logged. */
  acked(use: Use, windows: number): void {
    if (!(windows > 0)) return;
    if (use === Use.room) this.#windowsRoom += windows;
    else this.#windowsUsed += windows;
  }

  /** @param datagrams the growth of the logged window. */
  grew(use: Use, datagrams: number): void {
    if (!(datagrams > 0)) return;
    if (use === Use.room) this.#grownRoom += datagrams;
    else this.#grownUsed += datagrams;
  }

  /** True if the window grew with room much as it did without; where it was never full, as Reno's does (RFC 9002 §7.3.3). */
  ignoresUse(): boolean {
    const perWindow = this.#windowsUsed >= MIN_WINDOWS ? this.#grownUsed / this.#windowsUsed : 1;
    return this.#windowsRoom >= MIN_WINDOWS && this.#grownRoom >= MIN_SHARE * perWindow * this.#windowsRoom;
  }
}
