/**
 * The rows of a fleet: one per trace and one per finding, as columns of two Parquet tables. An external format with its own
 * version: the tables are kept for years, appended to by later versions, and read by the page and by other engines
 * (docs/fleet.md). A column that is added is null in older rows; a changed meaning or a removed column raises the version.
 *
 * Times are ms on the trace's own clock, dates ms since 1970 in UTC, shares 0 to 1. What is not known is null.
 */
import { column, type FleetColumn } from './column';
import { OF_TRACE, TRACE_COLUMNS } from './trace-columns';

export const FLEET_VERSION = 3;

export const FINDING_COLUMNS = [
  ...OF_TRACE,
  column('number', 'INT32', 'place among the findings of the trace, from 0, what cost most first'),
  column('id', 'STRING', 'the rule'),
  column('severity', 'STRING', '`critical`, `warning`, `info`'),
  column('confidence', 'DOUBLE', 'how sure the rule is, 0 to 1'),
  column('start_ms', 'DOUBLE', 'when it begins'),
  column('end_ms', 'DOUBLE', 'when it ends'),
  column('variant', 'STRING', 'variant of the defect'),
  column('exit', 'STRING', 'how it ended'),
  column('cause', 'STRING', 'idle rule that causes it, where that is proven'),
  column('explained_by', 'STRING', 'id of the rule whose finding brings it about'),
  column(
    'cost_ms',
    'DOUBLE',
    'time lost by it, by the account of time; null where the rate of the path is not known; of version 1 as in the traces',
  ),
  column('cost_bytes', 'INT64', 'null; of version 1 as in the traces'),
  column('verdict', 'STRING', 'one sentence with figures'),
  column('figures', 'STRING', 'evidence by id as JSON, as `{"length":363}`; times in µs'),
] as const;

interface Values {
  readonly STRING: string;
  readonly INT32: number;
  readonly INT64: number;
  readonly DOUBLE: number;
  readonly BOOLEAN: boolean;
  readonly TIMESTAMP: number;
  readonly BYTE_ARRAY: Uint8Array<ArrayBuffer>;
}

type RowOf<Columns extends readonly FleetColumn[]> = {
  readonly [Column in Columns[number] as Column['name']]: Values[Column['type']] | null;
};

/** A row of the table of traces. INT64 stays below 2⁵³. */
export type FleetTrace = RowOf<typeof TRACE_COLUMNS>;
export type FleetFinding = RowOf<typeof FINDING_COLUMNS>;

export interface FileRows {
  readonly traces: readonly FleetTrace[];
  readonly findings: readonly FleetFinding[];
}

/** Names of the two tables, in file names and in the metadata of a file. */
export const TABLES = { traces: TRACE_COLUMNS.map(plain), findings: FINDING_COLUMNS.map(plain) } as const;

/** As it is written and documented: without what makes its values. */
function plain({ name, type, about }: FleetColumn): FleetColumn {
  return { name, type, about };
}

export type TableName = keyof typeof TABLES;

/** Keys of the metadata of a Parquet file of a fleet: which table it is, and the newest version of its rows. */
export const TABLE_KEY = 'qlogscope.table';
export const VERSION_KEY = 'qlogscope.fleet';
