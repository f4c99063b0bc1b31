/**
 * Disjoint ranges of offsets of one stream, with when the first data of each arrived: what is there, and what waits beyond
 * a gap. One that is touched by a new one becomes one with it.
 *
 *   base ▓▓▓▓▓▓▓····▒▒▒▒▒··▒▒      ▓ deliverable   · missing   ▒ waits for what is missing before it (RFC 9000 §2.2)
 */

/** What a new range delivered besides itself: data that had waited for it. */
export interface Delivery {
  /** When the first of that data arrived, µs. */
  readonly sinceUs: number;
  readonly bytes: number;
  /** The frame that carried the data beyond the gap. */
  readonly beyond: number;
}

/** What is there and waits for data before it. */
export interface Waiting extends Delivery {
  /** Offset of the first of it. */
  readonly from: number;
}

/** Numbers of a range in a leaf: from, to, when its first data arrived, and the frame that it begins with. */
const WIDTH = 4;
const [TO, SINCE_US, FRAME] = [1, 2, 3] as const;
const MOST_IN_LEAF = 64 * WIDTH;

/**
 * Ascending, no two of them touch; in leaves of up to 64 of them, so that offsets in no order at all, each a range of its own, move
 * few others: those of a leaf, and for 32 of them the leaves after it.
 */
export class Ranges {
  /** None is empty. */
  readonly #leaves: number[][];
  readonly #base: number;
  /** Where the last search ended: a leaf, and a place in it. */
  #leaf = 0;
  #at = 0;
  /** Of the last `add`: data that had waited; null for none. */
  delivery: Delivery | null = null;

  /** @param base offset from which on all is deliverable. One range is there to begin with. */
  constructor(base: number, [from, to]: readonly [number, number], timeUs: number, frame: number) {
    this.#base = base;
    this.#leaves = [[from, to, timeUs, frame]];
  }

  /** The one range that is left, which begins at the base or before it; null where there are more. */
  get only(): { readonly from: number; readonly to: number } | null {
    const [from, to] = this.#leaves[0] as [number, number];
    const isOnly = this.#leaves.length === 1 && this.#leaves[0]?.length === WIDTH;
    return isOnly && from <= this.#base ? { from, to } : null;
  }

  /** Offset up to which all is there, from the base on. */
  get deliverable(): number {
    this.#seek(this.#base);
    const leaf = this.#leaves[this.#leaf];
    const isThere = this.#at < leaf.length && leaf[this.#at] <= this.#base;
    return isThere ? leaf[this.#at + TO] : this.#base;
  }

  /** All that waits beyond what is missing; null for nothing. */
  get waiting(): Waiting | null {
    let [first, beyond, bytes, sinceUs] = [Number.NaN, 0, 0, Number.POSITIVE_INFINITY];
    for (const leaf of this.#leaves)
      for (let at = 0; at < leaf.length; at += WIDTH) {
        const from = leaf[at];
        if (from <= this.#base) continue;
        if (Number.isNaN(first)) [first, beyond] = [from, leaf[at + FRAME]];
        bytes += leaf[at + TO] - from;
        sinceUs = Math.min(sinceUs, leaf[at + SINCE_US]);
      }
    return Number.isNaN(first) ? null : { from: first, bytes, sinceUs, beyond };
  }

  /** Adds [from, to). @returns how many of its bytes were not there. */
  add(from: number, to: number, timeUs: number, frame: number): number {
    this.delivery = null;
    const newest = this.#leaves[this.#leaves.length - 1];
    if (from === newest[newest.length - WIDTH + TO]) {
      newest[newest.length - WIDTH + TO] = to;
      return to - from;
    }
    this.#seek(from);
    let touched = 0;
    let heldBytes = 0;
    let sinceUs = timeUs;
    let begin = from;
    let end = to;
    let beyond = frame;
    let waitedUs = Number.POSITIVE_INFINITY;
    let waitedBytes = 0;
    let waiting = -1;
    let leaf = this.#leaf;
    let at = this.#at;
    for (let ranges = this.#leaves[leaf]; ranges !== undefined; ranges = this.#leaves[++leaf], at = 0) {
      for (; at < ranges.length && ranges[at] <= to; at += WIDTH) {
        const a = ranges[at];
        const b = ranges[at + TO];
        const firstUs = ranges[at + SINCE_US];
        heldBytes += Math.max(0, Math.min(b, to) - Math.max(a, from));
        sinceUs = Math.min(sinceUs, firstUs);
        if (a <= begin) {
          begin = a;
          beyond = ranges[at + FRAME];
        }
        if (a > this.#base) {
          if (waiting < 0) waiting = ranges[at + FRAME];
          waitedUs = Math.min(waitedUs, firstUs);
        }
        if (waiting >= 0) waitedBytes += b - a;
        end = Math.max(end, b);
        touched++;
      }
      if (at < ranges.length) break;
    }
    if (waiting >= 0 && begin <= this.#base)
      this.delivery = { sinceUs: waitedUs, bytes: waitedBytes, beyond: waiting };
    this.#replace(touched, [begin, end, sinceUs, beyond]);
    return to - from - heldBytes;
  }

  /** Finds the first range that ends at an offset or beyond it; the end of the last leaf for none. */
  #seek(offset: number): void {
    this.#leaf = firstOf(0, this.#leaves.length - 1, (i) => {
      const leaf = this.#leaves[i];
      return leaf[leaf.length - WIDTH + TO] >= offset;
    });
    const leaf = this.#leaves[this.#leaf];
    this.#at = WIDTH * firstOf(0, leaf.length / WIDTH, (i) => leaf[i * WIDTH + TO] >= offset);
  }

  /** Puts a range in the place of so many from where the last search ended. */
  #replace(touched: number, range: readonly [number, number, number, number]): void {
    const leaf = this.#leaves[this.#leaf];
    if (touched > 0) {
      for (let i = 0; i < WIDTH; i++) leaf[this.#at + i] = range[i];
      if (touched > 1) this.#removeBehind((touched - 1) * WIDTH);
      return;
    }
    leaf.splice(this.#at, 0, ...range);
    if (leaf.length <= MOST_IN_LEAF) return;
    this.#leaves.splice(this.#leaf + 1, 0, leaf.splice(MOST_IN_LEAF / 2));
  }

  /** Removes so many numbers beyond the range where the last search ended. */
  #removeBehind(numbers: number): void {
    let left = numbers - this.#leaves[this.#leaf].splice(this.#at + WIDTH, numbers).length;
    let leaf = this.#leaf + 1;
    for (; left > 0 && this.#leaves[leaf].length <= left; leaf++) left -= this.#leaves[leaf].length;
    if (left > 0) this.#leaves[leaf]?.splice(0, left);
    if (leaf > this.#leaf + 1) this.#leaves.splice(this.#leaf + 1, leaf - this.#leaf - 1);
  }
}

/** The first of [low, high) that is so, where all beyond it are; `high` for none. */
function firstOf(low: number, high: number, isSo: (i: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isSo(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
