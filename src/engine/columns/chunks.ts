/**
 * Numbers of one width in chunks of 8,192, so that a column grows without a copy, and its arrays are of fixed length: V8 needs
 * twice the time to read or write an array whose buffer can be resized.
 *
 *   chunks   | 8192 values | 8192 values | 8192 values, filled so far to here ↓ · · · |
 *   first    grows by doubling: a file may hold thousands of connections with a few values in each column
 */
import type { ArrayType, NumericArray } from './room';

export const CHUNK_SHIFT = 13;
const CHUNK = 1 << CHUNK_SHIFT;
/** Of an index, its place in its chunk. */
export const IN_CHUNK = CHUNK - 1;

/**
 * The chunk that holds the values up to `end`, made or widened where it is missing; those before it exist.
 * @param end index behind the last value; the values that are written now must stand in one chunk.
 */
export function chunkUpTo<A extends NumericArray>(chunks: A[], type: ArrayType<A>, end: number): A {
  const place = (end - 1) >>> CHUNK_SHIFT;
  const needed = ((end - 1) & IN_CHUNK) + 1;
  const known = chunks[place];
  if (known !== undefined && known.length >= needed) return known;
  if (known === undefined) {
    const made = new type(place === 0 ? needed : CHUNK);
    chunks.push(made);
    return made;
  }
  const wider = new type(Math.min(CHUNK, Math.max(needed, 2 * known.length)));
  wider.set(known);
  chunks[place] = wider;
  return wider;
}

/** Bytes held, unused capacity included: all chunks behind the first are of one length. */
export function bytesOfChunks(chunks: readonly NumericArray[]): number {
  const [first] = chunks;
  return first === undefined ? 0 : first.byteLength + (chunks.length - 1) * CHUNK * first.BYTES_PER_ELEMENT;
}
