/**
 * Rows of a table in a link: a version, and deflated after it how many rows the table has and each row with its length
 * and a check sum, the worst first. Of more than fit the sketches of the window are left out, then times of findings but
 * the worst, then the last rows. Of a damaged or cut link the rows before the damage are read.
 */
import { deflateSync } from 'fflate';
import type { ShareOption, ShareOptions } from '../../engine/reading/contract/share-options';
import { ByteReader, ByteWriter, Unreadable } from '../digest/bytes';
import { flag, record } from '../digest/codec';
import { inflatedPart } from '../digest/inflated-part';
import { fromBase64url, toBase64url } from '../digest/pack';
import type { TraceRow } from '../figures/rows';
import { ROW_VERSION, rowForm } from '../figures/rows';
import { worstOf } from './row-words';
import type { SharedRow } from './share-rows';
import { readRow } from './table-file';

/** Longest text in a link, in characters: browsers, trackers and most chat programs keep so much. */
export const MAX_PACKED = 32_000;
/** More rows fit no link: each has eight bytes at least. */
const MOST_TRIED = 3_000;
/** More inflated bytes than any table has in a link. */
const MAX_INFLATED_BYTES = 4 * 1024 * 1024;
const SUM = 65_521;

/** What the rows of a link have: everything; no window; no window, and times of the worst finding only. */
const DETAILS = ['whole', 'no-window', 'worst-only'] as const;
export type RowDetail = (typeof DETAILS)[number];

/** The options that change what rows hold. */
export const ROW_OPTIONS = [
  'fileName',
  'wallClock',
  'reasonPhrases',
] as const satisfies readonly ShareOption[];
/** Those that change what is included of groups. */
export const GROUP_OPTIONS: readonly ShareOption[] = [...ROW_OPTIONS, 'groupNames'];
type RowOptions = Pick<ShareOptions, (typeof ROW_OPTIONS)[number]>;

export interface PackedRows {
  /** Base64url. */
  readonly text: string;
  /** How many of the given rows it holds, from the first. */
  readonly held: number;
  readonly detail: RowDetail;
}

/** @param rows the worst first. @param options that they were shared by. @param maxLength in characters. */
export function packRows(
  rows: readonly SharedRow[],
  options: RowOptions,
  maxLength = MAX_PACKED,
): PackedRows {
  const pack = (held: number, detail: RowDetail): PackedRows => packed(rows, options, held, detail);
  if (rows.length <= MOST_TRIED)
    for (const detail of DETAILS) {
      const all = pack(rows.length, detail);
      if (all.text.length <= maxLength) return all;
    }
  // The most rows that fit, by halving; none always fits.
  let [fits, tooMany] = [0, Math.min(rows.length, MOST_TRIED)];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (pack(middle, 'worst-only').text.length <= maxLength) fits = middle;
    else tooMany = middle;
  }
  return pack(fits, 'worst-only');
}

function packed(
  rows: readonly SharedRow[],
  options: RowOptions,
  held: number,
  detail: RowDetail,
): PackedRows {
  const form = rowForm(detail === 'whole', ROW_VERSION);
  const writer = new ByteWriter();
  writer.uint(rows.length);
  writer.byte(DETAILS.indexOf(detail));
  optionForm.write(writer, options);
  for (const row of rows.slice(0, held)) {
    const own = new ByteWriter();
    form.write(own, detail === 'worst-only' ? withoutTimes(row) : row);
    const bytes = own.done();
    writer.uint(bytes.length);
    writer.bytes(bytes);
    writer.uint(sumOf(bytes));
  }
  const deflated = deflateSync(writer.done(), { level: 9 });
  const bytes = new Uint8Array(1 + deflated.length);
  bytes[0] = ROW_VERSION;
  bytes.set(deflated, 1);
  return { text: toBase64url(bytes), held, detail };
}

const optionForm = record<RowOptions>({ fileName: flag, wallClock: flag, reasonPhrases: flag });

function withoutTimes(row: TraceRow): TraceRow {
  const worst = worstOf(row);
  const findings = row.findings.map((finding) =>
    finding === worst ? finding : { ...finding, startUs: null, endUs: null },
  );
  return { ...row, findings };
}

/** The second sum of Adler-32 (RFC 1950 §8.2), which depends on the order too. */
function sumOf(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % SUM;
    b = (b + a) % SUM;
  }
  return b;
}

export interface UnpackedRows {
  readonly rows: readonly TraceRow[];
  /** How many the table had. */
  readonly total: number;
  readonly detail: RowDetail;
  /** By which they were shared. */
  readonly options: RowOptions;
  /** Why rows after these could not be read, as a clause; null where all were. */
  readonly problem: string | null;
}

/** Never throws. @returns why no row can be read, as a clause, where that is so. */
export function unpackRows(packed: string): UnpackedRows | string {
  const bytes = bytesOf(packed);
  const version = bytes?.[0] ?? 0;
  if (bytes === null || version < 1) return 'it is damaged: the link was cut or changed';
  if (version > ROW_VERSION)
    return `it was made by a newer qlogscope (rows of version ${version}, this one reads up to ${ROW_VERSION})`;
  const inflated = inflatedPart(bytes.subarray(1), MAX_INFLATED_BYTES);
  const reader = new ByteReader(inflated.bytes);
  const rows: TraceRow[] = [];
  try {
    const total = reader.uint();
    const detail = DETAILS[reader.byte()];
    if (detail === undefined) return 'it is damaged: the link was cut or changed';
    const options = optionForm.read(reader);
    let { problem } = inflated;
    try {
      const form = rowForm(detail === 'whole', version);
      while (reader.left > 0) rows.push(rowOf(reader, form));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problem = 'it is damaged: the link was cut or changed';
    }
    return { rows, total: Math.max(total, rows.length), detail, options, problem };
  } catch (error) {
    if (error instanceof Unreadable) return 'it is damaged: the link was cut or changed';
    throw error;
  }
}

/** A text that was cut within a byte is read up to there. */
function bytesOf(packed: string): Uint8Array | null {
  return fromBase64url(packed.length % 4 === 1 ? packed.slice(0, -1) : packed);
}

/** @throws Unreadable */
function rowOf(reader: ByteReader, form: ReturnType<typeof rowForm>): TraceRow {
  const bytes = reader.bytes(reader.uint());
  if (reader.uint() !== sumOf(bytes)) throw new Unreadable('a row is damaged');
  const own = new ByteReader(bytes);
  const row = readRow(form.read(own));
  if (row === null || own.left > 0) throw new Unreadable('a row is damaged');
  return row;
}
