/**
 * Difference between rebuilt and logged bytes in flight, compared at each logged value in log order, to show how far
 * they can be trusted. A stack that logs a value before the packet it includes differs by one packet there.
 *
 * The rebuilt flight must not be derived from logged flights, or the comparison is meaningless.
 */
import type { Series } from '../../base/columns/series';

/** A smaller difference is rounding. */
const EQUAL_BYTES = 1;

export interface DriftSummary {
  readonly compared: number;
  /** Of those, how many the rebuilt flight equals. */
  readonly equal: number;
  /** Largest difference in either direction, bytes; 0 with nothing compared. */
  readonly largestBytes: number;
  /** Time of the first difference, µs; NaN if never. */
  readonly firstApartUs: number;
}

export class Drift {
  readonly #series: Series;
  #compared = 0;
  #equal = 0;
  #largestBytes = 0;
  #firstApartUs = Number.NaN;

  /** @param series receives rebuilt minus logged, bytes. */
  constructor(series: Series) {
    this.#series = series;
  }

  /** The stack logged its bytes in flight. */
  compare(timeUs: number, rebuiltBytes: number, loggedBytes: number): void {
    const apart = rebuiltBytes - loggedBytes;
    this.#series.push(timeUs, apart);
    this.#compared++;
    if (Math.abs(apart) < EQUAL_BYTES) this.#equal++;
    else if (Number.isNaN(this.#firstApartUs)) this.#firstApartUs = timeUs;
    this.#largestBytes = Math.max(this.#largestBytes, Math.abs(apart));
  }

  get summary(): DriftSummary {
    return {
      compared: this.#compared,
      equal: this.#equal,
      largestBytes: this.#largestBytes,
      firstApartUs: this.#firstApartUs,
    };
  }
}
