/**
 * The bytes of a file, wherever they are: what every source offers, and what it may offer besides. `source.ts` opens
 * them.
 */

import type { RangeReader } from './blob-store';
import type { Chunks } from './chunks';
import type { NativeInflater } from './gunzip';
import type { Compression } from './sniff';

export interface ByteSource {
  readonly name: string;
  /**
   * Size in bytes as stored (compressed); null while unknown. For a remote file it is known after the first bytes, if
   * the server sends it.
   */
  readonly sizeBytes: number | null;
  /** The `File`, if there is one: ranges of it can be read again without a copy. */
  readonly file: File | null;
  /** What a thread that scans an uncompressed source opens: a file, in Node its path; absent where none can. */
  readonly whole?: unknown;
  /** The source decompressed by another thread; absent where there is none. @param onRead stored bytes so far. */
  inflate?(compression: Compression, onRead: (storedBytes: number) => void): Chunks;
  /** What inflates gzip where that is faster than `DecompressionStream`; absent where it is not. */
  readonly gunzip?: NativeInflater;
  /** A new stream from the first byte. Rejects when the source cannot be read. */
  stream(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** The same without a stream in between, where the source has it: a chunk is valid until the next one is asked for. */
  chunks?(): Chunks;
  /**
   * The whole source with random access, off the heap, as zip needs it. Rejects as `stream` does.
   * @param onRead stored bytes so far, if they must be fetched first.
   */
  blob(onRead?: (storedBytes: number) => void): Promise<Blob>;
  /**
   * Reads ranges of the stored bytes, if the cost is proportional to the range; else null. Known after the first bytes.
   * A `file` is read directly.
   */
  ranges?(): RangeReader | null;
  /**
   * Present where the hash of the bytes is known: waits for the rest of them, and rejects where they are others, or not
   * all came. Nothing of the source may be shown then.
   */
  verify?(): Promise<void>;
}
