/** Records that were recognised in one scan. Apart from the scanner, which is fetched later than what reads them. */

/** Numbers per record in `ScannedRun.records`. */
export const RECORD_NUMBERS = 4;

/** Consecutive recognised records; valid until the next call. */
export interface ScannedRun {
  readonly count: number;
  /** Position of the text's first byte in the scanned bytes. */
  readonly base: number;
  /**
   * `RECORD_NUMBERS` each: template, first byte and byte after the last one, relative to `base`, and the index of its first
   * number.
   */
  readonly records: Uint32Array;
  /** Their numbers, consecutively. */
  readonly numbers: Float64Array;
}
