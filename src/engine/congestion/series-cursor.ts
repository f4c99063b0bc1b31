/**
 * Reads a step series forward in time, in parallel to a pass over events: the current value without a search per event.
 *
 * Not here: lookups in any order (`Series.valueAt`).
 */
import type { Series } from '../columns/series';

export class SeriesCursor {
  readonly #times: Float64Array;
  readonly #values: Float64Array;
  #next = 0;

  constructor(series: Series) {
    this.#times = series.timesUs;
    this.#values = series.values;
  }

  /** The value held at `timeUs`, which must not descend from call to call; NaN before the first point. */
  at(timeUs: number): number {
    while (this.#next < this.#times.length && (this.#times[this.#next] as number) <= timeUs) this.#next++;
    return this.#next === 0 ? Number.NaN : (this.#values[this.#next - 1] as number);
  }
}
