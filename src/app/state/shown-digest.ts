/**
 * What the page knows of a digest that is shown in place of a trace, and which of the files that are opened are
 * digests: by their first bytes, whatever they are called.
 */
import { FILE_MAGIC, isDigestFile } from '../../sharing/digest/magic';
import type { TraceRef } from '../../sharing/link/state';

export interface ShownDigest {
  /** The trace that it stands for, as a link names it; null where nobody said. */
  readonly ref: TraceRef | null;
  /** As it stands in a link; null for one that is too large for any. */
  readonly encoded: string | null;
}

/** @returns false too for a file that cannot be read: whoever opens it says why. */
export async function isDigest(file: Pick<File, 'slice'>): Promise<boolean> {
  try {
    return isDigestFile(new Uint8Array(await file.slice(0, FILE_MAGIC.length).arrayBuffer()));
  } catch {
    return false;
  }
}
