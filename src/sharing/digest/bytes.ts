/**
 * Reads and writes bytes one value at a time: variable-length integers, numbers, bytes. Input is
 * untrusted: every read is checked against the remaining bytes, and throws `Unreadable`, which
 * `pack.ts` turns into a message. The order of values is defined by `codec.ts` and the forms built on it.
 */

/** The bytes are no valid digest; the message is the reason as a clause. Used only within `src/sharing/digest`. */
export class Unreadable extends Error {}

const FIRST_ROOM = 1024;
/** 53 bits in groups of seven. */
const MAX_VARINT_BYTES = 8;

export class ByteWriter {
  #bytes = new Uint8Array(FIRST_ROOM);
  #length = 0;

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = value;
  }

  /** An integer from 0 to 2⁵³ − 1, seven bits per byte, low bits first. @throws RangeError for any other. */
  uint(value: number): void {
    // An infinite number would loop forever.
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole number: ${value}`);
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** A signed integer, zigzag coded: 0, −1, 1, −2 … as 0, 1, 2, 3 …; up to ±2⁵². */
  int(value: number): void {
    this.uint(value < 0 ? -value * 2 - 1 : value * 2);
  }

  float(value: number): void {
    this.#room(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  bytes(value: Uint8Array): void {
    this.#room(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** The bytes written so far. */
  done(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new Unreadable('it ends too early');
    return value;
  }

  uint(): number {
    let value = 0;
    let unit = 1;
    for (let i = 0; i < MAX_VARINT_BYTES; i++) {
      const byte = this.byte();
      value += (byte % 128) * unit;
      if (value > Number.MAX_SAFE_INTEGER) break;
      if (byte < 128) return value;
      unit *= 128;
    }
    throw new Unreadable('a number in it is too large');
  }

  int(): number {
    const value = this.uint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** Finite, or NaN. */
  float(): number {
    const { buffer, byteOffset } = this.#bytes;
    if (this.left < 8) throw new Unreadable('it ends too early');
    const value = new DataView(buffer, byteOffset).getFloat64(this.#at, true);
    this.#at += 8;
    if (Math.abs(value) === Number.POSITIVE_INFINITY) throw new Unreadable('a number in it is too large');
    return value;
  }

  /** A view of the next bytes. */
  bytes(count: number): Uint8Array {
    if (count > this.left) throw new Unreadable('it ends too early');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
}
