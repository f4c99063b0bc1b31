/**
 * Sixty-four numbers of a column in as few bytes as give them back exactly: the smallest one, and what each is above it.
 *
 *   all equal          nothing               1350 1350 1350 …
 *   whole steps        1, 2 or 4 bytes       times in µs, packet numbers, offsets, totals
 *   nanoseconds        1, 2 or 4 bytes       RTTs: logged in ms with six decimals, kept in µs
 *   anything else      the number itself     means, rates, NaN, −0, more than 2³² apart
 *
 * Which one holds is tried on the numbers, never assumed. Where they are stored is block-column.ts.
 */

export const BLOCK = 64;
/** The block of an index, by a shift, and its place there, by a mask. */
export const SHIFT = 6;
export const WITHIN = BLOCK - 1;

/** How a block is stored: what is added to its smallest number, as the number itself is or in nanoseconds, and in how many bits. */
export const Form = {
  equal: 0,
  byte: 1,
  short: 2,
  word: 3,
  nanoByte: 4,
  nanoShort: 5,
  nanoWord: 6,
  plain: 7,
} as const;
export type Form = (typeof Form)[keyof typeof Form];

const MAX_UINT32 = 0xffff_ffff;

/** µs as a whole number of nanoseconds, the one that `microseconds` gives back where there is one. */
export function nanoseconds(us: number): number {
  return Math.round(us * 1000);
}

/** The µs of a logged time in ms with six decimals: the same two roundings as reading it makes. */
export function microseconds(ns: number): number {
  return (ns / 1e6) * 1000;
}

/** Every number of the block is this one; 0 and −0 are one. */
export function isEqual(values: Float64Array, value: number): boolean {
  for (let i = 0; i < BLOCK; i++) if (values[i] !== value) return false;
  return true;
}

/** Every number comes back from its nanoseconds to the bit, and none is 2³² of them above the smallest. */
export function isNano(values: Float64Array, min: number): boolean {
  const least = nanoseconds(min);
  if (!Number.isSafeInteger(least) || least < 0) return false;
  for (let i = 0; i < BLOCK; i++) {
    const value = values[i];
    const ns = nanoseconds(value);
    if (!(ns - least <= MAX_UINT32) || microseconds(ns) !== value) return false;
  }
  return true;
}

/** −0 is equal to 0, and is lost where one is added. */
export function hasNegativeZero(values: Float64Array): boolean {
  for (let i = 0; i < BLOCK; i++) if (Object.is(values[i], -0)) return true;
  return false;
}
