/**
 * Whole numbers as ascending ranges that do not touch: what was received, or acknowledged. After a burst of losses there are as many as packets in
 * a window, which are joined at the front as what was lost is sent again: that moves no others.
 */

/** Places that are free at the front are given back from so many on. */
const MOST_FREE = 1024;
/** So few before a change are moved up to it, in place of all after it. */
const NEAR_FRONT = 64;

export class RangeSet {
  /** Pairs [from, to), ascending, from `#head` on. */
  #bounds: number[] = [];
  #head = 0;

  get count(): number {
    return (this.#bounds.length - this.#head) / 2;
  }

  /** The end of the last range; 0 without any. */
  get end(): number {
    return this.count === 0 ? 0 : this.#bounds[this.#bounds.length - 1];
  }

  /** All numbers below this one are in the set. */
  get contiguous(): number {
    return this.count > 0 && this.#bounds[this.#head] === 0 ? this.#bounds[this.#head + 1] : 0;
  }

  /** Pairs [from, to), ascending. */
  get bounds(): readonly number[] {
    return this.#bounds.slice(this.#head);
  }

  /** The last ranges, the highest first, as pairs of their highest and their lowest number. @param most ranges. */
  highest(most: number): number[] {
    const bounds = this.#bounds;
    const pairs: number[] = [];
    for (let i = bounds.length - 2; i >= this.#head && pairs.length < 2 * most; i -= 2)
      pairs.push(bounds[i + 1] - 1, bounds[i]);
    return pairs;
  }

  /** @returns how many numbers are new. */
  add(from: number, to: number): number {
    if (!(to > from)) return 0;
    const bounds = this.#bounds;
    const last = bounds.length - 1;
    if (last > this.#head && from >= bounds[last - 1]) {
      // The usual case: at the end, or after it.
      const end = bounds[last];
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
    return at < this.#bounds.length && this.#bounds[at] <= from && to <= this.#bounds[at + 1];
  }

  /** Removes all numbers below `from`. */
  dropBelow(from: number): void {
    this.#head = this.#firstEndingFrom(from + 1);
    if (this.count > 0 && this.#bounds[this.#head] < from) this.#bounds[this.#head] = from;
    this.#giveBack();
  }

  /** Of places at the front at most as many are free as are used. */
  #giveBack(): void {
    if (this.#head < MOST_FREE || 2 * this.#head < this.#bounds.length) return;
    this.#bounds = this.#bounds.slice(this.#head);
    this.#head = 0;
  }

  /** Place of the first range whose end is `end` or more. */
  #firstEndingFrom(end: number): number {
    let [low, high] = [this.#head / 2, this.#bounds.length / 2];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#bounds[2 * middle + 1] < end) low = middle + 1;
      else high = middle;
    }
    return 2 * low;
  }

  #insert(from: number, to: number): number {
    const bounds = this.#bounds;
    const first = this.#firstEndingFrom(from);
    let until = first;
    let [start, end, held] = [from, to, 0];
    while (until < bounds.length && bounds[until] <= to) {
      const [low, high] = [bounds[until], bounds[until + 1]];
      held += Math.max(0, Math.min(high, to) - Math.max(low, from));
      start = Math.min(start, low);
      end = Math.max(end, high);
      until += 2;
    }
    this.#replace(first, until, start, end);
    return to - from - held;
  }

  /** Puts one range in place of those from `first` to `until`. */
  #replace(first: number, until: number, start: number, end: number): void {
    const bounds = this.#bounds;
    const removed = until - first - 2;
    if (removed < 0 || first - this.#head > NEAR_FRONT) {
      bounds.splice(first, until - first, start, end);
      return;
    }
    for (let i = first - 1; i >= this.#head; i--) bounds[i + removed] = bounds[i];
    this.#head += removed;
    bounds[until - 2] = start;
    bounds[until - 1] = end;
    this.#giveBack();
  }
}
