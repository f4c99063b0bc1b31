/**
 * A digest that is shown in place of a trace; and detection of digest files, and of files that hold
 * rows of a table, by their first bytes, whatever their names.
 */
import { FILE_MAGIC, isDigestFile } from '../../sharing/digest/magic';
import type { TraceRef } from '../../sharing/link/state';
import { rowsOfHead, TABLE_HEAD_BYTES } from '../../sharing/table/table-head';

export interface ShownDigest {
  /** The trace that it was made from, as a link names it; null where unknown. */
  readonly ref: TraceRef | null;
  /** Encoded for a link; null where it is too large. */
  readonly encoded: string | null;
}

/** What a file is by its first bytes: `trace` also where it cannot be read: opening it reports why. */
export async function fileKind(file: Pick<File, 'slice'>): Promise<'trace' | 'digest' | 'records'> {
  try {
    const head = new Uint8Array(
      await file.slice(0, Math.max(FILE_MAGIC.length, TABLE_HEAD_BYTES)).arrayBuffer(),
    );
    if (isDigestFile(head)) return 'digest';
    return rowsOfHead(new TextDecoder().decode(head)) === null ? 'trace' : 'records';
  } catch {
    return 'trace';
  }
}
