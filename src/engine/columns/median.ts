/**
 * Medians and other ranks of numbers. The median of many numbers takes linear time, because a query over a long trace must not sort. The numbers are reordered
 * in place (Hoare's quickselect), so that nothing is allocated.
 */

/** Place of a share of sorted numbers by nearest rank: the smallest number that this share of them does not exceed. */
export function nearestRank(share: number, length: number): number {
  return Math.max(0, Math.ceil(share * length) - 1);
}

/**
 * The median by nearest rank, of an even number the lower one in the middle: always a value that was measured. NaN when
 * there is none.
 * @param values without NaN; their order is lost.
 */
export function medianOf(values: Float64Array): number {
  return rankOf(values, 0.5);
}

/** The same of another share: the smallest number that this share of them does not exceed. */
export function rankOf(values: Float64Array, share: number): number {
  const wanted = nearestRank(share, values.length);
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1] as number;
    let i = low;
    let j = high;
    while (i <= j) {
      while ((values[i] as number) < pivot) i++;
      while ((values[j] as number) > pivot) j--;
      if (i > j) break;
      const swapped = values[i] as number;
      values[i] = values[j] as number;
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
 * The median of runs and their likes, each of which is a measurement of its own: of an even number the mean of the two in the
 * middle. NaN when there is none.
 * @param sorted ascending, without NaN.
 */
export function middleOf(sorted: Float64Array): number {
  const half = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(half)] ?? Number.NaN, sorted[Math.ceil(half)] ?? Number.NaN];
  return (low + high) / 2;
}
