/**
 * Medians and other ranks of numbers. The median of many numbers takes linear time, because a query over a long trace must not sort.
 * The numbers are reordered in place (Hoare's quickselect), so that nothing is allocated; those in an order that is made to take it
 * long are sorted (as Musser's introselect does).
 */

/** Rounds of the search, per bit of the number of values, before the rest is sorted: half of it is left after each, in the mean. */
const MOST_ROUNDS = 4;

/** Place of a share of sorted numbers by nearest rank: the smallest number that this share of them does not exceed. */
export function nearestRank(share: number, length: number): number {
  return Math.max(0, Math.ceil(share * length) - 1);
}

/**
 * The median: of an odd number the value in the middle, of an even one the mean of the two there. NaN when there is none.
 * @param values without NaN; their order is lost.
 */
export function medianOf(values: Float64Array): number {
  const low = rankOf(values, 0.5);
  const half = values.length / 2;
  if (!Number.isInteger(half) || half === 0) return low;
  // What stands after the lower one is not below it.
  let high = values[half];
  for (let i = half + 1; i < values.length; i++) if (values[i] < high) high = values[i];
  return (low + high) / 2;
}

/**
 * The smallest number that this share of them does not exceed, by nearest rank: always a value that was measured. NaN when there is
 * none.
 * @param values without NaN; their order is lost, with none above the result before it and none below it after it.
 */
export function rankOf(values: Float64Array, share: number): number {
  return nthOf(values, nearestRank(share, values.length));
}

/** The number that stands at a place once they are sorted, likewise; NaN where there are not so many. */
export function nthOf(values: Float64Array, wanted: number): number {
  let low = 0;
  let high = values.length - 1;
  for (let rounds = MOST_ROUNDS * (32 - Math.clz32(high)); low < high; rounds--) {
    if (rounds === 0) {
      values.subarray(low, high + 1).sort();
      break;
    }
    const pivot = values[(low + high) >> 1];
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const swapped = values[i];
      values[i] = values[j];
      values[j] = swapped;
      i++;
      j--;
    }
    if (wanted <= j) high = j;
    else if (wanted >= i) low = i;
    else break;
  }
  return values[wanted] ?? Number.NaN;
}

/**
 * `medianOf` of numbers that are sorted already.
 * @param sorted ascending, without NaN.
 */
export function middleOf(sorted: Float64Array): number {
  const half = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(half)] ?? Number.NaN, sorted[Math.ceil(half)] ?? Number.NaN];
  return (low + high) / 2;
}
