/** All values of a column of the engine as an array: columns are read one at a time. */
export function valuesOf(column: { readonly length: number; at(row: number): number }): Float64Array {
  return Float64Array.from({ length: column.length }, (_, row) => column.at(row));
}
