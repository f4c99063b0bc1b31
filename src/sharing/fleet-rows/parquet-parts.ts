/**
 * Reads Parquet files of a fleet: what each holds, and columns of all. The files come from outside: one that is damaged, of
 * another table or a newer version is left out with a reason; a column that one does not hold is null in its rows.
 */
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  snappyUncompress,
} from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { type ColumnKind, columnBuilder, type LoadedColumn } from './columns';
import { FLEET_VERSION, TABLE_KEY, TABLES, TRACE_COLUMNS, VERSION_KEY } from './schema';

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
/** A page has 1 MiB as a rule. */
const MAX_PAGE_BYTES = 256 * 1024 ** 2;
const MAX_GROUP_ROWS = 2_000_000;
const LEAST_BYTES = 12;
/** Columns without which rows say nothing. */
const NEEDED = ['file', 'severity'] as const;

function bufferOf({ source, metadata }: Pick<FleetPart, 'source' | 'metadata'>): AsyncBuffer {
  const chunks = metadata.row_groups.flatMap(({ columns }) =>
    columns.flatMap(({ meta_data: meta }) => {
      if (meta === undefined) return [];
      const from = Number(meta.dictionary_page_offset ?? meta.data_page_offset);
      return { from, to: from + Number(meta.total_compressed_size), values: Number(meta.num_values) };
    }),
  );
  return {
    byteLength: source.sizeBytes,
    async slice(from, to = source.sizeBytes) {
      const bytes = await source.slice(from, to);
      for (const chunk of chunks)
        if (chunk.from >= from && chunk.to <= to)
          checkPages(new DataView(bytes, chunk.from - from, chunk.to - chunk.from), chunk.values);
      return bytes;
    },
  };
}

/** Sizes that pages claim, before memory is taken for them. @throws FleetProblem */
function checkPages(view: DataView, values: number): void {
  const reader = { view, offset: 0 };
  let held = 0;
  while (reader.offset < view.byteLength - 1) {
    const header = parquetHeader(reader);
    const size = Number(header.uncompressed_page_size);
    const stored = Number(header.compressed_page_size);
    const number =
      (header.data_page_header ?? header.data_page_header_v2 ?? header.dictionary_page_header)?.num_values ??
      0;
    if (header.dictionary_page_header === undefined) held += number;
    const isWrong = !(size >= 0 && size <= MAX_PAGE_BYTES && stored >= 0 && number >= 0);
    if (isWrong || number > values || held > values)
      throw new FleetProblem('a page of it claims a size that cannot be');
    reader.offset += stored;
  }
}

/** What a file holds. @returns null for findings, and for the ledger of the job. @throws FleetProblem; what reading throws. */
export async function openPart(source: FleetSource): Promise<FleetPart | null> {
  const { name, sizeBytes } = source;
  if (isOther(name)) return null;
  if (sizeBytes < LEAST_BYTES) throw new FleetProblem(sizeBytes === 0 ? 'it is empty' : 'it is cut');
  const tail = new DataView(await source.slice(sizeBytes - 8, sizeBytes));
  if (tail.byteLength < 8 || tail.getUint32(4, false) !== 0x50415231)
    throw new FleetProblem('it is cut, or no Parquet: its last bytes are not PAR1');
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
    if (error instanceof FleetProblem || error instanceof DOMException) throw error;
    throw new FleetProblem(
      `it is damaged: ${(error instanceof Error ? error.message : String(error)).slice(0, 200)}`,
    );
  }
}

const KINDS: { readonly [type in (typeof TRACE_COLUMNS)[number]['type']]: ColumnKind | null } = {
  ...{ STRING: 'coded', INT32: 'number', INT64: 'number', DOUBLE: 'number', BOOLEAN: 'number' },
  ...{ TIMESTAMP: 'number', BYTE_ARRAY: null },
};
/** Texts that differ in almost every row. */
const UNIQUE: readonly string[] = ['file', 'hash', 'folder', 'failure', 'copy_of'];

/** @returns null for a column that is not kept in memory. */
export function kindOf(column: string): ColumnKind | null {
  if (UNIQUE.includes(column)) return 'text';
  const type = TRACE_COLUMNS.find(({ name }) => name === column)?.type;
  return type === undefined ? null : KINDS[type];
}

/** Columns of all parts, one part behind the other. */
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
      await readPart(part, held, (name, values) => builders.get(name)?.add(values), onRows);
    } catch (error) {
      problems.set(at, error instanceof FleetProblem ? error.message : 'its bytes cannot be read');
    }
    for (const builder of builders.values()) builder.holdTo(end);
  }
  return { columns: new Map([...builders].map(([name, builder]) => [name, builder.done()])), problems };
}

const asNumber = (value: bigint): number => Number(value);

/** A row group at a time, so that little more than the columns is in memory. */
async function readPart(
  part: FleetPart,
  names: readonly string[],
  take: (name: string, values: ArrayLike<unknown>) => void,
  onRows: (rows: number) => void,
): Promise<void> {
  if (names.length === 0) return;
  const { metadata, source } = part;
  const texts = names.filter((name) => kindOf(name) === 'text');
  const others = names.filter((name) => !texts.includes(name));
  const file = bufferOf(part);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    const rowEnd = rowStart + rows;
    const read = (columns: readonly string[], isText: boolean): Promise<void> =>
      parquetRead({
        ...{ file, metadata, columns: [...columns], rowStart, rowEnd, compressors: COMPRESSORS },
        parsers: {
          timestampFromMilliseconds: asNumber,
          timestampFromMicroseconds: (value: bigint) => Number(value) / 1000,
          ...(isText && { stringFromBytes: (bytes: Uint8Array) => bytes }),
        },
        onChunk: ({ columnName, columnData }) => {
          counts.set(columnName, (counts.get(columnName) ?? 0) + columnData.length);
          take(columnName, columnData);
        },
      });
    const counts = new Map<string, number>();
    await damaged(async () => {
      if (others.length > 0) await read(others, false);
      if (texts.length > 0) await read(texts, true);
    });
    if (names.some((name) => counts.get(name) !== rows))
      throw new FleetProblem(`it is damaged: ${source.name} holds fewer rows than it says`);
    rowStart = rowEnd;
    onRows(rows);
  }
}

const COMPRESSORS = {
  SNAPPY: (stored: Uint8Array, bytes: number): Uint8Array => {
    const out = new Uint8Array(bytes);
    snappyUncompress(stored, out);
    return out;
  },
};

/** All columns of one row, as the file holds them. @param row of the part. @throws FleetProblem; what reading throws. */
export async function readRow(part: FleetPart, row: number): Promise<{ readonly [column: string]: unknown }> {
  const { metadata } = part;
  const values: { [column: string]: unknown } = part.day === null ? {} : { day: part.day };
  await damaged(() =>
    parquetRead({
      ...{ file: bufferOf(part), metadata, columns: [...part.columns], rowStart: row, rowEnd: row + 1 },
      compressors: COMPRESSORS,
      parsers: { timestampFromMilliseconds: asNumber },
      onChunk: ({ columnName, columnData, rowStart }) => {
        const value = columnData[row - rowStart] ?? null;
        values[columnName] = typeof value === 'bigint' ? Number(value) : value;
      },
    }),
  );
  return values;
}
