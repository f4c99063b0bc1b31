/**
 * JSON text sequences (RFC 7464): a record is RS (0x1E), JSON text, LF. RS cannot occur inside JSON text or a
 * multi-byte UTF-8 sequence, so the bytes can be split before decoding, and a damaged record costs only itself. A
 * record with a missing RS holds two; it is split by its JSON structure.
 *
 * A record that turns out to be a contained document is not buffered: it and everything after it are passed to the JSON
 * splitter. So is a first record followed by values without an RS.
 */

import { concat } from '../../../bytes/chunks';
import { MAX_RECORD_BYTES } from '../../records';
import { EventsPath } from './events-path';
import { JsonMachine, Step } from './json-machine';
import type { TraceNumbers } from './json-state';
import { beginsDocument } from './landmarks';
import { Between } from './scan/between';
import { isWhitespace, type RecordSink, skipWhitespace } from './sink';
import { JsonSplitter } from './split-json';

const RS = 0x1e;
const LF = 0x0a;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** A record of two chunks is recognised where it has at most so many bytes in each. */
const MAX_HELD_BYTES = 16 * 1024;
/** After more white space than this before a record, it is not checked for a document. */
const MAX_LEAD_BYTES = 4096;

/** Text that is no sequence of records, and everything after it. */
export interface Handover {
  readonly bytes: Uint8Array;
  readonly offset: number;
}

export class SeqSplitter {
  readonly #sink: RecordSink;
  readonly #traces: TraceNumbers;
  /** Pieces of a record that began in an earlier chunk. */
  #pieces: Uint8Array[] = [];
  #pendingBytes = 0;
  /** Offset of the open record's first byte after its RS. */
  #recordOffset = 0;
  /** Bytes of an oversized record skipped so far; 0 outside one. */
  #skippedBytes = 0;
  /** Examines a record that begins like a document; null for a plain record, undefined while unknown. */
  #scout: EventsScout | null | undefined;
  #records = 0;

  constructor(sink: RecordSink, traces: TraceNumbers) {
    this.#sink = sink;
    this.#traces = traces;
  }

  /** Records delivered so far. */
  get records(): number {
    return this.#records;
  }

  /**
   * @param offset of the chunk's first byte in the decompressed text.
   * @returns the position from which the JSON splitter must read, or null.
   */
  push(chunk: Uint8Array, offset: number): Handover | null {
    this.#sink.scanner?.forget();
    let from = this.#recogniseHeld(chunk, offset);
    for (;;) {
      from = this.#passSeparators(chunk, from, offset);
      from = this.#recognise(chunk, from, offset);
      const separator = chunk.indexOf(RS, from);
      const piece = chunk.subarray(from, separator < 0 ? chunk.length : separator);
      if (this.#isDocument(piece)) {
        const held = concat([...this.#pieces, chunk.subarray(from)]);
        return { bytes: held, offset: this.#recordOffset };
      }
      if (separator < 0) {
        this.#hold(piece);
        return null;
      }
      this.#emit(piece);
      from = separator + 1;
      this.#recordOffset = offset + from;
    }
  }

  /** Skips empty records in bulk: a file may have millions. @returns where the next one begins. */
  #passSeparators(chunk: Uint8Array, from: number, offset: number): number {
    if (this.#pendingBytes > 0 || this.#skippedBytes > 0) return from;
    let next = from;
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === RS) next = at + 1;
      else if (!isWhitespace(byte)) break;
    }
    this.#recordOffset = offset + next;
    return next;
  }

  /** Recognises the record that began in an earlier chunk. @returns where the next one begins; 0 where that failed. */
  #recogniseHeld(chunk: Uint8Array, offset: number): number {
    const { scanner } = this.#sink;
    const held = this.#pendingBytes;
    if (!scanner || this.#records === 0 || held === 0 || held > MAX_HELD_BYTES || this.#scout != null)
      return 0;
    const separator = chunk.indexOf(RS);
    if (separator < 0 || separator > MAX_HELD_BYTES) return 0;
    const record = concat([...this.#pieces, chunk.subarray(0, separator + 1)]);
    const end = scanner.scan(record, 0, Between.separators);
    if (end !== record.length) return 0;
    this.#records += scanner.run.count;
    this.#sink.recognised?.(scanner.run, this.#recordOffset, null);
    this.#pieces = [];
    this.#pendingBytes = 0;
    this.#scout = undefined;
    this.#recordOffset = offset + separator + 1;
    return separator + 1;
  }

  /** Skips records that the scanner recognises; starts at the beginning of one. @returns where it stopped. */
  #recognise(chunk: Uint8Array, from: number, offset: number): number {
    const { scanner } = this.#sink;
    // The first record decides how the text is read.
    if (!scanner || this.#records === 0 || this.#pendingBytes > 0 || this.#skippedBytes > 0) return from;
    let at = from;
    for (;;) {
      const next = scanner.scan(chunk, at, Between.separators);
      if (next === at) return at;
      const { run } = scanner;
      this.#records += run.count;
      this.#sink.recognised?.(run, offset + run.base, null);
      at = next;
      this.#recordOffset = offset + at;
    }
  }

  end(): void {
    this.#emit(new Uint8Array(0));
  }

  /** Does the open record, including this piece, hold the beginning of an `events` array, or more than one value? */
  #isDocument(piece: Uint8Array): boolean {
    if (this.#scout === null || this.#skippedBytes > 0) return false;
    let unread = piece;
    if (this.#scout === undefined) {
      unread = this.#pieces.length === 0 ? piece : concat([...this.#pieces, piece]);
      const answer = beginsDocument(unread);
      if (answer === 'more' && unread.length <= MAX_LEAD_BYTES) return false;
      this.#scout = answer === 'yes' || this.#records === 0 ? new EventsScout() : null;
      // After a first record an array is a damaged record, or an event written as an array: its RS bounds it.
      if (answer === 'yes' && unread[skipWhitespace(unread, 0)] === OPEN_BRACKET) {
        if (this.#records === 0) return true;
        this.#scout = null;
        return false;
      }
    }
    return this.#scout?.finds(unread) === true;
  }

  #hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (this.#skippedBytes > 0) {
      this.#skippedBytes += bytes.length;
      return;
    }
    // The chunk's buffer may be reused by its producer after this call.
    this.#pieces.push(bytes.slice());
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > MAX_RECORD_BYTES) {
      this.#skippedBytes = this.#pendingBytes;
      this.#pieces = [];
      this.#pendingBytes = 0;
    }
  }

  #emit(tail: Uint8Array): void {
    const sizeBytes = this.#skippedBytes + this.#pendingBytes + tail.length;
    if (sizeBytes > MAX_RECORD_BYTES) {
      this.#skippedBytes = 0;
      this.#sink.problem({
        reason: 'oversized',
        offset: this.#recordOffset,
        sizeBytes,
        detail: `larger than ${MAX_RECORD_BYTES / 1024 / 1024} MiB`,
      });
    } else {
      this.#give(this.#pieces.length === 0 ? tail : concat([...this.#pieces, tail]));
    }
    this.#pieces = [];
    this.#pendingBytes = 0;
    this.#scout = undefined;
  }

  #give(bytes: Uint8Array): void {
    const terminated = bytes[bytes.length - 1] === LF;
    const record = trim(bytes);
    if (record.length === 0) return;
    this.#records++;
    if (!holdsSeveral(record)) {
      this.#sink.record(record, this.#recordOffset, terminated);
      return;
    }
    const splitter = new JsonSplitter(this.#sink, this.#traces, true);
    const lead = skipWhitespace(bytes, 0);
    splitter.push(record, this.#recordOffset + lead);
    splitter.end();
  }
}

/** Follows a record's structure to the `events` array of a trace, or to a second value after the first. */
class EventsScout {
  readonly #machine = new JsonMachine();
  readonly #path = new EventsPath();
  #isBroken = false;
  /** The first value is complete. */
  #isWhole = false;

  finds(bytes: Uint8Array): boolean {
    for (let i = 0; i < bytes.length && !this.#isBroken; i++) {
      i = this.#machine.skip(bytes, i);
      if (i >= bytes.length) return false;
      const byte = bytes[i];
      const step = this.#machine.step(byte);
      this.#isBroken = step === Step.broken;
      if (step === Step.opened && this.#path.opened(this.#machine, byte)) return true;
      if (step === Step.opened && this.#isWhole) return true;
      this.#isWhole ||= step === Step.closed && this.#machine.depth === 0;
    }
    return false;
  }
}

/** A complete JSON value followed by more. Only records are checked in which a line begins like one. */
function holdsSeveral(record: Uint8Array): boolean {
  let line = record.indexOf(LF);
  while (line >= 0 && record[line + 1] !== OPEN_BRACE && record[line + 1] !== OPEN_BRACKET)
    line = record.indexOf(LF, line + 1);
  if (line < 0) return false;
  const machine = new JsonMachine();
  for (let i = 0; i < record.length; i++) {
    i = machine.skip(record, i);
    if (i >= record.length) return false;
    const step = machine.step(record[i]);
    if (step === Step.broken) return false;
    if (step === Step.closed && machine.depth === 0) return i + 1 < record.length;
  }
  return false;
}

function trim(bytes: Uint8Array): Uint8Array {
  let from = 0;
  let to = bytes.length;
  while (from < to && isWhitespace(bytes[from])) from++;
  while (to > from && isPadding(bytes[to - 1])) to--;
  return bytes.subarray(from, to);
}

/** White space, or a byte of the byte order mark of a second file; neither ends a JSON text. */
function isPadding(byte: number): boolean {
  return isWhitespace(byte) || byte === 0xef || byte === 0xbb || byte === 0xbf;
}
