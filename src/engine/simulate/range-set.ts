/** Whole numbers as ascending ranges that do not touch: what was received, or acknowledged. */

export class RangeSet {
  /** Pairs [from, to), ascending. */
  readonly #bounds: number[] = [];

  /** Number of ranges. */
  get count(): number {
    return this.#bounds.length / 2;
  }

  /** The end of the last range; 0 without any. */
  get end(): number {
    return this.#bounds.at(-1) ?? 0;
  }

  /** All numbers below this one are in the set. */
  get contiguous(): number {
    return this.#bounds[0] === 0 ? (this.#bounds[1] as number) : 0;
  }

  /** Pairs [from, to). */
  get bounds(): readonly number[] {
    return this.#bounds;
  }

  /** @returns how many numbers are new. */
  add(from: number, to: number): number {
    if (!(to > from)) return 0;
    const bounds = this.#bounds;
    const last = bounds.length - 1;
    if (last > 0 && from >= (bounds[last - 1] as number)) {
      // The usual case: at the end, or behind it.
      const end = bounds[last] as number;
      if (to <= end) return 0;
      if (from <= end) {
        bounds[last] = to;
        return to - end;
      }
      bounds.push(from, to);
      return to - from;
    }
    return this.#insert(from, to);
  }

  /** True if all of [from, to) is in the set. */
  has(from: number, to: number): boolean {
    const at = this.#firstEndingFrom(from + 1);
    return (
      at < this.#bounds.length &&
      (this.#bounds[at] as number) <= from &&
      to <= (this.#bounds[at + 1] as number)
    );
  }

  /** Removes all numbers below `from`. */
  dropBelow(from: number): void {
    const bounds = this.#bounds;
    const at = this.#firstEndingFrom(from + 1);
    bounds.splice(0, at);
    if (bounds.length > 0 && (bounds[0] as number) < from) bounds[0] = from;
  }

  /** Place of the first range whose end is `end` or more. */
  #firstEndingFrom(end: number): number {
    let [low, high] = [0, this.#bounds.length / 2];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#bounds[2 * middle + 1] as number) < end) low = middle + 1;
      else high = middle;
    }
    return 2 * low;
  }

  #insert(from: number, to: number): number {
    const bounds = this.#bounds;
    const first = this.#firstEndingFrom(from);
    let behind = first;
    let [start, end, known] = [from, to, 0];
    while (behind < bounds.length && (bounds[behind] as number) <= to) {
      const [low, high] = [bounds[behind] as number, bounds[behind + 1] as number];
      known += Math.max(0, Math.min(high, to) - Math.max(low, from));
      start = Math.min(start, low);
      end = Math.max(end, high);
      behind += 2;
    }
    bounds.splice(first, behind - first, start, end);
    return to - from - known;
  }
}
