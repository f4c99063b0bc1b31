/**
 * The text of an open top-level value, collected while streaming: a record of a sequence, or a contained document
 * without its events. Handles only white space and commas of JSON; the splitter decides what to keep and drop.
 */

import { concat } from '../../../bytes/chunks';
import { MAX_RECORD_BYTES } from '../../records';
import { isWhitespace } from './sink';

const COMMA = 0x2c;
const SPACE = 0x20;
const HEAD_BYTES = 48;

export class OuterText {
  #pieces: Uint8Array[] = [];
  #sizeBytes = 0;
  #offset = 0;
  #head: Uint8Array = new Uint8Array(0);

  /** Size in bytes, including bytes that were dropped because there are too many. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Offset of its first byte in the decompressed text. */
  get offset(): number {
    return this.#offset;
  }

  /** The beginning of its first piece, for a message; kept when the rest is dropped. */
  get head(): Uint8Array {
    return this.#head;
  }

  /** Larger than the record limit: its bytes are no longer kept. */
  get oversized(): boolean {
    return this.#sizeBytes > MAX_RECORD_BYTES;
  }

  /** Appends a copy. @param offset of the first of these bytes in the decompressed text. */
  add(bytes: Uint8Array, offset: number): void {
    if (bytes.length === 0) return;
    if (this.#sizeBytes === 0) {
      this.#offset = offset;
      this.#head = bytes.slice(0, HEAD_BYTES);
    }
    this.#sizeBytes += bytes.length;
    if (this.oversized) this.#pieces = [];
    else this.#pieces.push(bytes.slice());
  }

  /** All of it in one piece; empty when it is oversized. */
  text(): Uint8Array {
    const joined = concat(this.#pieces);
    this.#pieces = [joined];
    return joined;
  }

  clear(): void {
    this.#pieces = [];
    this.#sizeBytes = 0;
  }

  /** Drops everything after the first `sizeBytes`. */
  truncate(sizeBytes: number): void {
    if (this.oversized) return;
    while (this.#sizeBytes > sizeBytes) {
      const last = this.#pieces.pop() as Uint8Array;
      this.#sizeBytes -= last.length;
      if (this.#sizeBytes >= sizeBytes) continue;
      this.#pieces.push(last.subarray(0, sizeBytes - this.#sizeBytes));
      this.#sizeBytes = sizeBytes;
    }
  }

  /** Replaces the comma at its end by a space, so that closing it gives valid JSON. */
  blankComma(): void {
    for (const piece of this.#pieces.toReversed()) {
      let last = piece.length - 1;
      while (last >= 0 && isWhitespace(piece[last])) last--;
      if (last < 0) continue;
      if (piece[last] === COMMA) piece[last] = SPACE;
      return;
    }
  }
}
