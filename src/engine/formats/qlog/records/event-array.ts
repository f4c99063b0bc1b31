/**
 * How an event written as an array begins: its columns up to the first word. In draft-00 and -01 that is
 * `[time, "category"`, with a path number or a delta before it in some writers. Lists inside an event (ranges
 * of acknowledged packets, most of all) hold numbers or numeric strings only and never such a word.
 */
import { isWhitespace } from './sink';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** Columns before the word, at most: time, path, delta. */
const MAX_COLUMNS = 3;
/** Looked through for the word; numbers are short, white space of pretty-printing is not much longer. */
const MAX_BYTES = 512;

export type Match = 'yes' | 'no' | 'more';

/** @param at index of the opening bracket. `more`: the bytes end before it can be told. */
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

/** A place in the bytes that moves over white space and scalars. */
class Scan {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  get byte(): number {
    return this.#bytes[this.at] as number;
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

  /** Moves over a number or a string. */
  scalar(): 'number' | 'word' | 'none' {
    if (this.ended) return 'none';
    if (this.byte !== QUOTE) return this.#number();
    const from = ++this.at;
    while (!this.ended && this.byte !== QUOTE && this.byte !== BACKSLASH && this.byte >= 0x20) this.at++;
    if (this.ended) return 'none';
    if (this.byte !== QUOTE) return 'none';
    const first = this.#bytes[from] as number;
    this.at++;
    if (isDigit(first) || first === 0x2d) return 'number';
    return isLetter(first) ? 'word' : 'none';
  }

  #number(): 'number' | 'none' {
    const from = this.at;
    // Digits, sign, point and exponent: not checked further, JSON.parse does that.
    while (!this.ended && (isDigit(this.byte) || '+-.eE'.includes(String.fromCharCode(this.byte)))) this.at++;
    return this.at > from ? 'number' : 'none';
  }
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
