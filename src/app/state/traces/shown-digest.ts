/**
 * A digest that is shown in place of a trace; and detection of digest files, and of files that hold
 * rows of a table, by their first bytes, whatever their names.
 */
import { FILE_MAGIC, isDigestFile } from '../../../sharing/digest/magic';
import { isParquet } from '../../../sharing/fleet-rows/parquet-head';
import type { TraceRef } from '../../../sharing/link/state';
import { rowsOfHead, TABLE_HEAD_BYTES } from '../../../sharing/table/table-head';

export interface ShownDigest {
  /** The trace that it was made from, as a link names it; null where unknown. */
  readonly ref: TraceRef | null;
  /** Encoded for a link, with the others of its set where it is their first; null where it is too large. */
  readonly encoded: string | null;
  /** Its place among the digests of a set that were opened together; null where it was alone. */
  readonly place: DigestPlace | null;
}

export interface DigestPlace {
  /** The first one as encoded for a link; where that is too large a name of its own. */
  readonly group: string;
  /** Its number in links, from 1. */
  readonly number: number;
}

/** True for the digest at a place. */
export function isAt(digest: ShownDigest | null, { group, number }: DigestPlace): boolean {
  return digest?.place?.group === group && digest.place.number === number;
}

/** What a file is by its first bytes: `trace` also where it cannot be read: opening it reports why. */
export async function fileKind(file: Pick<File, 'slice'>): Promise<'trace' | 'digest' | 'records' | 'fleet'> {
  try {
    const head = new Uint8Array(
      await file.slice(0, Math.max(FILE_MAGIC.length, TABLE_HEAD_BYTES)).arrayBuffer(),
    );
    if (isDigestFile(head)) return 'digest';
    if (isParquet(head)) return 'fleet';
    return rowsOfHead(new TextDecoder().decode(head)) === null ? 'trace' : 'records';
  } catch {
    return 'trace';
  }
}
