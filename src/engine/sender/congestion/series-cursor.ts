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

  /** @param fromUs no time that is asked for is earlier. */
  constructor(series: Series, fromUs = Number.NEGATIVE_INFINITY) {
    this.#times = series.timesUs.reader();
    this.#values = series.values.reader();
    this.#next = this.#times.upperBound(fromUs);
  }

  /** The value held at `timeUs`, which must not descend from call to call; NaN before the first point. */
  at(timeUs: number): number {
    while (this.#next < this.#times.length && this.#times.at(this.#next) <= timeUs) this.#next++;
    return this.#next === 0 ? Number.NaN : this.#values.at(this.#next - 1);
  }
}
