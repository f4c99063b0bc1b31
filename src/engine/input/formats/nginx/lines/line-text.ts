/**
 * One line while it is read: its bytes, and a place in them. Numbers are taken where they stand; a line that is torn, or has
 * two lines in one, gives NaN for a number that does not end as one.
 */
import { plainLine } from '../../../../base/text/plain';

const LENIENT_TEXT = new TextDecoder('utf-8', { fatal: false });
const ZERO = 0x30;
const COLON = 0x3a;
const SPACE = 0x20;
const QUOTE = 0x22;
const MINUS = 0x2d;
const LETTER_X = 0x78;

/** Two letters before a colon, as `LineText.key` has them. */
export const keyOf = (letters: string): number => (letters.charCodeAt(0) << 8) | letters.charCodeAt(1);

export class LineText {
  bytes = new Uint8Array(0);
  /** Index of the text's first byte. */
  from = 0;
  at = 0;
  /** Index after the line, without its end. */
  end = 0;
  /** Byte of the line's first character in all texts joined, without a prefix. */
  offset = 0;
  /** The two letters before the last colon. */
  key = 0;

  /** Goes on to after the next colon. @returns false where there is none. */
  next(): boolean {
    const { bytes, end } = this;
    for (let i = this.at; i < end; i++) {
      if (bytes[i] !== COLON) continue;
      this.key = (bytes[i - 2] << 8) | bytes[i - 1];
      this.at = i + 1;
      return true;
    }
    this.at = end;
    return false;
  }

  /** The number after the next colon. */
  value(): number {
    return this.next() ? this.number() : Number.NaN;
  }

  /** A number here, after blanks: decimal, or hexadecimal with 0x. */
  number(): number {
    const { bytes, end } = this;
    let { at } = this;
    while (at < end && bytes[at] === SPACE) at++;
    const isNegative = bytes[at] === MINUS;
    if (isNegative) at++;
    if (bytes[at] === ZERO && bytes[at + 1] === LETTER_X) return this.#hexadecimal(at + 2);
    const from = at;
    let value = 0;
    for (; at < end; at++) {
      const digit = bytes[at] - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    this.at = at;
    if (at === from || !this.#isEnd(at)) return Number.NaN;
    return isNegative ? -value : value;
  }

  /** A hexadecimal number here, without 0x. */
  hexadecimal(): number {
    return this.#hexadecimal(this.at);
  }

  #hexadecimal(from: number): number {
    const { bytes, end } = this;
    let at = from;
    let value = 0;
    for (; at < end; at++) {
      const digit = hexDigit(bytes[at]);
      if (digit < 0) break;
      value = value * 16 + digit;
    }
    this.at = at;
    return at === from || !this.#isEnd(at) ? Number.NaN : value;
  }

  /** A number ends with the line, or before one of these: in a torn line a letter or a date follows. */
  #isEnd(at: number): boolean {
    if (at >= this.end) return true;
    const byte = this.bytes[at];
    return byte === SPACE || byte === COLON || byte === MINUS || byte === QUOTE || byte === 0x2c;
  }

  /** The byte here; -1 at the end. */
  get byte(): number {
    return this.at < this.end ? this.bytes[this.at] : -1;
  }

  /** What is left of the line, at most so many characters, to be shown. */
  rest(longest: number): string {
    return plainLine(
      LENIENT_TEXT.decode(this.bytes.subarray(this.at, Math.min(this.end, this.at + 4 * longest))).slice(
        0,
        longest,
      ),
    );
  }

  /** What stands before the last quotation mark of the line, as `rest`. */
  quoted(longest: number): string {
    const last = this.bytes.lastIndexOf(QUOTE, this.end - 1);
    if (last < this.at) return this.rest(longest);
    const { end } = this;
    this.end = last;
    const text = this.rest(longest);
    this.end = end;
    return text;
  }

  /** The word here, up to a blank or a colon. */
  word(longest: number): string {
    const { bytes, end } = this;
    let to = this.at;
    while (to < end && bytes[to] !== SPACE && bytes[to] !== COLON && to - this.at < longest) to++;
    const text = LENIENT_TEXT.decode(bytes.subarray(this.at, to));
    this.at = to;
    return plainLine(text);
  }
}

/** @returns -1 for any other byte. */
function hexDigit(byte: number): number {
  if (byte >= ZERO && byte <= 0x39) return byte - ZERO;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}
