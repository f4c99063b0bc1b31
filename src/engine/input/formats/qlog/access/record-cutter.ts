/**
 * Finds a record of a qlog in the bytes from its offset on: a JSON value between white space, separators and commas. The
 * JSON machine finds its end; a broken one ends with its line.
 */
import type { RecordCutter } from '../../record-access';
import { MAX_RECORD_BYTES } from '../../records';
import { JsonMachine, Step } from '../records/json-machine';
import { isWhitespace } from '../records/sink';
import { QlogRecord } from './qlog-record';

const RECORD_SEPARATOR = 0x1e;
const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const LIMIT = `${MAX_RECORD_BYTES / 1024 / 1024} MiB`;

export class QlogCutter implements RecordCutter<QlogRecord> {
  readonly #machine = new JsonMachine();
  /** Start of the record, once a byte other than white space was found. */
  #start = 0;
  #begun = false;
  #broken = false;
  #at = 0;

  find(bytes: Uint8Array, following: 'record' | 'more'): QlogRecord | null {
    return (following === 'record' ? recordAlone(bytes) : null) ?? this.#find(bytes);
  }

  cutOff(bytes: Uint8Array, at: 'end' | 'limit'): QlogRecord {
    const damage = at === 'end' ? 'the source ends inside the record' : `the record is longer than ${LIMIT}`;
    return QlogRecord.cutOff(bytes.subarray(this.#start), damage, at === 'limit');
  }

  #find(bytes: Uint8Array): QlogRecord | null {
    while (!this.#broken && this.#at < bytes.length) {
      const byte = bytes[this.#at];
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
      if (step === Step.closed && this.#machine.depth === 0)
        return QlogRecord.whole(bytes.subarray(this.#start, this.#at));
      this.#at = this.#machine.skip(bytes, this.#at);
    }
    if (!this.#broken) return null;
    while (this.#at < bytes.length && !endsLine(bytes[this.#at])) this.#at++;
    return QlogRecord.whole(bytes.subarray(this.#start, this.#at), this.#at === bytes.length);
  }

  #begin(byte: number): void {
    if (isWhitespace(byte) || byte === RECORD_SEPARATOR) {
      this.#start = ++this.#at;
      return;
    }
    this.#begun = true;
    this.#broken = byte !== OPEN_BRACE && byte !== OPEN_BRACKET;
  }
}

/**
 * The record if only separators are between it and the next row, as in most files: finding its end byte by byte takes
 * three times as long. Else null.
 */
function recordAlone(bytes: Uint8Array): QlogRecord | null {
  let from = 0;
  let to = bytes.length;
  while (from < to && isSeparator(bytes[from])) from++;
  while (to > from && isSeparator(bytes[to - 1])) to--;
  const opener = bytes[from];
  const closer = bytes[to - 1];
  const isObject = opener === OPEN_BRACE && closer === CLOSE_BRACE;
  if (!isObject && !(opener === OPEN_BRACKET && closer === CLOSE_BRACKET)) return null;
  const record = QlogRecord.whole(bytes.subarray(from, to));
  return record.value === undefined ? null : record;
}

function endsLine(byte: number): boolean {
  return byte === LINE_FEED || byte === RECORD_SEPARATOR;
}

/** White space, a record separator (RFC 7464) or a comma. */
function isSeparator(byte: number): boolean {
  return isWhitespace(byte) || byte === RECORD_SEPARATOR || byte === COMMA;
}
