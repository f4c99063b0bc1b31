/**
 * The cases of a filtered table of tests. A filter that lets nothing through makes no test, and nobody sees it: here the
 * number of cases is said beside the filter, and a file whose table holds another number fails as it is collected.
 */
export function eachOf<T>(cases: readonly T[], count: number): T[] {
  if (cases.length !== count) {
    throw new Error(`this table was written for ${count} cases and has ${cases.length}`);
  }
  return [...cases];
}
