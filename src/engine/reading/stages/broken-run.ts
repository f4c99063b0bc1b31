/**
 * When to stop reading a text: unreadable records cost more than readable ones, and a few bytes of an archive may
 * decompress to hundreds of millions of them, or of empty ones, in a row.
 */
import { count } from '../../base/text/figures';

/** No known trace, however damaged, has as many in a row; they take a second or two. */
export const MAX_FRUITLESS_IN_A_ROW = 1_000_000;

/** There were only unreadable records for too long; what was read before is kept. */
export class BrokenRun extends Error {
  /** Name of the format that the text was read as. */
  readonly format: string;

  constructor(format: string) {
    super(
      `reading stopped: ${count(MAX_FRUITLESS_IN_A_ROW)} records in a row hold no event that can be read`,
    );
    this.format = format;
  }
}

export class BrokenRunWatch {
  readonly #format: string;
  #events = 0;
  #fruitlessBefore = 0;

  constructor(format: string) {
    this.#format = format;
  }

  /** @param events, fruitless current counts. @throws BrokenRun */
  look(events: number, fruitless: number): void {
    if (events !== this.#events) {
      this.#events = events;
      this.#fruitlessBefore = fruitless;
    }
    if (fruitless - this.#fruitlessBefore > MAX_FRUITLESS_IN_A_ROW) throw new BrokenRun(this.#format);
  }
}
