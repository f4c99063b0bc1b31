/**
 * Layout of the scanner's memory, which never grows. The first page is reserved for the compiler; the JavaScript side
 * writes the scanner's input and reads its results at the addresses returned by the exported functions.
 */

/** Text to be scanned, followed by room for the terminating zeros. */
export const TEXT: usize = 0x1_0000;
export const TEXT_BYTES: usize = 0x4_0000;
/** Zeros after the text: no skeleton holds a zero byte, so nothing matches beyond the end. */
export const TEXT_END_BYTES: usize = 64;

/** Recognised records, three 32-bit numbers each: skeleton, first byte, byte after the last one. */
export const RECORDS: usize = TEXT + TEXT_BYTES + 0x1000;
export const MAX_RECORDS: i32 = 2048;
export const RECORD_BYTES: usize = 12;

/** Their numbers, consecutively, as 64-bit floats. */
export const NUMBERS: usize = RECORDS + 0x1_0000;
export const MAX_NUMBERS: i32 = 0x4000;
/** Maximum numbers per skeleton. */
export const MAX_SLOTS: i32 = 1024;

/** A skeleton to be learned: lengths of its pieces, then the pieces. */
export const LESSON: usize = NUMBERS + 8 * <usize>(MAX_NUMBERS + MAX_SLOTS);
export const LESSON_BYTES: usize = 0x1_0000;

/** The tree of skeletons; it ends within the memory size set in scripts/build-scanner.mjs. */
export const TREE: usize = LESSON + LESSON_BYTES;
export const TREE_BYTES: usize = 0x10_0000;
