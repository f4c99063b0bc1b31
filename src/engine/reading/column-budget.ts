/**
 * How much memory the columns of one file may take, and the error that ends the reading there. A browser kills a
 * page that takes too much and says nothing: so the reading stops before that, says how far it came, and keeps
 * what it has. Nothing is sampled.
 *
 * A quiche trace takes about 65 bytes of columns per event, 0.37 bytes per byte of text (measured at 1 GB): the budget
 * is reached after some 33 million events or 5.8 GB.
 */

/** The page, its pictures and the reading take 0.2 to 0.4 GB beside the columns (measured in Chromium). */
const MAX_COLUMN_BYTES = 2 * 1024 ** 3;
/** Of the machine's memory, where the browser tells it (Chromium does, rounded down, 8 GB at most in older ones). */
const SHARE_OF_MACHINE = 1 / 4;

/** What the columns of one file may take here. @param machineGiB memory of the machine, as the browser tells it. */
export function columnBudget(machineGiB = toldMemory()): number {
  if (machineGiB === undefined) return MAX_COLUMN_BYTES;
  return Math.min(MAX_COLUMN_BYTES, machineGiB * SHARE_OF_MACHINE * 1024 ** 3);
}

function toldMemory(): number | undefined {
  const { navigator } = globalThis as { readonly navigator?: { readonly deviceMemory?: number } };
  return navigator?.deviceMemory;
}

/** Text between two looks at the memory: they cost one addition per column. */
export const LOOK_BYTES = 8 * 1024 ** 2;

/** The columns are full; everything up to here was read. */
export class ColumnsFull extends Error {
  readonly heldBytes: number;
  /** Of the text, inflated. */
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
