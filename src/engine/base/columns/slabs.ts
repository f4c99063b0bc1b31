/**
 * Numbers of one width in slabs of 8,192, so that a column grows without a copy, and its arrays are of fixed length: V8 needs
 * twice the time to read or write an array whose buffer can be resized.
 *
 *   slabs    | 8192 values | 8192 values | 8192 values, filled so far to here ↓ · · · |
 *   first    grows by doubling: a file may hold thousands of connections with a few values in each column
 */
import type { ArrayType, NumericArray } from './room';

export const SLAB_SHIFT = 13;
const SLAB = 1 << SLAB_SHIFT;
/** Of an index, its place in its slab. */
export const IN_SLAB = SLAB - 1;

/**
 * The slab that holds the values up to `end`, made or widened where it is missing; those before it exist.
 * @param end index after the last value; the values that are written now must stand in one slab.
 */
export function slabUpTo<A extends NumericArray>(slabs: A[], type: ArrayType<A>, end: number): A {
  const place = (end - 1) >>> SLAB_SHIFT;
  const needed = ((end - 1) & IN_SLAB) + 1;
  const slab = slabs[place];
  if (slab !== undefined && slab.length >= needed) return slab;
  if (slab === undefined) {
    const made = new type(place === 0 ? needed : SLAB);
    slabs.push(made);
    return made;
  }
  const wider = new type(Math.min(SLAB, Math.max(needed, 2 * slab.length)));
  wider.set(slab);
  slabs[place] = wider;
  return wider;
}

/** Bytes held, unused capacity included: all slabs after the first are of one length. */
export function bytesOfSlabs(slabs: readonly NumericArray[]): number {
  const [first] = slabs;
  return first === undefined ? 0 : first.byteLength + (slabs.length - 1) * SLAB * first.BYTES_PER_ELEMENT;
}
