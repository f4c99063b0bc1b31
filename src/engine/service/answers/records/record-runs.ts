/**
 * Reads the records of many rows again, in few reads: rows that are close together share one. Each row gets its record,
 * or the reason why it could not be read; no row is left out.
 */
import type { RecordAccess, RowPlace } from '../../../input/formats/record-access';
import { isMissing, type LoggedRecord, type Missing } from '../../../input/formats/records';
import { readRecord } from './read-record';
import type { ReadOptions, TextReader } from './text-reader';

/** Offsets of rows in the decompressed source. */
export interface RowOffsets {
  readonly length: number;
  offsetAt(row: number): number;
}

/** Rows and where their records are read from. */
export interface RecordSource<R extends LoggedRecord = LoggedRecord> {
  readonly rows: RowOffsets;
  readonly reader: TextReader;
  readonly records: RecordAccess<R> | Missing;
}

export interface RowRecord<R extends LoggedRecord = LoggedRecord> {
  readonly row: number;
  readonly record: R;
}

/** Why a record could not be read, and its offset. */
export interface RowFailure {
  readonly row: number;
  readonly offset: number;
  readonly failure: string;
}

/** Maximum bytes of one read; a longer record is read separately. */
export const RUN_BYTES = 1024 * 1024;
/** Largest gap between two rows for which one read is cheaper than two. */
const GAP_BYTES = 64 * 1024;
/** Bytes read for a row that has no next row as its end. */
const LAST_ROW_BYTES = 16 * 1024;

interface Span {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  /** What is at `to`. */
  readonly following: 'record' | 'more';
}

/**
 * Calls `visit` with every row's record, in the order of the rows.
 * @param rows ascending.
 * @returns false if the signal fired before the end; never rejects.
 */
export async function readRows<R extends LoggedRecord>(
  source: RecordSource<R>,
  rows: readonly number[],
  options: ReadOptions,
  visit: (read: RowRecord<R> | RowFailure) => void,
): Promise<boolean> {
  const { records } = source;
  const spans = rows.map((row) => spanOf(source.rows, row));
  if (isMissing(records)) {
    for (const span of spans) visit(failed(span, records.missing));
    return true;
  }
  for (const run of runsOf(spans)) {
    if (options.signal?.aborted) return false;
    const read = await readRun(source.reader, run, options);
    for (const span of run) {
      const record =
        typeof read === 'string'
          ? failed(span, read)
          : await recordOf({ ...source, records }, span, read, options);
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
  if (!(next > from)) return { row, from, to: from + LAST_ROW_BYTES, following: 'more' };
  const isNear = next <= from + RUN_BYTES;
  return { row, from, to: isNear ? next : from + RUN_BYTES, following: isNear ? 'record' : 'more' };
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

async function recordOf<R extends LoggedRecord>(
  { rows, reader, records }: RecordSource<R> & { readonly records: RecordAccess<R> },
  span: Span,
  { from, bytes }: Run,
  options: ReadOptions,
): Promise<RowRecord<R> | RowFailure> {
  const { row, following } = span;
  const place = placeOf(rows, row);
  const record = records.cutter(place).find(bytes.subarray(span.from - from, span.to - from), following);
  if (record !== null) return { row, record: record };
  try {
    return { row, record: await readRecord(reader, records.cutter(place), span.from, options) };
  } catch (error) {
    return failed(span, reasonOf(error));
  }
}

/** The place of a row's record. */
export function placeOf(rows: RowOffsets, row: number): RowPlace {
  const offset = rows.offsetAt(row);
  return {
    row,
    offset,
    part() {
      let first = row;
      while (first > 0 && rows.offsetAt(first - 1) === offset) first--;
      return row - first;
    },
  };
}

function failed({ row, from }: Span, failure: string): RowFailure {
  return { row, offset: from, failure };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
