/**
 * Pages of a flat column of Parquet as typed arrays: what the engines that write a fleet write, which is PLAIN and dictionary
 * encoding. The library reads every encoding, but makes an object of each value, and follows a run that claims a thousand
 * million values; here a page holds no more than it may, and a million rows take a tenth of the time. Headers, compression
 * and all other encodings are the library's.
 *
 * Source: Apache Parquet format, Data Pages, Encodings (PLAIN 0, RLE 3, RLE_DICTIONARY 8).
 */
import { type ColumnMetaData, type SchemaElement, snappyUncompress } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';

/** Bytes that are no Parquet. */
export class DamagedPage extends Error {}
export class OtherEncoding extends Error {}

/** Values without nulls. */
export type PageValues =
  | { readonly kind: 'numbers'; readonly values: Float64Array<ArrayBuffer> }
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      readonly starts: Uint32Array;
      readonly ends: Uint32Array;
    };

export interface DecodedPage {
  readonly rows: number;
  /** 1 for a row that has a value; null where all have. */
  readonly defined: Uint8Array | null;
  /** Of each row with a value its place in `values`; null where they stand there in turn. */
  readonly places: Uint32Array | null;
  readonly values: PageValues;
}

/** A page has 1 MiB as a rule. */
const MAX_PAGE_BYTES = 256 * 1024 ** 2;
/** Of a value of a dictionary. */
const LEAST_VALUE_BYTES = 4;

/**
 * @param chunk bytes of one column of a row group. @param rows of the row group.
 * @throws DamagedPage; OtherEncoding, after the last page, where one of them needs the library; RangeError where the bytes end within a value.
 */
export function* pagesOf(
  chunk: Uint8Array<ArrayBuffer>,
  meta: ColumnMetaData,
  element: SchemaElement,
  rows: number,
): Generator<DecodedPage, void, undefined> {
  const reader = { view: new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength), offset: 0 };
  const isOptional = element.repetition_type === 'OPTIONAL';
  let dictionary: PageValues | null = null;
  let left = rows;
  /** An encoding of a page, whose levels are sound: the others are looked at all the same. */
  let other: string | null = null;
  while (left > 0) {
    const header = parquetHeader(reader);
    const [size, stored] = [Number(header.uncompressed_page_size), Number(header.compressed_page_size)];
    if (!(size >= 0 && size <= MAX_PAGE_BYTES && stored >= 0 && reader.offset + stored <= chunk.length))
      throw new DamagedPage('a page of it claims a size that cannot be');
    const bytes = chunk.subarray(reader.offset, reader.offset + stored);
    reader.offset += stored;
    if (header.dictionary_page_header !== undefined) {
      const number = boundedTo(header.dictionary_page_header.num_values, size / LEAST_VALUE_BYTES);
      dictionary = plainValues(unpacked(bytes, size, meta), 0, number, element);
      continue;
    }
    const [first, second] = [header.data_page_header, header.data_page_header_v2];
    const number = boundedTo((first ?? second)?.num_values, left);
    const encoding = (first ?? second)?.encoding;
    let defined: Uint8Array | null = null;
    let [page, at] = [bytes as Uint8Array, 0];
    if (second === undefined) {
      page = unpacked(bytes, size, meta);
      if (isOptional) {
        const length = viewOf(page).getUint32(0, true);
        defined = levels(page.subarray(4, 4 + length), number);
        at = 4 + length;
      }
    } else {
      const skipped = second.repetition_levels_byte_length;
      const end = skipped + second.definition_levels_byte_length;
      if (!(skipped === 0 && end >= 0 && end <= bytes.length))
        throw new DamagedPage('a page of it is damaged');
      if (isOptional) defined = levels(bytes.subarray(0, end), number);
      const data = bytes.subarray(end);
      page = second.is_compressed === false ? data : unpacked(data, size - end, meta);
    }
    const held = defined === null ? number : countOf(defined);
    const isAll = held === number;
    const common = { rows: number, defined: isAll ? null : defined };
    left -= number;
    if (encoding === 'PLAIN') yield { ...common, places: null, values: plainValues(page, at, held, element) };
    else if (encoding === 'RLE_DICTIONARY' || encoding === 'PLAIN_DICTIONARY') {
      if (dictionary === null && held > 0) throw new DamagedPage('a page of it has no dictionary');
      const values = dictionary ?? { kind: 'numbers', values: new Float64Array(0) };
      yield { ...common, places: dictionaryPlaces(page, at, held, lengthOf(values)), values };
    } else if (encoding === 'RLE' && element.type === 'BOOLEAN') {
      const length = held === 0 ? 0 : viewOf(page).getUint32(at, true);
      const values = Float64Array.from(levels(page.subarray(at + 4, at + 4 + length), held));
      yield { ...common, places: null, values: { kind: 'numbers', values } };
    } else if (encoding !== undefined && BY_LIBRARY.includes(encoding)) other = encoding;
    else throw new DamagedPage('a page of it has an encoding that there is not');
  }
  if (other !== null) throw new OtherEncoding(other);
}

/** What the library reads in as many steps as there are values. */
const BY_LIBRARY: readonly string[] = [
  'DELTA_BINARY_PACKED',
  'DELTA_LENGTH_BYTE_ARRAY',
  'DELTA_BYTE_ARRAY',
  'BYTE_STREAM_SPLIT',
];

function boundedTo(number: number | undefined, most: number): number {
  if (number === undefined || !(number >= 0 && number <= most))
    throw new DamagedPage('a page of it claims more rows than there are');
  return number;
}

/** Bytes that Snappy gives for one: 64 for a copy of three, the densest of its elements. What claims more is not allocated. */
const MOST_SNAPPY = 64 / 3;

function unpacked(bytes: Uint8Array, size: number, { codec }: ColumnMetaData): Uint8Array {
  if (codec === 'UNCOMPRESSED') return bytes;
  if (codec !== 'SNAPPY')
    throw new DamagedPage(`it is compressed by ${codec}, which this page does not read`);
  if (!(size >= 0 && size <= MOST_SNAPPY * bytes.length))
    throw new DamagedPage('a page of it claims a size that cannot be');
  const page = new Uint8Array(size);
  if (size > 0) snappyUncompress(bytes, page);
  return page;
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function countOf(defined: Uint8Array): number {
  let held = 0;
  for (let i = 0; i < defined.length; i++) held += defined[i];
  return held;
}

function levels(bytes: Uint8Array, number: number): Uint8Array {
  const out = new Uint8Array(number);
  runs(bytes, 1, out);
  return out;
}

function dictionaryPlaces(page: Uint8Array, at: number, held: number, entries: number): Uint32Array {
  const out = new Uint32Array(held);
  if (held === 0) return out;
  const width = page[at];
  if (!(width <= 32)) throw new DamagedPage('a page of it is damaged');
  if (width > 0) runs(page.subarray(at + 1), width, out);
  for (let i = 0; i < held; i++)
    if (out[i] >= entries) throw new DamagedPage('a page of it names a value that its dictionary lacks');
  return out;
}

/** Bits of values that are shifted together with a further byte in 32. */
const MOST_SHIFTED = 24;

/** Bit-packed values into [from, to) of `out`. @param at where their bytes begin. @returns where they end. */
function unshifted(
  bytes: Uint8Array,
  at: number,
  width: number,
  out: Uint8Array | Uint32Array,
  from: number,
  to: number,
): number {
  const mask = (1 << width) - 1;
  let [bits, held, place] = [0, 0, at];
  if (at + Math.ceil(((to - from) * width) / 8) > bytes.length)
    throw new DamagedPage('a page of it ends within its values');
  for (let i = from; i < to; i++) {
    for (; held < width; held += 8) bits |= bytes[place++] << held;
    out[i] = bits & mask;
    bits >>>= width;
    held -= width;
  }
  return place;
}

/** Runs and bit-packed groups of eight, as many values as `out` takes. */
function runs(bytes: Uint8Array, width: number, out: Uint8Array | Uint32Array): void {
  let [at, seen] = [0, 0];
  const next = (): number => {
    if (at >= bytes.length) throw new DamagedPage('a page of it ends within its values');
    return bytes[at++];
  };
  while (seen < out.length) {
    let [header, shift] = [0, 0];
    for (let byte = 0x80; byte >= 0x80; shift += 7) {
      byte = next();
      if (shift > 28) throw new DamagedPage('a page of it is damaged');
      header += (byte & 0x7f) * 2 ** shift;
    }
    const isPacked = header % 2 === 1;
    const count = Math.floor(header / 2);
    if (count === 0) throw new DamagedPage('a page of it is damaged');
    if (isPacked) {
      const end = Math.min(out.length, seen + count * 8);
      // Groups are written whole, also where fewer values are left.
      const groupsEnd = at + count * width;
      if (width <= MOST_SHIFTED) at = unshifted(bytes, at, width, out, seen, end);
      else {
        let [bits, held] = [0, 0];
        const modulus = 2 ** width;
        for (let i = seen; i < end; i++) {
          // Of up to 32 bits, in a number that takes 53.
          while (held < width) {
            bits += next() * 2 ** held;
            held += 8;
          }
          out[i] = bits % modulus;
          bits = Math.floor(bits / modulus);
          held -= width;
        }
      }
      seen = end;
      at = Math.min(bytes.length, groupsEnd);
    } else {
      let value = 0;
      for (let i = 0; i < Math.ceil(width / 8); i++) value += next() * 256 ** i;
      if (count > out.length - seen) throw new DamagedPage('a page of it claims more rows than there are');
      out.fill(value, seen, seen + count);
      seen += count;
    }
  }
}

export function lengthOf(values: PageValues): number {
  return values.kind === 'numbers' ? values.values.length : values.ends.length;
}

/** @param at where values begin. @param number of them. */
function plainValues(page: Uint8Array, at: number, number: number, element: SchemaElement): PageValues {
  if (element.type === 'BYTE_ARRAY') return plainBytes(page, at, number);
  const view = viewOf(page);
  const values = new Float64Array(number);
  const scale = scaleOf(element);
  switch (element.type) {
    case 'DOUBLE':
      for (let i = 0; i < number; i++) values[i] = view.getFloat64(at + i * 8, true);
      break;
    case 'INT32':
      for (let i = 0; i < number; i++) values[i] = view.getInt32(at + i * 4, true);
      break;
    case 'INT64':
      for (let i = 0; i < number; i++)
        values[i] =
          (view.getInt32(at + i * 8 + 4, true) * 2 ** 32 + view.getUint32(at + i * 8, true)) / scale;
      break;
    case 'BOOLEAN':
      for (let i = 0; i < number; i++) values[i] = (view.getUint8(at + (i >> 3)) >> (i & 7)) & 1;
      break;
    default:
      throw new DamagedPage(`a column of it has the type ${element.type}, which no column of a fleet has`);
  }
  return { kind: 'numbers', values };
}

/** Units of a date in a millisecond. */
function scaleOf({ converted_type: converted, logical_type: logical }: SchemaElement): number {
  if (converted === 'TIMESTAMP_MICROS') return 1000;
  if (logical?.type !== 'TIMESTAMP') return 1;
  return { MILLIS: 1, MICROS: 1000, NANOS: 1e6 }[logical.unit];
}

function plainBytes(page: Uint8Array, at: number, number: number): PageValues {
  const view = viewOf(page);
  const [starts, ends] = [new Uint32Array(number), new Uint32Array(number)];
  let end = at;
  for (let i = 0; i < number; i++) {
    const start = end + 4;
    end = start + view.getUint32(end, true);
    if (end > page.length) throw new DamagedPage('a page of it ends within its values');
    starts[i] = start;
    ends[i] = end;
  }
  return { kind: 'bytes', bytes: page, starts, ends };
}
