/** A step series read in order of time: times ascend from call to call. */
import type { BlockReader } from '../../base/columns/block-reader';
import type { Series } from '../../base/columns/series';

export class StepCursor {
  readonly #times: BlockReader;
  readonly #values: BlockReader;
  #next = 0;

  constructor({ timesUs, values }: Series) {
    this.#times = timesUs.reader();
    this.#values = values.reader();
  }

  /** The value that holds at a time, NaN before the first. */
  at(timeUs: number): number {
    while (this.#times.at(this.#next) <= timeUs) this.#next++;
    return this.#next > 0 ? this.#values.at(this.#next - 1) : Number.NaN;
  }
}
