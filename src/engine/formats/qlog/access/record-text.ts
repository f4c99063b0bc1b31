/**
 * A record read again from the source: from its offset to the text displayed. The JSON machine finds the end, and the
 * original text is indented instead of printing the parsed value, so that large integers keep their digits and
 * duplicate keys stay. The reader provides the bytes; runs of records are in `record-runs.ts`.
 */
import { JsonMachine, Step } from '../records/json-machine';
import { isWhitespace, joinBytes, MAX_RECORD_BYTES } from '../records/sink';

/** Reads the decompressed source again. */
export interface TextReader {
  /**
   * Bytes [from, to) of the decompressed source; fewer if it ends before. Rejects if it cannot be read, and with an
   * AbortError when the signal fires. Reads may run in parallel.
   */
  read(from: number, to: number, options?: ReadOptions): Promise<Uint8Array>;
  /** True if a read costs about as much as the bytes it returns, at any offset. */
  readonly fast: boolean;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Share of the way to the offset, 0 to 1, if the source is decompressed again to reach it. */
  readonly onProgress?: (share: number) => void;
}

/**
 * A record's bytes, from its first bracket. `broken`: invalid JSON, the bytes go to the end of that line; `broken-on`:
 * they go to the end of what was read, and the line continues; `cut`: the source ends inside; `too-large`: it continues
 * after 16 MiB.
 */
export interface RecordBytes {
  readonly bytes: Uint8Array;
  readonly state: 'whole' | 'broken' | 'broken-on' | 'cut' | 'too-large';
}

export interface RecordText {
  readonly text: string;
  /** True if the text continues after the limit. */
  readonly cut: boolean;
}

/** Maximum size of a displayed record, in UTF-8 bytes. */
export const MAX_TEXT_BYTES = 256 * 1024;

const FIRST_READ_BYTES = 16 * 1024;
const RECORD_SEPARATOR = 0x1e;
const LINE_FEED = 0x0a;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const INDENT = '  ';
const SPACE = /\s/;

/**
 * Reads the JSON value that begins at `offset`, skipping white space and record separators before it. Rejects only if
 * the reader does.
 */
export async function readRecord(
  reader: TextReader,
  offset: number,
  options: ReadOptions = {},
): Promise<RecordBytes> {
  const cutter = new RecordCutter();
  let bytes: Uint8Array = new Uint8Array(0);
  for (let size = FIRST_READ_BYTES; ; size *= 2) {
    const wanted = size - bytes.length;
    const more = await reader.read(offset + bytes.length, offset + size, options);
    bytes = joinBytes(bytes, more);
    const found = cutter.find(bytes);
    if (found !== null) return found;
    const unfinished = bytes.subarray(cutter.start);
    if (more.length < wanted) return { bytes: unfinished, state: 'cut' };
    if (size >= MAX_RECORD_BYTES) return { bytes: unfinished, state: 'too-large' };
  }
}

/** Finds the end of the record that begins in some bytes; given more bytes it continues where it stopped. */
export class RecordCutter {
  readonly #machine = new JsonMachine();
  /** Start of the record, once a byte other than white space was found. */
  start = 0;
  #begun = false;
  #broken = false;
  #at = 0;

  /** @returns the record, or null if it continues after these bytes. */
  find(bytes: Uint8Array): RecordBytes | null {
    while (!this.#broken && this.#at < bytes.length) {
      const byte = bytes[this.#at] as number;
      if (!this.#begun) {
        this.#begin(byte);
        continue;
      }
      const step = this.#machine.step(byte);
      if (step === Step.broken) {
        this.#broken = true;
        continue;
      }
      this.#at++;
      if (step === Step.closed && this.#machine.depth === 0) {
        return { bytes: bytes.subarray(this.start, this.#at), state: 'whole' };
      }
      this.#at = this.#machine.skip(bytes, this.#at);
    }
    if (!this.#broken) return null;
    while (this.#at < bytes.length && !endsLine(bytes[this.#at] as number)) this.#at++;
    const state = this.#at < bytes.length ? 'broken' : 'broken-on';
    return { bytes: bytes.subarray(this.start, this.#at), state };
  }

  #begin(byte: number): void {
    if (isWhitespace(byte) || byte === RECORD_SEPARATOR) {
      this.start = ++this.#at;
      return;
    }
    this.#begun = true;
    this.#broken = byte !== OPEN_BRACE && byte !== OPEN_BRACKET;
  }
}

function endsLine(byte: number): boolean {
  return byte === LINE_FEED || byte === RECORD_SEPARATOR;
}

/**
 * A record as readable text: indented by two spaces, an array of numbers on one line. Invalid JSON is returned
 * unchanged, invalid UTF-8 as U+FFFD. At most 256 KiB.
 */
export function recordText(bytes: Uint8Array): RecordText {
  const source = new TextDecoder('utf-8', { fatal: false }).decode(bytes);
  const text = isJson(source) ? indented(source) : source;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_TEXT_BYTES));
  return { text: text.slice(0, read), cut: read < text.length };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON text with new white space; every other character is kept. Stops when the limit is certainly exceeded. */
function indented(source: string): string {
  const numbers = /\[[\s\d.,eE+-]*\]/y;
  let out = '';
  let depth = 0;
  let at = 0;
  const line = (): string => `\n${INDENT.repeat(depth)}`;
  while (at < source.length && out.length <= MAX_TEXT_BYTES) {
    const character = source.charAt(at);
    numbers.lastIndex = at;
    const flat = character === '[' ? numbers.exec(source)?.[0] : undefined;
    const from = at;
    at = character === '"' ? stringEnd(source, at) : at + (flat?.length ?? 1);
    const next = character === '{' ? skipSpace(source, at) : at;
    if (flat !== undefined) {
      out += flat.replace(/\s+/g, '').replaceAll(',', ', ');
    } else if (character === '{' && source.charAt(next) === '}') {
      out += '{}';
      at = next + 1;
    } else if (character === '{' || character === '[') {
      depth++;
      out += character + line();
    } else if (character === '}' || character === ']') {
      depth--;
      out += line() + character;
    } else if (character === ',') {
      out += character + line();
    } else if (character === ':') {
      out += ': ';
    } else if (!SPACE.test(character)) {
      out += source.slice(from, at);
    }
  }
  return out;
}

/** Index after the closing quotation mark of the string that opens at `from`. */
function stringEnd(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source.charAt(at) !== '"') at += source.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (SPACE.test(source.charAt(at))) at++;
  return at;
}
