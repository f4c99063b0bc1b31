/**
 * Columns of a fleet in memory: one number, or one code of a short list of texts, per row, and texts that differ in every
 * row as bytes after one another, all cleaned when they are taken (engine/base/text/plain.ts). A row is its number; nothing is kept per row but in columns.
 */
import { plainLine } from '../../engine/base/text/plain';
import { type DecodedPage, lengthOf, type PageValues } from './pages';

/** Texts of which there are few: `codes` are places in `values`, 0 for null. */
export interface CodedColumn {
  readonly kind: 'coded';
  readonly codes: Uint32Array<ArrayBuffer>;
  /** The first is empty, and stands for null. */
  readonly values: readonly string[];
}

/** NaN for null; of booleans 1 and 0; of dates ms since 1970. */
export interface NumberColumn {
  readonly kind: 'number';
  readonly values: Float64Array<ArrayBuffer>;
}

/** UTF-8 of all texts; a null is empty. */
export interface TextColumn {
  readonly kind: 'text';
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where the text of a row ends; that of the row before ends where it begins. */
  readonly ends: Uint32Array<ArrayBuffer>;
}

export type LoadedColumn = CodedColumn | NumberColumn | TextColumn;

const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();

function bytesAt({ bytes, ends }: TextColumn, row: number): Uint8Array {
  return bytes.subarray(row === 0 ? 0 : ends[row - 1], ends[row]);
}

export function textAt(column: TextColumn, row: number): string {
  return DECODER.decode(bytesAt(column, row));
}

/** Longer texts are not file names, and are decoded as others. */
const LONG_BYTES = 4096;

/** As `textAt`, in lower case. */
export function lowerTextAt(column: TextColumn, row: number): string {
  const bytes = bytesAt(column, row);
  if (bytes.length > LONG_BYTES) return DECODER.decode(bytes).toLowerCase();
  for (let at = 0; at < bytes.length; at++) if (bytes[at] >= 0x80) return DECODER.decode(bytes).toLowerCase();
  return String.fromCharCode.apply(null, bytes as unknown as number[]).toLowerCase();
}

const LOWER = Uint8Array.from({ length: 256 }, (_, code) =>
  code < 0x80 ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : code,
);

/** Whether the text of a row contains another. @param wanted in lower case. */
export function containsText(column: TextColumn, wanted: string): (row: number) => boolean {
  const needle = ENCODER.encode(wanted);
  const { bytes, ends } = column;
  const { length } = needle;
  if (length === 0) return () => true;
  // Letters beyond ASCII have other bytes in lower case.
  if (needle.some((byte) => byte >= 0x80)) return (row) => lowerTextAt(column, row).includes(wanted);
  const first = needle[0];
  return (row) => {
    const last = ends[row] - length;
    for (let at = row === 0 ? 0 : ends[row - 1]; at <= last; at++) {
      if (LOWER[bytes[at]] !== first) continue;
      let same = 1;
      while (same < length && LOWER[bytes[at + same]] === needle[same]) same++;
      if (same === length) return true;
    }
    return false;
  };
}

/** Takes the values of a column in the order of its rows. */
export interface PageTaker {
  add(values: ArrayLike<unknown>): void;
  addPage(page: DecodedPage): void;
}

export interface ColumnBuilder extends PageTaker {
  /** Holds so many rows from now on: nulls where there were fewer, and none of those beyond. */
  holdTo(row: number): void;
  done(): LoadedColumn;
}

export type ColumnKind = LoadedColumn['kind'];

/** @param rows in all. */
export function columnBuilder(kind: ColumnKind, rows: number): ColumnBuilder {
  if (kind === 'number') return new NumberBuilder(rows);
  return kind === 'coded' ? new CodedBuilder(rows) : new TextBuilder(rows);
}

/** A column without the rows of some ranges, in ascending order. */
export function withoutRows(
  column: LoadedColumn,
  ranges: readonly { readonly from: number; readonly to: number }[],
): LoadedColumn {
  if (ranges.length === 0) return column;
  const total = rowsOf(column);
  const between = ranges.map(({ to }, i) => ({ from: to, to: ranges[i + 1]?.from ?? total }));
  const spans = [{ from: 0, to: ranges[0]?.from ?? total }, ...between];
  const rows = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  const builder = columnBuilder(column.kind, rows);
  for (const { from, to } of spans) {
    if (column.kind === 'number') builder.add(column.values.subarray(from, to));
    else
      for (let row = from; row < to; row++)
        builder.add([column.kind === 'text' ? bytesAt(column, row) : codedAt(column, row)]);
  }
  return builder.done();
}

function rowsOf(column: LoadedColumn): number {
  if (column.kind === 'number') return column.values.length;
  return column.kind === 'coded' ? column.codes.length : column.ends.length;
}

export function codedAt({ codes, values }: CodedColumn, row: number): string | null {
  const code = codes[row] ?? 0;
  return code === 0 ? null : (values[code] ?? null);
}

class NumberBuilder implements ColumnBuilder {
  readonly #values: Float64Array<ArrayBuffer>;
  #row = 0;

  constructor(rows: number) {
    this.#values = new Float64Array(rows);
  }

  add(values: ArrayLike<unknown>): void {
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      this.#values[this.#row++] = value === null || value === undefined ? Number.NaN : Number(value);
    }
  }

  addPage({ rows, defined, places, values }: DecodedPage): void {
    const from = values.kind === 'numbers' ? values.values : null;
    let place = 0;
    for (let i = 0; i < rows; i++) {
      const has = defined === null || defined[i] === 1;
      const value = has && from !== null ? from[places === null ? place : places[place]] : undefined;
      if (has) place++;
      this.#values[this.#row++] = value ?? Number.NaN;
    }
  }

  holdTo(row: number): void {
    if (row > this.#row) this.#values.fill(Number.NaN, this.#row, row);
    this.#row = row;
  }

  done(): NumberColumn {
    return { kind: 'number', values: this.#values };
  }
}

class CodedBuilder implements ColumnBuilder {
  readonly #codes: Uint32Array<ArrayBuffer>;
  readonly #values: string[] = [''];
  readonly #codeOf = new Map<unknown, number>();
  #dictionary: { readonly values: PageValues; readonly codes: Uint32Array } | null = null;
  #row = 0;

  constructor(rows: number) {
    this.#codes = new Uint32Array(rows);
  }

  add(values: ArrayLike<unknown>): void {
    let [last, code]: [unknown, number] = [null, 0];
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (value !== last) {
        code = value === null || value === undefined ? 0 : this.#code(value);
        last = value;
      }
      this.#codes[this.#row++] = code;
    }
  }

  /** An empty text is none. */
  #code(value: unknown): number {
    if (value === '') return 0;
    const existing = this.#codeOf.get(value);
    if (existing !== undefined) return existing;
    const code = this.#values.push(plainLine(String(value))) - 1;
    this.#codeOf.set(value, code);
    return code;
  }

  addPage({ rows, defined, places, values }: DecodedPage): void {
    const codes = this.#codesOf(values);
    let place = 0;
    for (let i = 0; i < rows; i++) {
      if (defined !== null && defined[i] === 0) this.#codes[this.#row++] = 0;
      else {
        this.#codes[this.#row++] = codes[places === null ? place : places[place]];
        place++;
      }
    }
  }

  /** Codes of the values of a page, or of the dictionary of several. */
  #codesOf(values: PageValues): Uint32Array {
    if (this.#dictionary?.values === values) return this.#dictionary.codes;
    const codes = Uint32Array.from({ length: lengthOf(values) }, (_, i) =>
      this.#code(
        values.kind === 'numbers'
          ? values.values[i]
          : DECODER.decode(values.bytes.subarray(values.starts[i], values.ends[i])),
      ),
    );
    this.#dictionary = { values, codes };
    return codes;
  }

  holdTo(row: number): void {
    if (row > this.#row) this.#codes.fill(0, this.#row, row);
    this.#row = row;
  }

  done(): CodedColumn {
    return { kind: 'coded', codes: this.#codes, values: this.#values };
  }
}

/** Of most names: nothing else is decoded to be cleaned. */
function isPlain(text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte < 0x20 || byte > 0x7e) return false;
  }
  return true;
}

/** Bytes of texts that are made room for at once, per row, at most. */
const TEXT_BYTES = 64;

class TextBuilder implements ColumnBuilder {
  #bytes = new Uint8Array(0);
  readonly #ends: Uint32Array<ArrayBuffer>;
  #at = 0;
  #row = 0;

  constructor(rows: number) {
    this.#ends = new Uint32Array(rows);
  }

  add(values: ArrayLike<unknown>): void {
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (value !== null && value !== undefined)
        this.#append(value instanceof Uint8Array ? value : ENCODER.encode(String(value)));
      this.#ends[this.#row++] = this.#at;
    }
  }

  addPage({ rows, defined, places, values }: DecodedPage): void {
    let place = 0;
    for (let i = 0; i < rows; i++) {
      if ((defined === null || defined[i] === 1) && values.kind === 'bytes') {
        const at = places === null ? place : places[place];
        this.#append(values.bytes.subarray(values.starts[at], values.ends[at]));
        place++;
      }
      this.#ends[this.#row++] = this.#at;
    }
  }

  #append(logged: Uint8Array): void {
    const text = isPlain(logged) ? logged : ENCODER.encode(plainLine(DECODER.decode(logged)));
    const end = this.#at + text.length;
    if (end > this.#bytes.length) {
      // As long as in the rows so far: most columns have a text in none, or in each.
      const rows = this.#ends.length;
      const likely = Math.min(rows * TEXT_BYTES, Math.ceil((end / (this.#row + 1)) * rows));
      const wider = new Uint8Array(Math.max(end, this.#bytes.length * 2, likely));
      wider.set(this.#bytes.subarray(0, this.#at));
      this.#bytes = wider;
    }
    this.#bytes.set(text, this.#at);
    this.#at = end;
  }

  holdTo(row: number): void {
    if (row > this.#row) this.#ends.fill(this.#at, this.#row, row);
    else this.#at = row === 0 ? 0 : this.#ends[row - 1];
    this.#row = row;
  }

  done(): TextColumn {
    return { kind: 'text', bytes: this.#bytes.slice(0, this.#at), ends: this.#ends };
  }
}
