/**
 * Copies of streamed bytes, kept off the heap and read again in ranges. Bytes are buffered and written to Blobs of 4
 * MiB: one Blob per chunk takes twice the time. The caller decides what to keep and how much.
 */
import { type Bytes, type Chunks, chunksOf, concat } from './chunks';

export const MAX_STORED_BYTES = 1024 ** 3;
const PIECE_BYTES = 4 * 1024 ** 2;
/** Initial buffer size: short texts need no more. */
const FIRST_BUFFER_BYTES = 64 * 1024;

/** Reads ranges of bytes again. */
export interface RangeReader {
  /**
   * The bytes [from, to), which must be within the source; fewer where not all of them were kept.
   * @throws SourceChanged and RemoteFailure where they are no longer available; the signal's reason when aborted.
   */
  read(from: number, to: number, signal?: AbortSignal): Promise<Uint8Array>;
}

export class BlobStore implements RangeReader {
  readonly #pieces: { readonly from: number; readonly blob: Blob }[] = [];
  #putAwayBytes = 0;
  #buffer = new Uint8Array(0);
  #gatheredBytes = 0;

  get sizeBytes(): number {
    return this.#putAwayBytes + this.#gatheredBytes;
  }

  /** Appends a copy: the caller may reuse the chunk. */
  append(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#gatheredBytes === PIECE_BYTES) this.putAway();
      const taken = Math.min(chunk.length - at, PIECE_BYTES - this.#gatheredBytes);
      this.#reserve(this.#gatheredBytes + taken);
      this.#buffer.set(taken === chunk.length ? chunk : chunk.subarray(at, at + taken), this.#gatheredBytes);
      this.#gatheredBytes += taken;
      at += taken;
    }
  }

  /** Writes the buffer to a Blob. The buffer is kept for more bytes, unless `last`. */
  putAway(last = false): void {
    if (this.#gatheredBytes > 0) {
      const blob = new Blob([this.#buffer.subarray(0, this.#gatheredBytes)]);
      this.#pieces.push({ from: this.#putAwayBytes, blob });
      this.#putAwayBytes += this.#gatheredBytes;
      this.#gatheredBytes = 0;
    }
    if (last) this.#buffer = new Uint8Array(0);
  }

  async read(from: number, to: number, signal?: AbortSignal): Promise<Uint8Array> {
    this.putAway();
    const pieces: Uint8Array[] = [];
    for (const { from: begin, blob } of this.#pieces) {
      if (begin >= to || begin + blob.size <= from) continue;
      pieces.push(new Uint8Array(await blob.slice(Math.max(0, from - begin), to - begin).arrayBuffer()));
      signal?.throwIfAborted();
    }
    return pieces.length === 1 ? pieces[0] : concat(pieces);
  }

  /** All kept bytes as one Blob. */
  blob(): Blob {
    this.putAway();
    return new Blob(this.#pieces.map(({ blob }) => blob));
  }

  chunks(): Chunks {
    return chunksOf(this.blob().stream() as ReadableStream<Bytes>);
  }

  #reserve(bytes: number): void {
    if (this.#buffer.length >= bytes) return;
    let length = Math.max(FIRST_BUFFER_BYTES, this.#buffer.length);
    while (length < bytes) length *= 2;
    const larger = new Uint8Array(Math.min(length, PIECE_BYTES));
    larger.set(this.#buffer.subarray(0, this.#gatheredBytes));
    this.#buffer = larger;
  }
}

/** Ranges of a Blob; a Blob that is no file on disk cannot change. */
export function rangesOf(blob: Blob): RangeReader {
  return { read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()) };
}
