/**
 * What stands before the text of a line: date and time in whole seconds, level, worker, and the number of what it is about.
 *
 *   2026/11/28 17:03:57 [debug] 16857#0: *1 quic congestion send if:13178
 *   ├── 19 bytes ─────┤ ├level┤ ├pid┤tid ├N┤├─ the text ───────────────┤
 *
 * A journal or a container may write something before it.
 */
const DATE_BYTES = 19;
/** The shortest head: date, level of four letters, one digit each. */
const MIN_BYTES = DATE_BYTES + 14;
/** The longest prefix, bytes. */
const MAX_PREFIX = 512;
const ZERO = 0x30;
const SLASH = 0x2f;
const COLON = 0x3a;
const SPACE = 0x20;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const HASH = 0x23;
const STAR = 0x2a;

/** First letters of the levels. */
export const Level = { debug: 0x64, info: 0x69, notice: 0x6e } as const;

export class LineHead {
  /** Epoch of the date and time as if they were UTC, s. */
  seconds = Number.NaN;
  /** First letter of the level. */
  level = 0;
  pid = 0;
  /** -1 for lines of the process itself. */
  number = -1;
  /** Index of the first byte of the text. */
  textAt = 0;
  /** The date that `seconds` is of. */
  readonly #date = new Uint8Array(DATE_BYTES);

  /**
   * Reads the head of a line whose date begins at `at`.
   * @param end of the line, or of a later one. @returns false where it has none.
   */
  read(bytes: Uint8Array, at: number, end: number): boolean {
    if (end - at < MIN_BYTES || bytes[at + 19] !== SPACE || bytes[at + 20] !== OPEN_BRACKET) return false;
    if (!this.#isSame(bytes, at) && !this.#readDate(bytes, at)) return false;
    this.level = bytes[at + 21];
    // `debug` and `alert` have five letters, the others four or six.
    let i = at + 26;
    if (bytes[i] !== CLOSE_BRACKET) {
      i = bytes.indexOf(CLOSE_BRACKET, at + 24);
      if (i < 0 || i > at + 28) return false;
    }
    i += 2;
    let pid = 0;
    const from = i;
    for (let digit = bytes[i] - ZERO; digit >= 0 && digit <= 9; digit = bytes[++i] - ZERO)
      pid = pid * 10 + digit;
    if (i === from || bytes[i] !== HASH) return false;
    this.pid = pid;
    for (i++; isDigit(bytes[i]); i++);
    if (bytes[i] !== COLON || bytes[i + 1] !== SPACE) return false;
    i += 2;
    this.number = -1;
    if (bytes[i] === STAR && isDigit(bytes[i + 1])) {
      let number = 0;
      i++;
      for (let digit = bytes[i] - ZERO; digit >= 0 && digit <= 9; digit = bytes[++i] - ZERO)
        number = number * 10 + digit;
      if (bytes[i] !== SPACE) return false;
      this.number = number;
      i++;
    }
    this.textAt = i;
    return i <= end;
  }

  /** The date is that of the line before: what moves first is compared first. */
  #isSame(bytes: Uint8Array, at: number): boolean {
    const date = this.#date;
    return (
      bytes[at + 18] === date[18] &&
      bytes[at + 17] === date[17] &&
      bytes[at + 15] === date[15] &&
      bytes[at + 14] === date[14] &&
      bytes[at + 12] === date[12] &&
      bytes[at + 11] === date[11] &&
      bytes[at + 9] === date[9] &&
      bytes[at + 8] === date[8] &&
      bytes[at + 6] === date[6] &&
      bytes[at + 5] === date[5] &&
      bytes[at + 3] === date[3] &&
      bytes[at + 4] === SLASH
    );
  }

  #readDate(bytes: Uint8Array, at: number): boolean {
    if (!isDate(bytes, at)) return false;
    const two = (index: number): number => 10 * (bytes[at + index] - ZERO) + bytes[at + index + 1] - ZERO;
    const year = 100 * two(0) + two(2);
    this.seconds = Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17)) / 1000;
    this.#date.set(bytes.subarray(at, at + DATE_BYTES));
    return true;
  }
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= 0x39;

/** A date and time at this place: `2026/11/28 17:03:57`. */
function isDate(bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < DATE_BYTES; i++) {
    const byte = bytes[at + i];
    const due = i === 4 || i === 7 ? SLASH : i === 10 ? SPACE : i === 13 || i === 16 ? COLON : 0;
    if (due === 0 ? !isDigit(byte) : byte !== due) return false;
  }
  return true;
}

/** Where the head of a line begins that has something before it; -1 for none. */
export function headWithin(bytes: Uint8Array, from: number, end: number): number {
  const last = Math.min(end, from + MAX_PREFIX) - MIN_BYTES;
  for (let at = from; at <= last; at++)
    if (
      bytes[at + 4] === SLASH &&
      bytes[at + 20] === OPEN_BRACKET &&
      bytes[at + 19] === SPACE &&
      isDate(bytes, at)
    )
      return at;
  return -1;
}
