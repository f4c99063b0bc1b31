/** Rows of a fleet as Parquet files, a row group at a time: the same columns that the job writes. */
import { type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { fileWriter } from 'hyparquet-writer/src/node.js';
import type { FleetType } from '../../../../sharing/fleet-rows/column';
import {
  FLEET_VERSION,
  TABLE_KEY,
  TABLES,
  type TableName,
  VERSION_KEY,
} from '../../../../sharing/fleet-rows/schema';

type Row = { readonly [column: string]: unknown };

/** A group of rows is written when it has as many rows, or bytes of digests. */
const GROUP_ROWS = 50_000;
const GROUP_BYTES = 64 * 1024 ** 2;

export class ParquetTable {
  readonly #table: TableName;
  readonly #writer: ParquetWriter;
  #rows: Row[] = [];
  #bytes = 0;

  /** @throws where the file cannot be written. */
  constructor(path: string, table: TableName, version: string) {
    this.#table = table;
    this.#writer = new ParquetWriter({
      writer: fileWriter(path),
      schema: schemaOf(table),
      createdBy: `qlogscope ${version}`,
      kvMetadata: parquetMetadata(table),
    });
  }

  async add(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      this.#rows.push(row);
      if (row.digest instanceof Uint8Array) this.#bytes += row.digest.length;
    }
    if (this.#rows.length >= GROUP_ROWS || this.#bytes >= GROUP_BYTES) await this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    await this.#writer.finish();
  }

  async #flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    const columnData = columnsOf(this.#table, this.#rows);
    this.#rows = [];
    this.#bytes = 0;
    await this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS });
  }
}

/** By which a reader knows the table. */
export function parquetMetadata(table: TableName): { key: string; value: string }[] {
  return [
    { key: TABLE_KEY, value: table },
    { key: VERSION_KEY, value: String(FLEET_VERSION) },
  ];
}

/** How Parquet writes each type. Dates are in UTC. */
const ELEMENTS: { readonly [type in FleetType]: Omit<SchemaElement, 'name'> } = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  INT32: { type: 'INT32' },
  INT64: { type: 'INT64' },
  DOUBLE: { type: 'DOUBLE' },
  BOOLEAN: { type: 'BOOLEAN' },
  TIMESTAMP: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  BYTE_ARRAY: { type: 'BYTE_ARRAY' },
};

export function schemaOf(table: TableName): SchemaElement[] {
  const columns = TABLES[table].map(
    ({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...ELEMENTS[type] }),
  );
  return [{ name: 'root', num_children: columns.length }, ...columns];
}

export function columnsOf(table: TableName, rows: readonly Row[]): ColumnSource[] {
  return TABLES[table].map(({ name, type }) => ({
    name,
    data: rows.map((row) => {
      const value = row[name] ?? null;
      return type === 'INT64' && value !== null ? BigInt(value as number) : value;
    }),
  }));
}
