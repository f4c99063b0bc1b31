/**
 * Splits a record into a constant and a variable part: the pieces of text between its numbers, and where the numbers
 * are in the object from JSON.parse. Numbers in the data that are written as text (draft-01) count as numbers. Rejects every record for which it is not certain that the same pieces with other
 * numbers give the same object with those numbers.
 */

/** An object or array that may hold a number. */
type Holder = { [key: string | number]: unknown };

export interface Skeleton {
  /** The text between the numbers, in order; one more than numbers. */
  readonly pieces: readonly Uint8Array[];
  /** The object or array of each number in `value`. */
  readonly holders: readonly Holder[];
  readonly keys: readonly (string | number)[];
  /** Numbers that are written as text, by slot; null for none. */
  readonly texts: ReadonlySet<number> | null;
  /** The parsed record; writing other numbers into it gives another record. */
  readonly value: unknown;
  /** The text's last key, in bytes. */
  readonly lastKey: readonly number[];
}

/** Longer records are not learned: few repeat, and they would fill the tree. */
const MAX_BYTES = 16 * 1024;
/** Top-level keys of documents and traces: whether such a record is an event depends on its position. */
const DOCUMENT_KEYS = ['events', 'traces', 'connections', 'trace'] as const;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const NUMBER_BYTES: ReadonlySet<number> = new Set([...'+-.0123456789Ee'].map((c) => c.charCodeAt(0)));
/** Numbers that the scanner can parse (assembly/numbers.ts): no exponent, and not too many digits. */
const READABLE = /^-?\d+(?:\.\d{1,18})?$/;
const MAX_DIGITS = 19;
/** A text that is the same again after it was read as a number (assembly/numbers.ts). */
const NUMBER_TEXT = /^(?:0|[1-9]\d{0,14})$/;

/**
 * @param bytes the record's text without white space around it.
 * @param value result of JSON.parse.
 * @param maxNumbers records with more are rejected.
 * @returns null for a record that cannot be learned.
 */
export function skeletonOf(bytes: Uint8Array, value: unknown, maxNumbers: number): Skeleton | null {
  if (bytes.length > MAX_BYTES || typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    // If the first column is no number, the kind of the array depends on the events before it.
    if (typeof value[0] !== 'number') return null;
  } else if (DOCUMENT_KEYS.some((key) => key in value)) return null;
  const walk = new Walk(bytes);
  const isWhole = walk.value(value, [], 0) && walk.at === bytes.length;
  if (!isWhole || walk.holders.length > maxNumbers || walk.lastKey.length === 0) return null;
  walk.pieces.push(bytes.slice(walk.pieceFrom));
  const { pieces, holders, keys, texts, lastKey } = walk;
  return { pieces, holders, keys, texts: texts.size > 0 ? texts : null, value, lastKey };
}

/** Walks a text and its parsed value in parallel. */
class Walk {
  readonly #bytes: Uint8Array;
  at = 0;
  pieceFrom = 0;
  readonly pieces: Uint8Array[] = [];
  readonly holders: Holder[] = [];
  readonly keys: (string | number)[] = [];
  readonly texts = new Set<number>();
  #lastKeyFrom = 0;
  #lastKeyEnd = 0;
  /** Depth of the value: 0 for the record. */
  #depth = 0;
  /** Inside the event's data: outside of it a text names the event, its group or its clock. */
  #inData = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get lastKey(): readonly number[] {
    return [...this.#bytes.subarray(this.#lastKeyFrom, this.#lastKeyEnd)];
  }

  /** Walks one value, `holder[key]`. @returns false when it is not certain. */
  value(parsed: unknown, holder: object, key: string | number): boolean {
    const byte = this.#bytes[this.at];
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (this.#depth === 1)
        this.#inData = byte === OPEN_BRACE && (key === 'data' || typeof key === 'number');
      this.#depth++;
      const isWhole = byte === OPEN_BRACE ? this.#object(parsed) : this.#array(parsed);
      this.#depth--;
      if (this.#depth === 1) this.#inData = false;
      return isWhole;
    }
    if (byte === QUOTE) return typeof parsed === 'string' && this.#string(parsed, holder as Holder, key);
    if (typeof parsed === 'number') return this.#number(parsed, holder as Holder, key);
    if (parsed !== null && typeof parsed !== 'boolean') return false;
    const word = String(parsed);
    const end = this.at + word.length;
    if (this.#ascii(this.at, end) !== word) return false;
    this.at = end;
    return true;
  }

  #object(parsed: unknown): boolean {
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return false;
    const object = parsed as Holder;
    let keys = 0;
    this.at++;
    for (this.#skipSpace(); this.#bytes[this.at] !== CLOSE_BRACE; this.#skipSpace()) {
      if (keys > 0) {
        if (!this.#take(COMMA)) return false;
        this.#skipSpace();
      }
      const key = this.#key();
      // A duplicate key, or one whose assignment has side effects.
      if (key === null || key === '__proto__' || !Object.hasOwn(object, key)) return false;
      keys++;
      this.#skipSpace();
      if (!this.#take(COLON)) return false;
      this.#skipSpace();
      if (!this.value(object[key], object, key)) return false;
    }
    this.at++;
    return keys === Object.keys(object).length;
  }

  #array(parsed: unknown): boolean {
    if (!Array.isArray(parsed)) return false;
    let length = 0;
    this.at++;
    for (this.#skipSpace(); this.#bytes[this.at] !== CLOSE_BRACKET; this.#skipSpace()) {
      if (length > 0) {
        if (!this.#take(COMMA)) return false;
        this.#skipSpace();
      }
      if (!this.value(parsed[length], parsed, length)) return false;
      length++;
    }
    this.at++;
    return length === parsed.length;
  }

  #number(parsed: number, holder: Holder, key: string | number): boolean {
    const from = this.at;
    while (isOfNumber(this.#bytes[this.at])) this.at++;
    const text = this.#ascii(from, this.at);
    if (!Object.is(Number(text), parsed)) return false;
    // A number that the scanner cannot parse becomes constant text.
    if (READABLE.test(text) && text.replace(/\D/g, '').length <= MAX_DIGITS) this.#slot(from, holder, key);
    return true;
  }

  /** A key in plain ASCII without escapes; null for any other. */
  #key(): string | null {
    if (!this.#take(QUOTE)) return null;
    const from = this.at;
    for (let byte = this.#bytes[this.at]; byte !== QUOTE; byte = this.#bytes[++this.at])
      if (byte === undefined || byte === BACKSLASH || byte < 0x20 || byte > 0x7e) return null;
    this.#lastKeyFrom = from;
    this.#lastKeyEnd = this.at++;
    return this.#ascii(from, this.#lastKeyEnd);
  }

  /** Bytes as text, one character each. */
  #ascii(from: number, end: number): string {
    let text = '';
    for (let at = from; at < end; at++) text += String.fromCharCode(this.#bytes[at]);
    return text;
  }

  #string(parsed: string, holder: Holder, key: string | number): boolean {
    const from = ++this.at;
    for (let byte = this.#bytes[this.at]; byte !== QUOTE; byte = this.#bytes[++this.at]) {
      if (byte === undefined) return false;
      if (byte === BACKSLASH) this.at++;
    }
    // Without escapes the text has as many bytes.
    if (this.#inData && NUMBER_TEXT.test(parsed) && this.at - from === parsed.length) {
      this.texts.add(this.holders.length);
      this.#slot(from, holder, key);
    }
    this.at++;
    return true;
  }

  /** The bytes from `from` on are a number. */
  #slot(from: number, holder: Holder, key: string | number): void {
    this.pieces.push(this.#bytes.slice(this.pieceFrom, from));
    this.pieceFrom = this.at;
    this.holders.push(holder);
    this.keys.push(key);
  }

  #take(byte: number): boolean {
    if (this.#bytes[this.at] !== byte) return false;
    this.at++;
    return true;
  }

  #skipSpace(): void {
    let byte = this.#bytes[this.at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = this.#bytes[++this.at];
  }
}

function isOfNumber(byte: number | undefined): boolean {
  return byte !== undefined && NUMBER_BYTES.has(byte);
}
