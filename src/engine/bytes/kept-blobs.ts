/**
 * Bytes kept off the heap as they pass, to be read again in ranges. They are gathered in one buffer and put away in
 * Blobs of 4 MiB: a Blob per chunk costs twice the time. What is kept, and how much, is up to whoever keeps it.
 */
import { type Bytes, type Chunks, chunksOf, concat } from './chunks';

/** Bytes kept of one file. */
export const MAX_KEPT_BYTES = 1024 ** 3;
const PIECE_BYTES = 4 * 1024 ** 2;
/** The buffer of a short text stays short. */
const FIRST_BUFFER_BYTES = 64 * 1024;

/** Reads ranges of bytes again. */
export interface RangeReader {
  /**
   * The bytes [from, to), which lie within what the source held; fewer where it has not kept all of them.
   * @throws SourceChanged and RemoteFailure where they cannot be had any more; the signal's reason when aborted.
   */
  read(from: number, to: number, signal?: AbortSignal): Promise<Uint8Array>;
}

export class KeptBlobs implements RangeReader {
  readonly #pieces: { readonly from: number; readonly blob: Blob }[] = [];
  #putAwayBytes = 0;
  #buffer = new Uint8Array(0);
  #gatheredBytes = 0;

  get sizeBytes(): number {
    return this.#putAwayBytes + this.#gatheredBytes;
  }

  /** Keeps a copy: the caller may use the chunk for something else. */
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

  /** Moves what is gathered off the heap. The buffer stays for more, unless this was `last`. */
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
    return pieces.length === 1 ? (pieces[0] as Uint8Array) : concat(pieces);
  }

  /** Everything kept so far, as one. */
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

/** Ranges of a Blob; a Blob that is no file on disk does not change. */
export function rangesOf(blob: Blob): RangeReader {
  return {
    read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
  };
}
