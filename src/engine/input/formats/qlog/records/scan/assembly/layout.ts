/**
 * Layout of the scanner's memory, which never grows. The first page is reserved for the compiler; the JavaScript side
 * writes the scanner's input and reads its results at the addresses returned by the exported functions.
 */

/** Text to be scanned, followed by room for the terminating zeros. */
export const TEXT: usize = 0x1_0000;
export const TEXT_BYTES: usize = 0x4_0000;
/** Zeros after the text: no skeleton holds a zero byte, so nothing matches beyond the end. */
export const TEXT_END_BYTES: usize = 64;

/**
 * Recognised records, four 32-bit numbers each: skeleton, first byte, byte after the last one, index of its first number.
 */
export const RECORDS: usize = TEXT + TEXT_BYTES + 0x1000;
export const MAX_RECORDS: i32 = 2048;
export const RECORD_BYTES: usize = 16;

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

/** The columns of a batch of rows, one after the other, in the order of `BATCH_COLUMNS` (columns/event-batch.ts). */
export const COLUMNS: usize = TREE + TREE_BYTES;
export const COLUMNS_BYTES: usize = 0x4_0000;
export const ROWS: i32 = 2048;

/** The batch's pairs, two 64-bit floats each. */
export const PAIRS: usize = COLUMNS + COLUMNS_BYTES;
export const MAX_PAIRS: i32 = 0x8000;

/** The address of each skeleton's row program, 0 for none; then the programs (rows.ts). */
export const PROGRAM_OF: usize = PAIRS + 16 * <usize>MAX_PAIRS;
export const MAX_SKELETONS: i32 = 512;
export const PROGRAMS: usize = PROGRAM_OF + 4 * <usize>MAX_SKELETONS;
export const PROGRAMS_BYTES: usize = 0x8_0000;
