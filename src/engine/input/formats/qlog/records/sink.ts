/**
 * Output of the record splitters, and their problems. Shared by the JSON-SEQ and the JSON splitter, so that the decoder
 * gets one kind of input whatever the container.
 */
import type { RecordScanner } from './scan/record-scanner';
import type { ScannedRun } from './scan/run';

/** Why bytes were skipped. Offsets count from the start of the decompressed text. */
export interface SplitProblem {
  /** `prefix`: of every line, which nothing is lost of but that. */
  readonly reason: 'broken' | 'cut' | 'oversized' | 'prefix';
  readonly offset: number;
  readonly sizeBytes: number;
  readonly detail: string;
}

export interface RecordSink {
  /**
   * One top-level value of a sequence: a header or an event, an object or an array; the sink distinguishes them.
   * @param bytes JSON text in UTF-8, valid during the call only.
   * @param terminated false for the last record of a file that ends without a line end.
   */
  record(bytes: Uint8Array, offset: number, terminated: boolean): void;
  /**
   * One element, object or array, of an `events` array of a contained document.
   * @param trace number of its trace, counted through all documents of the file.
   */
  event(bytes: Uint8Array, offset: number, trace: number): void;
  /**
   * A contained document without its events; called when an `events` array begins and again at the document's end.
   * @param firstTrace number of the document's first `events` array, counted as in `event`.
   */
  header(bytes: Uint8Array, complete: boolean, firstTrace: number): void;
  problem(problem: SplitProblem): void;
  /** If set, recognised records are passed to `recognised`. */
  readonly scanner?: RecordScanner | null;
  /**
   * Whole records, or events of a contained document, that need no parsing; see `ScannedRun`.
   * @param offset of the run's base in the decompressed text.
   * @param trace as in `event`; null for records of a sequence.
   */
  recognised?(run: ScannedRun, offset: number, trace: number | null): void;
}

export function isWhitespace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The first index at or after `from` that is no white space; the length when there is none. */
export function skipWhitespace(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && isWhitespace(bytes[i])) i++;
  return i;
}

/** `a` followed by `b`. */
export function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
