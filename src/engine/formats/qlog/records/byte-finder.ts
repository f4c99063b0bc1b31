/**
 * Finds the next place of one byte in a text that streams by, and remembers it: where records break one behind the
 * other, the next line end is asked for at each, and looking through all of the buffer every time would take its
 * square.
 */
export class ByteFinder {
  readonly #byte: number;
  /** Between these offsets of the text the byte does not stand; at `#to` it does, where it was found. */
  #from = 0;
  #to = 0;
  #isFound = false;

  constructor(byte: number) {
    this.#byte = byte;
  }

  /**
   * @param bufferOffset of the buffer's first byte in the text.
   * @returns the first index at or after `from` that holds the byte; -1 for none.
   */
  find(buffer: Uint8Array, bufferOffset: number, from: number): number {
    const offset = bufferOffset + from;
    const isKnown = offset >= this.#from && offset <= this.#to;
    if (!isKnown) this.#from = offset;
    if (!isKnown || !this.#isFound) {
      const at = buffer.indexOf(this.#byte, isKnown ? this.#to - bufferOffset : from);
      this.#isFound = at >= 0;
      this.#to = bufferOffset + (at < 0 ? buffer.length : at);
    }
    return this.#isFound ? this.#to - bufferOffset : -1;
  }
}
