/**
 * Spans of time in columns: recovery periods, persistent congestion. An open span lasts until the trace ends. Starts
 * ascend; the owner defines what a span means.
 */
import { float64Column, uint8Column, uint32Column, upperBound } from '../../base/columns/growable';

/** One span as an object. Times are µs; `endUs` is NaN while it is open. */
export interface Span {
  readonly startUs: number;
  readonly endUs: number;
  /** Its cause: an index into the owner's names. */
  readonly cause: number;
  /** Counter of the span; its meaning is defined by the owner. */
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

  /** The span at `index`, null if out of range. */
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

  /** Begins a span and ends an open one there. A start before the last start is moved to it. */
  begin(startUs: number, cause: number): void {
    const last = this.#startUs.last();
    const fromUs = startUs >= last || Number.isNaN(last) ? startUs : last;
    this.end(fromUs);
    this.#startUs.push(fromUs);
    this.#endUs.push(Number.NaN);
    this.#cause.push(cause);
    this.#count.push(0);
  }

  end(endUs: number): void {
    const last = this.length - 1;
    if (last >= 0 && Number.isNaN(this.#endUs.at(last))) this.#endUs.set(last, endUs);
  }

  /** Moves the end of the last span, open or not. */
  extend(endUs: number): void {
    this.#endUs.set(this.length - 1, endUs);
  }

  addTo(count = 1): void {
    const last = this.length - 1;
    this.#count.set(last, this.#count.at(last) + count);
  }

  /** Spans that touch [fromUs, toUs], at most `limit`, in order of their starts. They do not overlap. */
  within(fromUs: number, toUs: number, limit = Number.POSITIVE_INFINITY): readonly Span[] {
    const starts = this.#startUs.view();
    const overlapping: Span[] = [];
    for (
      let i = Math.max(0, upperBound(starts, fromUs) - 1);
      i < this.length && overlapping.length < limit;
      i++
    ) {
      const span = this.at(i);
      if (span === null || span.startUs > toUs) break;
      if (!(span.endUs < fromUs)) overlapping.push(span);
    }
    return overlapping;
  }
}
