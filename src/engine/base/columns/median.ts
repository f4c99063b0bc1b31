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
  const wanted = nearestRank(share, values.length);
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
 * The median of each value with all that stand after it: sorted once, and the values taken away again from the first one on, so that
 * the middle moves by one at most.
 * @param values without NaN.
 */
export function tailMedians(values: Float64Array): Float64Array {
  const { length } = values;
  const sorted = Uint32Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
  // Those that are left, as a list from 1 on: its ends are 0 and what follows the last one.
  const below = Uint32Array.from({ length: length + 2 }, (_, rank) => rank - 1);
  const above = Uint32Array.from(below, (rank) => rank + 2);
  const rankOfPlace = new Uint32Array(length);
  sorted.forEach((place, i) => {
    rankOfPlace[place] = i + 1;
  });
  let middle = nearestRank(0.5, length) + 1;
  return values.map((_, place) => {
    const isEven = (length - place) % 2 === 0;
    const low = values[sorted[middle - 1]];
    const median = isEven ? (low + values[sorted[above[middle] - 1]]) / 2 : low;
    const taken = rankOfPlace[place];
    if (isEven && taken <= middle) middle = above[middle];
    if (!isEven && taken >= middle) middle = below[middle];
    above[below[taken]] = above[taken];
    below[above[taken]] = below[taken];
    return median;
  });
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
