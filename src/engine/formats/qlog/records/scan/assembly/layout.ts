/**
 * Where things stand in the scanner's memory, which never grows. The page of constants at the beginning is left
 * to the compiler; what the scanner reads is put in, and what it found is taken out, by the JavaScript side, which
 * asks for these places by the exported functions.
 */

/** Text to be scanned, with room behind it for the zeros that end it. */
export const TEXT: usize = 0x1_0000;
export const TEXT_BYTES: usize = 0x4_0000;
/** Zeros behind the text: no skeleton holds a zero byte, so that nothing matches beyond the end. */
export const TEXT_END_BYTES: usize = 64;

/** Recognised records, three 32-bit numbers each: skeleton, first byte, byte behind the last one. */
export const RECORDS: usize = TEXT + TEXT_BYTES + 0x1000;
export const MAX_RECORDS: i32 = 2048;
export const RECORD_BYTES: usize = 12;

/** Their numbers, one behind the other, as 64-bit floats. */
export const NUMBERS: usize = RECORDS + 0x1_0000;
export const MAX_NUMBERS: i32 = 0x4000;
/** A skeleton has at most so many numbers. */
export const MAX_SLOTS: i32 = 1024;

/** A skeleton that is learned: lengths of its pieces, then the pieces. */
export const LESSON: usize = NUMBERS + 8 * <usize>(MAX_NUMBERS + MAX_SLOTS);
export const LESSON_BYTES: usize = 0x1_0000;

/** The tree of skeletons; it ends within the memory that scripts/build-scanner.mjs asks for. */
export const TREE: usize = LESSON + LESSON_BYTES;
export const TREE_BYTES: usize = 0x10_0000;
