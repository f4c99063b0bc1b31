/**
 * The median of many numbers in linear time, because a query over a long trace must not sort. The numbers are reordered
 * in place (Hoare's quickselect), so that nothing is allocated.
 */

/**
 * The value that would be at `length >> 1` if the numbers were sorted; NaN when there is none.
 * @param values without NaN; their order is lost.
 */
export function medianOf(values: Float64Array): number {
  const wanted = values.length >> 1;
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
