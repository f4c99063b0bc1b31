/**
 * A resumable byte machine for JSON structure: tracks where values begin and end and detects broken structure at once,
 * without building values. JSON.parse reads the values themselves (numbers, escapes).
 *
 * It checks enough of the grammar to detect a missing quote or brace within a few bytes: a raw control character inside
 * a string, a brace in place of a key, a bracket that closes a brace.
 */
import { isWhitespace, skipWhitespace } from './sink';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Nesting deeper than this is treated as damage (real files nest at most a dozen deep). */
const MAX_DEPTH = 256;

/** Longer keys are truncated. */
const MAX_KEY_BYTES = 64;

/** Effect of one byte. */
export const Step = {
  nothing: 0,
  /** An object or array opened; `depth` includes it. */
  opened: 1,
  /** An object or array closed; `depth` excludes it. */
  closed: 2,
  /** A scalar began at this byte. */
  scalar: 3,
  /** The byte is invalid here. */
  broken: 4,
} as const;
export type Step = (typeof Step)[keyof typeof Step];

const Expect = {
  value: 0,
  valueOrEnd: 1,
  keyOrEnd: 2,
  key: 3,
  colon: 4,
  commaOrEnd: 5,
  string: 6,
  stringEscape: 7,
  keyString: 8,
  keyEscape: 9,
  scalar: 10,
} as const;
type Expect = (typeof Expect)[keyof typeof Expect];

export class JsonMachine {
  #expect: Expect = Expect.value;
  readonly #stack: number[] = [];
  #key: number[] = [];

  get depth(): number {
    return this.#stack.length;
  }

  /** True between two top-level values. */
  get atTopLevel(): boolean {
    return this.#stack.length === 0 && (this.#expect === Expect.value || this.#expect === Expect.commaOrEnd);
  }

  /** The last key read, as text (keys are ASCII in qlog; other bytes make it differ from every known one). */
  get key(): string {
    return String.fromCharCode(...this.#key);
  }

  get insideArray(): boolean {
    return this.#stack[this.#stack.length - 1] === OPEN_BRACKET;
  }

  /** The brackets that close all open values: `]}]}`. */
  closers(): Uint8Array {
    return new Uint8Array(
      [...this.#stack].reverse().map((opener) => (opener === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET)),
    );
  }

  /** The open brackets, outermost first: a position for `resetTo`. */
  get openers(): readonly number[] {
    return [...this.#stack];
  }

  /** Resets to the position before an element of the innermost of these arrays, or to the top level for none. */
  resetTo(openers: readonly number[]): void {
    this.#stack.splice(0, this.#stack.length, ...openers);
    this.#expect = openers.length === 0 ? Expect.value : Expect.valueOrEnd;
    this.#key = [];
  }

  /**
   * Allows the innermost object or array to be closed directly after a comma, as hand-written files do.
   * @returns false, without a change, where the last token was no comma.
   */
  forgiveComma(): boolean {
    if (this.#expect === Expect.key) this.#expect = Expect.keyOrEnd;
    else if (this.#expect === Expect.value && this.insideArray) this.#expect = Expect.valueOrEnd;
    else return false;
    return true;
  }

  /** What must precede the next element of an array; null where none can begin here. */
  get beforeElement(): 'comma' | 'nothing' | null {
    if (!this.insideArray) return null;
    if (this.#expect === Expect.commaOrEnd) return 'comma';
    return this.#expect === Expect.value || this.#expect === Expect.valueOrEnd ? 'nothing' : null;
  }

  /** Moves after a complete element or top-level value. @param lastKey the last key in it, see `key`. */
  passValue(lastKey: readonly number[]): void {
    this.#expect = Expect.commaOrEnd;
    this.#key = lastKey.slice(0, MAX_KEY_BYTES);
  }

  /** First index at or after `from` that may matter: skips string contents, scalars or white space at once. */
  skip(bytes: Uint8Array, from: number): number {
    let i = from;
    if (this.#expect < Expect.string) return skipWhitespace(bytes, i);
    if (this.#expect === Expect.scalar) {
      while (i < bytes.length && IS_SCALAR[bytes[i]] === 1) i++;
      return i;
    }
    if (this.#expect !== Expect.string) return i;
    for (; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) break;
    }
    return i;
  }

  step(byte: number): Step {
    switch (this.#expect) {
      case Expect.string:
        return this.#inString(byte, Expect.commaOrEnd, Expect.stringEscape);
      case Expect.stringEscape:
        this.#expect = Expect.string;
        return Step.nothing;
      case Expect.keyString:
        if (byte !== QUOTE && this.#key.length < MAX_KEY_BYTES) this.#key.push(byte);
        return this.#inString(byte, Expect.colon, Expect.keyEscape);
      case Expect.keyEscape:
        this.#expect = Expect.keyString;
        return Step.nothing;
      case Expect.scalar:
        if (isScalarByte(byte)) return Step.nothing;
        this.#expect = Expect.commaOrEnd;
        break;
      default:
        break;
    }
    if (isWhitespace(byte)) return Step.nothing;
    return this.#structural(byte);
  }

  #inString(byte: number, after: Expect, onBackslash: Expect): Step {
    if (byte === QUOTE) this.#expect = after;
    else if (byte === BACKSLASH) this.#expect = onBackslash;
    else if (byte < 0x20) return Step.broken;
    return Step.nothing;
  }

  #structural(byte: number): Step {
    switch (this.#expect) {
      case Expect.keyOrEnd:
        if (byte === CLOSE_BRACE) return this.#close(OPEN_BRACE);
        return this.#startKey(byte);
      case Expect.key:
        return this.#startKey(byte);
      case Expect.colon:
        if (byte !== COLON) return Step.broken;
        this.#expect = Expect.value;
        return Step.nothing;
      case Expect.commaOrEnd:
        return this.#afterValue(byte);
      case Expect.valueOrEnd:
        if (byte === CLOSE_BRACKET) return this.#close(OPEN_BRACKET);
        return this.#startValue(byte);
      default:
        return this.#startValue(byte);
    }
  }

  #startKey(byte: number): Step {
    if (byte !== QUOTE) return Step.broken;
    this.#key = [];
    this.#expect = Expect.keyString;
    return Step.nothing;
  }

  #startValue(byte: number): Step {
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (this.#stack.length >= MAX_DEPTH) return Step.broken;
      this.#stack.push(byte);
      this.#expect = byte === OPEN_BRACE ? Expect.keyOrEnd : Expect.valueOrEnd;
      return Step.opened;
    }
    if (byte === QUOTE) this.#expect = Expect.string;
    else if (isScalarByte(byte)) this.#expect = Expect.scalar;
    else return Step.broken;
    return Step.scalar;
  }

  #afterValue(byte: number): Step {
    const container = this.#stack[this.#stack.length - 1];
    if (container === undefined) return this.#startValue(byte);
    if (byte === COMMA) {
      this.#expect = container === OPEN_BRACE ? Expect.key : Expect.value;
      return Step.nothing;
    }
    if (byte === CLOSE_BRACE) return this.#close(OPEN_BRACE);
    if (byte === CLOSE_BRACKET) return this.#close(OPEN_BRACKET);
    return Step.broken;
  }

  #close(opener: number): Step {
    if (this.#stack[this.#stack.length - 1] !== opener) return Step.broken;
    this.#stack.pop();
    this.#expect = Expect.commaOrEnd;
    return Step.closed;
  }
}

/** 1 for each byte of a number or a literal. */
const IS_SCALAR = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[0-9a-zA-Z.+-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

function isScalarByte(byte: number): boolean {
  return IS_SCALAR[byte] === 1;
}
