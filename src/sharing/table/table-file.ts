/**
 * A table of traces as a file that opens as the same table: `{ "qlogscope-table": 1, "traces": [ … ] }`. It is read part by
 * part: a figure that does not fit is not known, a row without a name is left out and counted.
 */
import * as v from 'valibot';
import { TABLE_VERSION } from '../figures/row';
import { SAVED_FIELDS, type TraceRow } from '../figures/rows';
import type { SharedRow } from './share-rows';
import { TABLE_KEY } from './table-head';

/** A row per line; what came in later versions is left out where there is none, as by those before. */
export function tableAsJson(rows: readonly SharedRow[]): string {
  const lines = rows
    .map(({ marks, remarks, hash, notJudged, lostParts, ...row }) =>
      JSON.stringify({
        ...row,
        ...(marks.length > 0 && { marks }),
        ...(remarks.length > 0 && { remarks }),
        ...(hash !== null && { hash }),
        ...(notJudged !== null && { notJudged }),
        ...(lostParts !== null && { lostParts }),
      }),
    )
    .join(',\n');
  return `{ "${TABLE_KEY}": ${TABLE_VERSION}, "traces": [\n${lines}\n] }\n`;
}

const Row = v.object(SAVED_FIELDS);

const Table = v.object({
  [TABLE_KEY]: v.literal(TABLE_VERSION),
  traces: v.custom<readonly unknown[]>(Array.isArray),
});

export interface TableRows {
  readonly rows: readonly TraceRow[];
  /** Rows that do not fit, and those beyond the most that are wanted. */
  readonly leftOut: number;
}

/** @returns null for a text that is no table, or one of another version. */
export function tableRows(content: string, most: number): TableRows | null {
  const table = v.safeParse(Table, parsed(content));
  if (!table.success) return null;
  const { traces } = table.output;
  const rows = traces.slice(0, most).flatMap((one) => readRow(one) ?? []);
  return { rows, leftOut: traces.length - rows.length };
}

/** @returns null for what is no row. */
export function readRow(one: unknown): TraceRow | null {
  const row = v.safeParse(Row, one);
  return row.success ? (row.output as TraceRow) : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
