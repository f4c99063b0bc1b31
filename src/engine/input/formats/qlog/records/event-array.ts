/**
 * Detects an event written as an array by its columns up to the first word. In draft-00 and -01 that is `[time,
 * "category"`, with a path number or a delta before it in some writers. Lists inside an event (mostly ranges of
 * acknowledged packets) hold only numbers or numeric strings and never such a word.
 */
import { isWhitespace } from './sink';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** Columns before the word, at most: time, path, delta. */
const MAX_COLUMNS = 3;
/** Bytes searched for the word; numbers are short, white space of pretty-printing is not much longer. */
const MAX_BYTES = 512;

export type Match = 'yes' | 'no' | 'more';

/** @param at index of the opening bracket. `more`: more bytes are needed. */
export function matchEventArray(bytes: Uint8Array, at: number): Match {
  const scan = new Scan(bytes, at + 1);
  for (let column = 0; column <= MAX_COLUMNS; column++) {
    scan.skipSpace();
    const kind = scan.scalar();
    scan.skipSpace();
    if (scan.ended) return scan.tooLong(at) ? 'no' : 'more';
    if (kind === 'none' || scan.byte !== COMMA) return 'no';
    if (kind === 'word') return column > 0 ? 'yes' : 'no';
    scan.at++;
  }
  return 'no';
}

/** A position in the bytes that skips white space and scalars. */
class Scan {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  get byte(): number {
    return this.#bytes[this.at];
  }

  get ended(): boolean {
    return this.at >= this.#bytes.length;
  }

  tooLong(from: number): boolean {
    return this.at - from > MAX_BYTES;
  }

  skipSpace(): void {
    while (!this.ended && isWhitespace(this.byte)) this.at++;
  }

  /** Skips a number or a string. */
  scalar(): 'number' | 'word' | 'none' {
    if (this.ended) return 'none';
    if (this.byte !== QUOTE) return this.#number();
    const from = ++this.at;
    while (!this.ended && this.byte !== QUOTE && this.byte !== BACKSLASH && this.byte >= 0x20) this.at++;
    if (this.ended) return 'none';
    if (this.byte !== QUOTE) return 'none';
    const first = this.#bytes[from];
    this.at++;
    if (isDigit(first) || first === 0x2d) return 'number';
    return isLetter(first) ? 'word' : 'none';
  }

  #number(): 'number' | 'none' {
    const from = this.at;
    // Digits, sign, point and exponent: JSON.parse validates them.
    while (!this.ended && (isDigit(this.byte) || '+-.eE'.includes(String.fromCharCode(this.byte)))) this.at++;
    return this.at > from ? 'number' : 'none';
  }
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
