/**
 * When a text is given up: records that cannot be read cost more than those that can, and what a few bytes of an
 * archive inflate to may hold hundreds of millions of them, or of empty ones, one behind the other.
 */
import { count } from '../text/figures';

/** No trace that was seen, however damaged, has as many in a row; they take a second or two. */
export const MAX_FRUITLESS_IN_A_ROW = 1_000_000;

/** Nothing but unreadable records came for too long; what was read before stays. */
export class BrokenRun extends Error {
  constructor() {
    super(
      `reading stopped: ${count(MAX_FRUITLESS_IN_A_ROW)} records in a row hold no event that can be read`,
    );
  }
}

export class BrokenRunWatch {
  #events = 0;
  #fruitlessBefore = 0;

  /** @param events, fruitless as counted so far. @throws BrokenRun */
  look(events: number, fruitless: number): void {
    if (events !== this.#events) {
      this.#events = events;
      this.#fruitlessBefore = fruitless;
    }
    if (fruitless - this.#fruitlessBefore > MAX_FRUITLESS_IN_A_ROW) throw new BrokenRun();
  }
}
