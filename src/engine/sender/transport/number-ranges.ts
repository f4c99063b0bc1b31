/**
 * Ranges of packet numbers in the pixel columns of a window, only for columns with packets: losses are few, and most
 * columns have none. sequence-columns.ts decides what is collected.
 */

/** One row per column with packets, ascending by column. */
export interface NumberRanges {
  readonly columns: Uint32Array<ArrayBuffer>;
  /** Smallest and largest packet number, and the count. */
  readonly lows: Float64Array<ArrayBuffer>;
  readonly highs: Float64Array<ArrayBuffer>;
  readonly counts: Uint32Array<ArrayBuffer>;
}

export class RangeCollector {
  #columns: number;
  #lows = new Float64Array(0);
  #highs = new Float64Array(0);
  #counts = new Uint32Array(0);
  #filled = 0;

  /** @param columns number of columns of the window. */
  constructor(columns: number) {
    this.#columns = columns;
  }

  add(column: number, packetNumber: number): void {
    this.addAll(column, packetNumber, packetNumber, 1);
  }

  /** Adds `count` numbers from `low` to `high`. */
  addAll(column: number, low: number, high: number, count: number): void {
    if (this.#counts.length === 0) this.#makeRoom();
    const before = this.#counts[column];
    if (before === 0) this.#filled++;
    if (low < this.#lows[column]) this.#lows[column] = low;
    if (high > this.#highs[column]) this.#highs[column] = high;
    this.#counts[column] = before + count;
  }

  /** Drops what is in the columns from `first` on. @param columns number of columns of the window: as many as before, or more. */
  restart(first: number, columns: number): void {
    this.#columns = columns;
    if (this.#counts.length === 0) return;
    for (let i = first; i < this.#counts.length; i++) if (this.#counts[i] !== 0) this.#filled--;
    const [lows, highs, counts] = [this.#lows, this.#highs, this.#counts];
    if (columns > counts.length) {
      this.#makeRoom();
      this.#lows.set(lows.subarray(0, first));
      this.#highs.set(highs.subarray(0, first));
      this.#counts.set(counts.subarray(0, first));
      return;
    }
    lows.fill(Number.POSITIVE_INFINITY, first);
    highs.fill(Number.NEGATIVE_INFINITY, first);
    counts.fill(0, first);
  }

  #makeRoom(): void {
    this.#lows = new Float64Array(this.#columns).fill(Number.POSITIVE_INFINITY);
    this.#highs = new Float64Array(this.#columns).fill(Number.NEGATIVE_INFINITY);
    this.#counts = new Uint32Array(this.#columns);
  }

  /** The rows of all columns with packets. */
  end(): NumberRanges {
    const columns = new Uint32Array(this.#filled);
    const lows = new Float64Array(this.#filled);
    const highs = new Float64Array(this.#filled);
    const counts = new Uint32Array(this.#filled);
    let at = 0;
    for (let i = 0; i < this.#counts.length; i++) {
      if (this.#counts[i] === 0) continue;
      columns[at] = i;
      lows[at] = this.#lows[i];
      highs[at] = this.#highs[i];
      counts[at++] = this.#counts[i];
    }
    return { columns, lows, highs, counts };
  }
}
