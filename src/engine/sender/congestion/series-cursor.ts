/**
 * Reads a step series forward in time, in parallel to a pass over events: the current value without a search per event.
 *
 * Not here: lookups in any order (`Series.valueAt`).
 */
import type { BlockReader } from '../../base/columns/block-reader';
import type { Series } from '../../base/columns/series';

export class SeriesCursor {
  readonly #times: BlockReader;
  readonly #values: BlockReader;
  #next: number;
  /** Of the next point; NaN for none. */
  #nextUs: number;
  #value: number;

  /** Valid until the next push. @param fromUs no time that is asked for is earlier. */
  constructor(series: Series, fromUs = Number.NEGATIVE_INFINITY) {
    this.#times = series.timesUs.reader();
    this.#values = series.values.reader();
    this.#next = this.#times.upperBound(fromUs);
    this.#nextUs = this.#times.at(this.#next);
    this.#value = this.#values.at(this.#next - 1);
  }

  /** The value held at `timeUs`, which must not descend from call to call; NaN before the first point. */
  at(timeUs: number): number {
    if (this.#nextUs <= timeUs) {
      let next = this.#next + 1;
      while (this.#times.at(next) <= timeUs) next++;
      this.#next = next;
      this.#nextUs = this.#times.at(next);
      this.#value = this.#values.at(next - 1);
    }
    return this.#value;
  }
}
