/**
 * JSON text sequences (RFC 7464): a record is RS (0x1E), JSON text, LF. RS cannot occur inside JSON
 * text and is no part of a UTF-8 sequence, so the bytes can be cut before anything is decoded, and a
 * broken record costs only itself.
 */
import { isWhitespace, MAX_RECORD_BYTES, type RecordSink } from './sink';

const RS = 0x1e;
const LF = 0x0a;

export class SeqSplitter {
  readonly #sink: RecordSink;
  /** Pieces of a record that began in an earlier chunk. */
  #pieces: Uint8Array[] = [];
  #pendingBytes = 0;
  /** Offset of the open record's first byte after its RS. */
  #recordOffset = 0;
  /** Bytes of an oversized record passed over so far; 0 outside one. */
  #skippedBytes = 0;

  constructor(sink: RecordSink) {
    this.#sink = sink;
  }

  /** @param offset of the chunk's first byte in the inflated file. */
  push(chunk: Uint8Array, offset: number): void {
    let from = 0;
    for (;;) {
      const separator = chunk.indexOf(RS, from);
      if (separator < 0) {
        this.#hold(chunk.subarray(from));
        return;
      }
      this.#emit(chunk.subarray(from, separator));
      from = separator + 1;
      this.#recordOffset = offset + from;
    }
  }

  end(): void {
    this.#emit(new Uint8Array(0));
  }

  #hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (this.#skippedBytes > 0) {
      this.#skippedBytes += bytes.length;
      return;
    }
    // The chunk's buffer may be reused by its producer after this call.
    this.#pieces.push(bytes.slice());
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > MAX_RECORD_BYTES) {
      this.#skippedBytes = this.#pendingBytes;
      this.#pieces = [];
      this.#pendingBytes = 0;
    }
  }

  #emit(tail: Uint8Array): void {
    const sizeBytes = this.#skippedBytes + this.#pendingBytes + tail.length;
    if (sizeBytes > MAX_RECORD_BYTES) {
      this.#skippedBytes = 0;
      this.#sink.problem({
        reason: 'oversized',
        offset: this.#recordOffset,
        sizeBytes,
        detail: `larger than ${MAX_RECORD_BYTES / 1024 / 1024} MiB`,
      });
    } else {
      const bytes = this.#pieces.length === 0 ? tail : concatenate([...this.#pieces, tail]);
      const terminated = bytes[bytes.length - 1] === LF;
      const trimmed = trim(bytes);
      if (trimmed.length > 0) this.#sink.record(trimmed, this.#recordOffset, terminated);
    }
    this.#pieces = [];
    this.#pendingBytes = 0;
  }
}

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

function trim(bytes: Uint8Array): Uint8Array {
  let from = 0;
  let to = bytes.length;
  while (from < to && isWhitespace(bytes[from] as number)) from++;
  while (to > from && isWhitespace(bytes[to - 1] as number)) to--;
  return bytes.subarray(from, to);
}
