/**
 * Memory limit of the columns of one file, and the error that ends reading there. A browser kills a page that uses too
 * much memory without a message: reading stops before that, reports how far it came, and keeps what was read. Nothing
 * is sampled.
 *
 * A quiche trace takes about 28 bytes of columns per event, 0.16 bytes per byte of text (measured at 1.1 GB): the budget
 * is reached after some 76 million events or 13 GB.
 */

/** The page, its canvases and the reading take 0.2 to 0.4 GB in addition to the columns (measured in Chromium). */
const MAX_COLUMN_BYTES = 2 * 1024 ** 3;
/**
 * Share of the device's memory, if the browser reports it (Chromium does, rounded down, at most 8 GB in older
 * versions).
 */
const SHARE_OF_MACHINE = 1 / 4;

/** Memory limit of the columns of one file. @param machineGiB memory of the device, as reported by the browser. */
export function columnBudget(machineGiB = deviceMemoryGiB()): number {
  if (machineGiB === undefined) return MAX_COLUMN_BYTES;
  return Math.min(MAX_COLUMN_BYTES, machineGiB * SHARE_OF_MACHINE * 1024 ** 3);
}

function deviceMemoryGiB(): number | undefined {
  const { navigator } = globalThis as { readonly navigator?: { readonly deviceMemory?: number } };
  return navigator?.deviceMemory;
}

/** Bytes of text between two checks of the memory: a check costs one addition per column. */
export const CHECK_BYTES = 8 * 1024 ** 2;

/** The columns have reached their limit; everything up to here was read. */
export class ColumnsFull extends Error {
  readonly heldBytes: number;
  /** Bytes of the text, decompressed. */
  readonly readBytes: number;
  /** The latest time that was read, µs from the trace's start; NaN for none. */
  readonly untilUs: number;

  constructor(heldBytes: number, readBytes: number, untilUs: number) {
    super(`${readBytes} bytes of text fill ${heldBytes} bytes of columns`);
    this.heldBytes = heldBytes;
    this.readBytes = readBytes;
    this.untilUs = untilUs;
  }
}
