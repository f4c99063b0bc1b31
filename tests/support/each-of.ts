/**
 * The cases of a filtered table of tests. A filter that lets nothing through makes no test, and nobody sees it: here it is said beside
 * the filter how many cases it finds at least, and a file whose table holds fewer fails as it is collected. A trace that is added to
 * the corpus changes none of these numbers.
 */
export function eachOf<T>(cases: readonly T[], atLeast: number): T[] {
  if (cases.length < atLeast) {
    throw new Error(`this table was written for at least ${atLeast} cases and has ${cases.length}`);
  }
  return [...cases];
}
