/**
 * The median of many numbers in linear time: a query over a long trace must not sort it. The numbers are moved about
 * in place (Hoare's selection), so that nothing is allocated.
 */

/**
 * The value that would stand at `length >> 1` if the numbers were sorted; NaN when there is none.
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
