/**
 * Where the logged window fell, of a trace: rules ask many times for the last such point before a time, and a window that only
 * grew since then has any number of points in between.
 */
import { type Growable, uint32Column, upperBound } from '../../base/columns/growable';
import type { Series } from '../../base/columns/series';

/** A point at which the window is smaller than before. */
export interface WindowCut {
  readonly timeUs: number;
  readonly beforeBytes: number;
  readonly afterBytes: number;
}

export class WindowCuts {
  readonly #window: Series;
  /** Indexes of its points, ascending. */
  readonly #cuts: Growable<Uint32Array>;

  /** One pass over the points of the window. */
  constructor(window: Series) {
    this.#window = window;
    this.#cuts = uint32Column();
    const values = window.values.reader();
    let before = values.at(0);
    for (let i = 1; i < values.length; i++) {
      const after = values.at(i);
      if (after < before) this.#cuts.push(i);
      before = after;
    }
  }

  /** The last one at or before a time; null for none. */
  lastBefore(timeUs: number): WindowCut | null {
    const { timesUs, values } = this.#window;
    const at = upperBound(this.#cuts.view(), timesUs.upperBound(timeUs) - 1) - 1;
    if (at < 0) return null;
    const i = this.#cuts.at(at);
    return { timeUs: timesUs.at(i), beforeBytes: values.at(i - 1), afterBytes: values.at(i) };
  }
}
