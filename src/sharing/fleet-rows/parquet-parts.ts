/**
 * Reads Parquet files of a fleet: what each holds, and columns of all. The files come from outside: one that is damaged, of
 * another table or a newer version is left out with a reason; a column that one does not hold is null in its rows.
 */
import {
  type AsyncBuffer,
  type ColumnMetaData,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  type RowGroup,
  type SchemaElement,
  snappyUncompress,
} from 'hyparquet';
import { RemoteFailure, SourceChanged } from '../../engine/input/bytes/errors';
import {
  type ColumnBuilder,
  type ColumnKind,
  columnBuilder,
  type LoadedColumn,
  type PageTaker,
} from './columns';
import { DamagedPage, type DecodedPage, OtherEncoding, pagesOf } from './pages';
import { isParquet, PARQUET_HEAD_BYTES } from './parquet-head';
import { FLEET_VERSION, TABLE_KEY, TABLES, VERSION_KEY } from './schema';
import { TRACE_COLUMNS } from './trace-columns';

/** A file that is read in ranges. */
export interface FleetSource {
  /** Path below what was opened. */
  readonly name: string;
  readonly sizeBytes: number;
  /** @throws where the bytes cannot be read. */
  readonly slice: (from: number, to: number) => Promise<ArrayBuffer>;
}

/** Why a file is left out, as a clause. */
export class FleetProblem extends Error {}

export const NO_PARQUET = 'it is no Parquet: its first bytes are not PAR1';

/** Why bytes cannot be read, as a clause. */
export function reasonOf(error: unknown): string {
  const isSaid = error instanceof FleetProblem || error instanceof RemoteFailure;
  return isSaid || error instanceof SourceChanged ? error.message : 'its bytes cannot be read';
}

/** A file of traces whose rows can be read. */
export interface FleetPart {
  readonly source: FleetSource;
  readonly metadata: FileMetaData;
  readonly rows: number;
  /** Names of its columns that this version reads. */
  readonly columns: ReadonlySet<string>;
  /** Day that its folder names, as the job writes it; null for none. */
  readonly day: string | null;
}

/** Most rows of all files together: 5 million have some 1.5 GB of columns. */
export const MOST_FLEET_ROWS = 5_000_000;
const MAX_METADATA_BYTES = 64 * 1024 ** 2;
const MAX_GROUP_ROWS = 2_000_000;
const LEAST_BYTES = 12;
/** Columns without which rows say nothing. */
const NEEDED = ['file', 'severity'] as const;

/** What a file holds. @returns null for findings, and for the ledger of the job. @throws FleetProblem; what reading throws. */
export async function openPart(source: FleetSource): Promise<FleetPart | null> {
  const { name, sizeBytes } = source;
  if (isOther(name)) return null;
  if (sizeBytes < LEAST_BYTES) throw new FleetProblem(sizeBytes === 0 ? 'it is empty' : 'it is cut');
  if (!isParquet(new Uint8Array(await source.slice(0, PARQUET_HEAD_BYTES))))
    throw new FleetProblem(NO_PARQUET);
  const tail = new DataView(await source.slice(sizeBytes - 8, sizeBytes));
  if (tail.byteLength < 8 || tail.getUint32(4, false) !== 0x50415231)
    throw new FleetProblem('it is cut: its last bytes are not PAR1');
  const length = tail.getUint32(0, true);
  if (length > Math.min(MAX_METADATA_BYTES, sizeBytes - 8))
    throw new FleetProblem('the size of its metadata cannot be');
  const metadata = await damaged(() =>
    parquetMetadataAsync(
      { byteLength: sizeBytes, slice: (from, to = sizeBytes) => source.slice(from, to) },
      { geoparquet: false },
    ),
  );
  const metaOf = (key: string) => metadata.key_value_metadata?.find((one) => one.key === key)?.value ?? null;
  const table = metaOf(TABLE_KEY);
  if (table === 'findings') return null;
  if (table !== null && !Object.hasOwn(TABLES, table))
    throw new FleetProblem('it is another table of qlogscope');
  const version = Number(metaOf(VERSION_KEY) ?? FLEET_VERSION);
  if (!(version <= FLEET_VERSION))
    throw new FleetProblem(
      `it was written by a newer qlogscope (rows of version ${String(version).slice(0, 9)}, this page reads up to ${FLEET_VERSION})`,
    );
  const held = new Set(metadata.schema.slice(1).map((element) => element.name));
  const columns = new Set(
    TRACE_COLUMNS.map((column): string => column.name).filter((column) => held.has(column)),
  );
  if (NEEDED.some((column) => !columns.has(column)))
    throw new FleetProblem('it is Parquet, but not a table of traces that qlogscope wrote');
  const groups = metadata.row_groups.map((group) => Number(group.num_rows));
  const rows = groups.reduce((sum, one) => sum + one, 0);
  if (rows !== Number(metadata.num_rows) || groups.some((one) => !(one >= 0 && one <= MAX_GROUP_ROWS)))
    throw new FleetProblem('the number of its rows cannot be');
  return { source, metadata, rows, columns, day: /(?:^|\/)day=([^/]+)\//.exec(name)?.[1] ?? null };
}

/** By its path: the job writes findings beside traces, and what it has read into folders that begin with `_`. */
function isOther(name: string): boolean {
  return /(?:^|\/)(?:findings\/day=|_)[^/]*/.test(name);
}

/** What the library throws for bytes that are no Parquet. */
async function damaged<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isOfReading = error instanceof RemoteFailure || error instanceof SourceChanged;
    if (isOfReading || error instanceof FleetProblem || error instanceof DOMException) throw error;
    if (error instanceof DamagedPage) throw new FleetProblem(error.message);
    throw new FleetProblem(
      `it is damaged: ${(error instanceof Error ? error.message : String(error)).slice(0, 200)}`,
    );
  }
}

const KINDS: { readonly [type in (typeof TRACE_COLUMNS)[number]['type']]: ColumnKind | null } = {
  STRING: 'coded',
  INT32: 'number',
  INT64: 'number',
  DOUBLE: 'number',
  BOOLEAN: 'number',
  TIMESTAMP: 'number',
  BYTE_ARRAY: null,
};
/** Texts that differ in almost every row. */
const UNIQUE: readonly string[] = ['file', 'hash', 'folder', 'failure', 'copy_of'];

/** @returns null for a column that is not kept in memory. */
export function kindOf(column: string): ColumnKind | null {
  if (UNIQUE.includes(column)) return 'text';
  const type = TRACE_COLUMNS.find(({ name }) => name === column)?.type;
  return type === undefined ? null : KINDS[type];
}

/** Columns of all parts, one part after the other. */
export interface ReadColumns {
  readonly columns: ReadonlyMap<string, LoadedColumn>;
  /** Why columns of a part could not be read, by its place: its rows hold nulls. */
  readonly problems: ReadonlyMap<number, string>;
}

/** @param onRows so many rows of these columns are read. Never throws for what a file holds. */
export async function readColumns(
  parts: readonly FleetPart[],
  names: readonly string[],
  onRows: (rows: number) => void = () => undefined,
): Promise<ReadColumns> {
  const total = parts.reduce((sum, { rows }) => sum + rows, 0);
  const builders = new Map(
    names.flatMap((name) => {
      const kind = kindOf(name);
      return kind === null ? [] : [[name, columnBuilder(kind, total)] as const];
    }),
  );
  const problems = new Map<number, string>();
  let end = 0;
  for (const [at, part] of parts.entries()) {
    const { columns, rows, day } = part;
    end += rows;
    if (day !== null && !columns.has('day')) builders.get('day')?.add(new Array(rows).fill(day));
    const held = [...builders.keys()].filter((name) => columns.has(name));
    try {
      await readPart(part, new Map(held.map((name) => [name, builders.get(name) as ColumnBuilder])), onRows);
    } catch (error) {
      problems.set(at, reasonOf(error));
    }
    for (const builder of builders.values()) builder.holdTo(end);
  }
  const columns = new Map([...builders].map(([name, builder]) => [name, builder.done()]));
  const recorded = columns.get('recorded');
  if (recorded?.kind === 'number') withoutImpossible(recorded.values);
  return { columns, problems };
}

/** Greatest distance from 1970 that a date can have (ECMA-262 §21.4.1.1). */
const MOST_MS = 8.64e15;

/** Dates that cannot be are not known. */
function withoutImpossible(values: Float64Array): void {
  for (let row = 0; row < values.length; row++) if (Math.abs(values[row]) > MOST_MS) values[row] = Number.NaN;
}

/** A row group at a time, so that little more than the columns is in memory. */
async function readPart(
  part: FleetPart,
  takers: ReadonlyMap<string, PageTaker>,
  onRows: (rows: number) => void,
): Promise<void> {
  let rowStart = 0;
  for (const group of part.metadata.row_groups) {
    await readGroup(part, group, rowStart, takers);
    rowStart += Number(group.num_rows);
    onRows(Number(group.num_rows));
  }
}

async function readGroup(
  part: FleetPart,
  group: RowGroup,
  rowStart: number,
  takers: ReadonlyMap<string, PageTaker>,
): Promise<void> {
  const elements = new Map(part.metadata.schema.slice(1).map((element) => [element.name, element]));
  const left = new Set(takers.keys());
  for (const { meta_data: meta } of group.columns) {
    const [name = '', further] = meta?.path_in_schema ?? [];
    const taker = further === undefined ? takers.get(name) : undefined;
    const element = elements.get(name);
    if (meta === undefined || taker === undefined || element === undefined) continue;
    await damaged(() => readChunk(part, taker, { meta, element, rows: Number(group.num_rows), rowStart }));
    left.delete(name);
  }
  if (left.size > 0) throw new FleetProblem(`rows of it lack the column ${[...left][0]}`);
}

interface ColumnChunk {
  readonly meta: ColumnMetaData;
  readonly element: SchemaElement;
  readonly rows: number;
  readonly rowStart: number;
}

async function readChunk(part: FleetPart, taker: PageTaker, chunk: ColumnChunk): Promise<void> {
  const { meta, element, rows } = chunk;
  const from = Number(meta.dictionary_page_offset || meta.data_page_offset);
  const size = Number(meta.total_compressed_size);
  if (!(from >= 0 && size >= 0 && from + size <= part.source.sizeBytes))
    throw new FleetProblem('a column of it lies beyond its end');
  const bytes = new Uint8Array(await part.source.slice(from, from + size));
  const pages: DecodedPage[] = [];
  try {
    for (const page of pagesOf(bytes, meta, element, rows)) pages.push(page);
  } catch (error) {
    if (!(error instanceof OtherEncoding)) throw error;
    await readByLibrary(part, taker, chunk);
    return;
  }
  for (const page of pages) taker.addPage(page);
}

/** Any encoding of Parquet. */
async function readByLibrary(
  { source, metadata }: FleetPart,
  taker: PageTaker,
  { meta, rows, rowStart }: ColumnChunk,
): Promise<void> {
  const columns = meta.path_in_schema.slice(0, 1);
  let read = 0;
  await parquetRead({
    file: bufferOf(source),
    metadata,
    columns,
    rowStart,
    rowEnd: rowStart + rows,
    compressors: COMPRESSORS,
    parsers: PARSERS,
    utf8: false,
    onChunk: ({ columnData }) => {
      read += columnData.length;
      taker.add(columnData);
    },
  });
  if (read !== rows) throw new FleetProblem('it holds fewer rows than it says');
}

const bufferOf = ({ sizeBytes, slice }: FleetSource): AsyncBuffer => ({
  byteLength: sizeBytes,
  slice: (from, to = sizeBytes) => slice(from, to),
});

const asNumber = (value: bigint): number => Number(value);
const PARSERS = {
  timestampFromMilliseconds: asNumber,
  timestampFromMicroseconds: (value: bigint): number => Number(value) / 1000,
  timestampFromNanoseconds: (value: bigint): number => Number(value) / 1e6,
};

const COMPRESSORS = {
  SNAPPY: (stored: Uint8Array, bytes: number): Uint8Array => {
    const out = new Uint8Array(bytes);
    snappyUncompress(stored, out);
    return out;
  },
};

/**
 * Values of one row, as the file holds them; texts as bytes of UTF-8.
 * @param row of the part. @throws FleetProblem; what reading throws.
 */
export async function readRow(
  part: FleetPart,
  row: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, RowValue>> {
  let rowStart = 0;
  for (const group of part.metadata.row_groups) {
    const end = rowStart + Number(group.num_rows);
    if (row < end) {
      const held = names.filter((name) => part.columns.has(name));
      const takers = new Map(held.map((name) => [name, new RowTaker(row - rowStart)]));
      await readGroup(part, group, rowStart, takers);
      return new Map([...takers].map(([name, { value }]) => [name, value]));
    }
    rowStart = end;
  }
  throw new FleetProblem('there is no such row');
}

export type RowValue = string | number | Uint8Array<ArrayBuffer> | null;

class RowTaker implements PageTaker {
  /** Place of the row among those that are still to come. */
  #left: number;
  value: RowValue = null;

  constructor(row: number) {
    this.#left = row;
  }

  add(values: ArrayLike<unknown>): void {
    const value = this.#left >= 0 ? values[this.#left] : null;
    if (typeof value === 'string' || typeof value === 'number') this.value = value;
    else if (typeof value === 'bigint') this.value = Number(value);
    else if (value instanceof Uint8Array) this.value = value.slice();
    this.#left -= values.length;
  }

  addPage({ rows, defined, places, values }: DecodedPage): void {
    const at = this.#left;
    this.#left -= rows;
    if (at < 0 || at >= rows || defined?.[at] === 0) return;
    let place = at;
    if (defined !== null) for (let i = 0; i < at; i++) if (defined[i] === 0) place--;
    const held = places === null ? place : places[place];
    if (values.kind === 'numbers') this.value = values.values[held];
    else this.value = values.bytes.slice(values.starts[held], values.ends[held]);
  }
}
