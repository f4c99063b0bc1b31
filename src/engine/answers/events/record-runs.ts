/**
 * Reads the records of many rows again, in few reads: rows that are close together share one. Each record is returned
 * with its text and its parsed value, or with the reason why it could not be read; no row is left out.
 */

import {
  type ReadOptions,
  type RecordBytes,
  RecordCutter,
  readRecord,
  type TextReader,
} from '../../formats/qlog/access/record-text';
import { isWhitespace } from '../../formats/qlog/records/sink';

/** Offsets of rows in the decompressed source. */
export interface RowOffsets {
  readonly length: number;
  offsetAt(row: number): number;
}

/** A record, parsed and as logged. */
export interface RowRecord {
  readonly row: number;
  readonly record: unknown;
  readonly text: string;
  /** Bytes of the record in the decompressed source. */
  readonly sizeBytes: number;
}

/** Why a record could not be read, and its offset. */
export interface RowFailure {
  readonly row: number;
  readonly offset: number;
  readonly failure: string;
  /** Its text if it is not JSON; null if none could be read. */
  readonly text: string | null;
  readonly sizeBytes: number;
}

/** Maximum bytes of one read; a longer record is read separately. */
export const RUN_BYTES = 1024 * 1024;
/** Largest gap between two rows for which one read is cheaper than two. */
const GAP_BYTES = 64 * 1024;
/** Bytes read for the last row, which has no next row as its end. */
const LAST_ROW_BYTES = 16 * 1024;

interface Span {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

const DECODER = new TextDecoder('utf-8', { fatal: false });

/**
 * Calls `visit` with every row's record, in the order of the rows.
 * @param rows ascending.
 * @returns false if the signal fired before the end; never rejects.
 */
export async function readRows(
  reader: TextReader,
  offsets: RowOffsets,
  rows: readonly number[],
  options: ReadOptions,
  visit: (read: RowRecord | RowFailure) => void,
): Promise<boolean> {
  for (const run of runsOf(rows.map((row) => spanOf(offsets, row)))) {
    if (options.signal?.aborted) return false;
    const read = await readRun(reader, run, options);
    for (const span of run) {
      const record =
        typeof read === 'string' ? failed(span, read) : await recordOf(reader, span, read, options);
      if (options.signal?.aborted) return false;
      visit(record);
    }
  }
  return true;
}

/** Approximate size of a row's record in bytes. */
export function rowBytes(offsets: RowOffsets, row: number): number {
  const { from, to } = spanOf(offsets, row);
  return to - from;
}

/** A row's bytes end at the next row at the latest. */
function spanOf(offsets: RowOffsets, row: number): Span {
  const from = offsets.offsetAt(row);
  const next = row + 1 < offsets.length ? offsets.offsetAt(row + 1) : Number.NaN;
  const to = next > from ? Math.min(next, from + RUN_BYTES) : from + LAST_ROW_BYTES;
  return { row, from, to };
}

function runsOf(spans: readonly Span[]): readonly (readonly Span[])[] {
  const runs: Span[][] = [];
  let run: Span[] = [];
  for (const span of spans) {
    const [first] = run;
    const last = run[run.length - 1];
    const near =
      first !== undefined &&
      last !== undefined &&
      span.from >= last.from &&
      span.from - last.to <= GAP_BYTES &&
      span.to - first.from <= RUN_BYTES;
    if (near) run.push(span);
    else {
      run = [span];
      runs.push(run);
    }
  }
  return runs;
}

interface Run {
  readonly from: number;
  readonly bytes: Uint8Array;
}

/** The run's bytes, or why they cannot be read. */
async function readRun(
  reader: TextReader,
  run: readonly Span[],
  options: ReadOptions,
): Promise<Run | string> {
  const from = run[0]?.from ?? 0;
  const to = run.reduce((end, span) => Math.max(end, span.to), from);
  try {
    return { from, bytes: await reader.read(from, to, options) };
  } catch (error) {
    return reasonOf(error);
  }
}

async function recordOf(
  reader: TextReader,
  span: Span,
  { from, bytes }: Run,
  options: ReadOptions,
): Promise<RowRecord | RowFailure> {
  const slice = bytes.subarray(span.from - from, span.to - from);
  const alone = parsedAlone(span, slice);
  if (alone !== null) return alone;
  const found = new RecordCutter().find(slice);
  if (found !== null) return parsed(span, found);
  try {
    return parsed(span, await readRecord(reader, span.from, options));
  } catch (error) {
    return failed(span, reasonOf(error));
  }
}

/**
 * The record if only separators are between it and the next row, as in most files: finding its end byte by byte takes
 * three times as long. Else null.
 */
function parsedAlone({ row }: Span, slice: Uint8Array): RowRecord | null {
  let from = 0;
  let to = slice.length;
  while (from < to && isSeparator(slice[from] as number)) from++;
  while (to > from && isSeparator(slice[to - 1] as number)) to--;
  const opener = slice[from];
  const closer = slice[to - 1];
  const isObject = opener === 0x7b && closer === 0x7d;
  if (!isObject && !(opener === 0x5b && closer === 0x5d)) return null;
  const text = DECODER.decode(slice.subarray(from, to));
  try {
    return { row, record: JSON.parse(text), text, sizeBytes: to - from };
  } catch {
    return null;
  }
}

/** White space, a record separator (RFC 7464) or a comma. */
function isSeparator(byte: number): boolean {
  return isWhitespace(byte) || byte === 0x1e || byte === 0x2c;
}

function parsed(span: Span, { bytes, state }: RecordBytes): RowRecord | RowFailure {
  if (state === 'cut') return failed(span, 'the source ends inside the record');
  if (state === 'too-large') return failed(span, 'the record is longer than 16 MiB');
  const text = DECODER.decode(bytes);
  try {
    return { row: span.row, record: JSON.parse(text), text, sizeBytes: bytes.length };
  } catch (error) {
    return { ...failed(span, reasonOf(error)), text, sizeBytes: bytes.length };
  }
}

function failed({ row, from }: Span, failure: string): RowFailure {
  return { row, offset: from, failure, text: null, sizeBytes: 0 };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
