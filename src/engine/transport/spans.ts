/**
 * Spans of time in columns: recovery periods, persistent congestion. A span may be open, and then it lasts until
 * the trace ends. Starts ascend; what a span means is its owner's.
 */
import { float64Column, uint8Column, uint32Column, upperBound } from '../columns/growable';

/** One span as a value. Times are µs; `endUs` is NaN while it is open. */
export interface Span {
  readonly startUs: number;
  readonly endUs: number;
  /** What began it: an index into the owner's names. */
  readonly cause: number;
  /** How often it was added to: the owner says what that counts. */
  readonly count: number;
}

export class Spans {
  readonly #startUs = float64Column();
  readonly #endUs = float64Column();
  readonly #cause = uint8Column();
  readonly #count = uint32Column();

  get length(): number {
    return this.#startUs.length;
  }

  /** The span at `index`, null outside. */
  at(index: number): Span | null {
    if (!(index >= 0 && index < this.length)) return null;
    return {
      startUs: this.#startUs.at(index),
      endUs: this.#endUs.at(index),
      cause: this.#cause.at(index),
      count: this.#count.at(index),
    };
  }

  get last(): Span | null {
    return this.at(this.length - 1);
  }

  /** Begins a span; an open one ends there. A start before the last one's is moved to it. */
  begin(startUs: number, cause: number): void {
    const last = this.#startUs.last();
    const fromUs = startUs >= last || Number.isNaN(last) ? startUs : last;
    this.end(fromUs);
    this.#startUs.push(fromUs);
    this.#endUs.push(Number.NaN);
    this.#cause.push(cause);
    this.#count.push(0);
  }

  /** Ends the open span; nothing happens where none is open. */
  end(endUs: number): void {
    const last = this.length - 1;
    if (last >= 0 && Number.isNaN(this.#endUs.at(last))) this.#endUs.set(last, endUs);
  }

  /** Moves the end of the last span, open or not. */
  extend(endUs: number): void {
    this.#endUs.set(this.length - 1, endUs);
  }

  /** Adds to the count of the last span. */
  addTo(count = 1): void {
    const last = this.length - 1;
    this.#count.set(last, this.#count.at(last) + count);
  }

  /** Spans that touch [fromUs, toUs], at most `limit`, in order of their starts. They do not overlap. */
  within(fromUs: number, toUs: number, limit = Number.POSITIVE_INFINITY): readonly Span[] {
    const starts = this.#startUs.view();
    const found: Span[] = [];
    for (let i = Math.max(0, upperBound(starts, fromUs) - 1); i < this.length && found.length < limit; i++) {
      const span = this.at(i);
      if (span === null || span.startUs > toUs) break;
      if (!(span.endUs < fromUs)) found.push(span);
    }
    return found;
  }
}
