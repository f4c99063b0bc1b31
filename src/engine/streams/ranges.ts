/**
 * Disjoint ranges of offsets of one stream, with when the first data of each arrived: what is there, and what waits behind
 * a gap. One that is touched by a new one becomes one with it.
 *
 *   base ▓▓▓▓▓▓▓····▒▒▒▒▒··▒▒      ▓ deliverable   · missing   ▒ waits for what is missing before it (RFC 9000 §2.2)
 */

/** What a new range delivered besides itself: data that had waited for it. */
export interface Delivery {
  /** When the first of that data arrived, µs. */
  readonly sinceUs: number;
  readonly bytes: number;
  /** The frame that carried the data behind the gap. */
  readonly behind: number;
}

/**
 * Elements that may still be moved in the lists of all streams: offsets in no order at all, each a range of its own, would take
 * the square of their number.
 */
export interface MoveBudget {
  left: number;
}

export class Ranges {
  /** Ascending, no two of them touch. */
  readonly #from: number[];
  readonly #to: number[];
  readonly #sinceUs: number[];
  readonly #frame: number[];
  readonly #base: number;
  readonly #budget: MoveBudget;
  /** Of the last `add`: data that had waited; null for none. */
  delivery: Delivery | null = null;

  /** @param base offset from which on all is deliverable. One range is there to begin with. */
  constructor(
    base: number,
    [from, to]: readonly [number, number],
    timeUs: number,
    frame: number,
    budget: MoveBudget,
  ) {
    this.#base = base;
    this.#budget = budget;
    this.#from = [from];
    this.#to = [to];
    this.#sinceUs = [timeUs];
    this.#frame = [frame];
  }

  /** The one range that is left, which begins at the base or before it; null where there are more. */
  get only(): { readonly from: number; readonly to: number } | null {
    const from = this.#from[0] as number;
    if (this.#from.length !== 1 || from > this.#base) return null;
    return { from, to: this.#to[0] as number };
  }

  /** Offset up to which all is there, from the base on. */
  get deliverable(): number {
    const at = this.#upTo(this.#base);
    const isThere = at < this.#from.length && (this.#from[at] as number) <= this.#base;
    return isThere ? (this.#to[at] as number) : this.#base;
  }

  /** Adds [from, to). @returns how many of its bytes were not there. */
  add(from: number, to: number, timeUs: number, frame: number): number {
    this.delivery = null;
    const newest = this.#to.length - 1;
    if (from === this.#to[newest]) {
      this.#to[newest] = to;
      return to - from;
    }
    const first = this.#upTo(from);
    let end = first;
    let known = 0;
    let sinceUs = timeUs;
    let begin = from;
    let behind = frame;
    let waitedUs = Number.POSITIVE_INFINITY;
    let waiting = -1;
    while (end < this.#from.length && (this.#from[end] as number) <= to) {
      const a = this.#from[end] as number;
      const b = this.#to[end] as number;
      known += Math.max(0, Math.min(b, to) - Math.max(a, from));
      sinceUs = Math.min(sinceUs, this.#sinceUs[end] as number);
      if (a <= begin) {
        begin = a;
        behind = this.#frame[end] as number;
      }
      if (a > this.#base) {
        if (waiting < 0) waiting = end;
        waitedUs = Math.min(waitedUs, this.#sinceUs[end] as number);
      }
      end++;
    }
    const last = end > first ? Math.max(to, this.#to[end - 1] as number) : to;
    if (waiting >= 0 && begin <= this.#base) {
      let bytes = 0;
      for (let i = waiting; i < end; i++) bytes += (this.#to[i] as number) - (this.#from[i] as number);
      this.delivery = { sinceUs: waitedUs, bytes, behind: this.#frame[waiting] as number };
    }
    this.#replace(first, end, begin, last, sinceUs, behind);
    return to - from - known;
  }

  /** Index of the first range that ends at an offset or behind it. */
  #upTo(offset: number): number {
    const to = this.#to;
    let high = to.length;
    if (high === 0 || (to[high - 1] as number) < offset) return high;
    let low = 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((to[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #replace(first: number, end: number, from: number, to: number, sinceUs: number, frame: number): void {
    if (end === first + 1) {
      this.#from[first] = from;
      this.#to[first] = to;
      this.#sinceUs[first] = sinceUs;
      this.#frame[first] = frame;
      return;
    }
    this.#budget.left -= this.#from.length - end;
    replaced(this.#from, first, end, from);
    replaced(this.#to, first, end, to);
    replaced(this.#sinceUs, first, end, sinceUs);
    replaced(this.#frame, first, end, frame);
  }
}

/** Puts a value in the place of those in [first, end): as `splice`, which makes an array of what it removes. */
function replaced(list: number[], first: number, end: number, value: number): void {
  if (end === first) {
    if (first === list.length) list.push(value);
    else list.splice(first, 0, value);
    return;
  }
  list[first] = value;
  const fewer = end - first - 1;
  for (let i = end; i < list.length; i++) list[i - fewer] = list[i] as number;
  for (let i = 0; i < fewer; i++) list.pop();
}
