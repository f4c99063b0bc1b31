/**
 * A digest that is shown in place of a trace; and detection of digest files
 * by their first bytes, whatever their names.
 */
import { FILE_MAGIC, isDigestFile } from '../../sharing/digest/magic';
import type { TraceRef } from '../../sharing/link/state';

export interface ShownDigest {
  /** The trace that it was made from, as a link names it; null where unknown. */
  readonly ref: TraceRef | null;
  /** Encoded for a link; null where it is too large. */
  readonly encoded: string | null;
}

/** @returns false also for a file that cannot be read: opening it reports why. */
export async function isDigest(file: Pick<File, 'slice'>): Promise<boolean> {
  try {
    return isDigestFile(new Uint8Array(await file.slice(0, FILE_MAGIC.length).arrayBuffer()));
  } catch {
    return false;
  }
}
