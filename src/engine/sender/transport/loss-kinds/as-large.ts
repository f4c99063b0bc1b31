/**
 * Lost packets by the arrived ones between which nothing as large arrives, in time that grows with the packets.
 *
 *   as large     A |                               | A      A arrived
 *   lost           | x  x    x   x      x    x  x  |        x lost
 *   smaller        |   a   a a    a   a    a   aa  |        a arrived
 */

/** Packets in order of sending, by row. */
export interface Arrivals {
  readonly length: number;
  /** Bytes. */
  sizeAt(row: number): number;
  hasArrived(row: number): boolean;
}

/** Rows of arrived packets, each smaller than the one below it: what is as large as a size is found from the top. */
class Largest {
  readonly #rows: number[] = [];
  readonly #sizes: number[] = [];

  push(row: number, bytes: number): void {
    while (this.#sizes.length > 0 && this.#sizes[this.#sizes.length - 1] <= bytes) {
      this.#sizes.pop();
      this.#rows.pop();
    }
    this.#sizes.push(bytes);
    this.#rows.push(row);
  }

  clear(): void {
    this.#sizes.length = 0;
    this.#rows.length = 0;
  }

  /** The newest row that is as large; -1 for none. */
  rowOf(bytes: number): number {
    let [low, high] = [0, this.#sizes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sizes[middle] >= bytes) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? -1 : this.#rows[low - 1];
  }
}

/**
 * Per lost packet the nearest row on one side that arrived and is as large; -1 for none. Between two lost packets only rows up
 * to the first that is as large as any lost one are looked at: nothing after it is asked for.
 * @param step -1 for rows before the packet, 1 for those after it.
 */
function nearestAsLarge(
  { length, sizeAt, hasArrived }: Arrivals,
  lost: readonly number[],
  step: -1 | 1,
): Int32Array {
  const nearest = new Int32Array(lost.length);
  const largest = new Largest();
  // Of the rows up to the next lost packet those that are larger than all nearer ones.
  const rows: number[] = [];
  const mostBytes = lost.reduce((most, row) => Math.max(most, sizeAt(row)), 0);
  const first = step < 0 ? 0 : lost.length - 1;
  for (let i = first; i >= 0 && i < lost.length; i -= step) {
    const own = lost[i];
    const end = lost[i + step] ?? (step < 0 ? -1 : length);
    let count = 0;
    let bytes = -1;
    for (let row = own + step; row !== end && bytes < mostBytes; row += step) {
      if (!hasArrived(row) || sizeAt(row) <= bytes) continue;
      bytes = sizeAt(row);
      rows[count++] = row;
    }
    if (bytes >= mostBytes) largest.clear();
    for (let at = count - 1; at >= 0; at--) {
      const row = rows[at];
      largest.push(row, sizeAt(row));
    }
    nearest[i] = largest.rowOf(sizeAt(own));
  }
  return nearest;
}

/**
 * Rows of lost packets by the rows between which nothing as large arrives, of groups with at least so many; the group that ends
 * last is the first.
 */
export function groupsBetween(
  packets: Arrivals,
  lost: readonly number[],
  leastLost: number,
): readonly (readonly number[])[] {
  const before = nearestAsLarge(packets, lost, -1);
  const rows = packets.length + 1;
  const together = new Uint32Array(rows);
  for (const row of before) together[row + 1] = together[row + 1] + 1;
  const isTogether = (_: number, i: number): boolean => together[before[i] + 1] >= leastLost;
  const [left, beforeLeft] = [lost.filter(isTogether), before.filter(isTogether)];
  const afterLeft = nearestAsLarge(packets, left, 1);
  const groups = new Map<number, number[]>();
  for (let i = left.length - 1; i >= 0; i--) {
    // Both rows in one number: each may be none, -1.
    const between = (beforeLeft[i] + 1) * rows + afterLeft[i] + 1;
    const group = groups.get(between);
    if (group === undefined) groups.set(between, [left[i]]);
    else group.push(left[i]);
  }
  return [...groups.values()].filter(({ length }) => length >= leastLost).map((group) => group.reverse());
}
