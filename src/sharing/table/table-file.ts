/**
 * A table of traces as a file that opens as the same table: `{ "qlogscope-table": 1, "traces": [ … ] }`. It is read part by
 * part: a figure that does not fit is not known, a row without a name is left out and counted.
 */
import * as v from 'valibot';
import { TABLE_VERSION } from '../figures/row';
import { words } from '../figures/row-parts';
import { SAVED_FIELDS, type TraceRow } from '../figures/rows';
import { type LinkGroups, type LinkTable, MAX_GROUPS, MAX_ID } from '../link/state';
import type { SharedRow } from './share-rows';
import { TABLE_KEY } from './table-head';

/** Groups of the rows, shown in place of them. */
export interface SavedGroups extends LinkGroups, Pick<LinkTable, 'patterns'> {
  /** What their files gave (`packed-runs.ts`); null for nothing. */
  readonly runs: string | null;
}

/** A row per line; what came in later versions is left out where there is none, as by those before. */
export function tableAsJson(rows: readonly SharedRow[], groups: SavedGroups | null = null): string {
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
  const grouped = groups === null ? '' : ` "groups": ${JSON.stringify(groups)},`;
  return `{ "${TABLE_KEY}": ${TABLE_VERSION},${grouped} "traces": [\n${lines}\n] }\n`;
}

const Row = v.object(SAVED_FIELDS);

const Groups = v.object({
  names: v.pipe(v.array(v.pipe(words, v.minLength(1))), v.minLength(1), v.maxLength(MAX_GROUPS)),
  ofRows: v.array(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_GROUPS - 1)))),
  patterns: v.fallback(v.pipe(v.array(v.pipe(words, v.maxLength(MAX_ID))), v.maxLength(MAX_GROUPS)), []),
  runs: v.nullable(v.string()),
});

const Table = v.object({
  [TABLE_KEY]: v.literal(TABLE_VERSION),
  groups: v.fallback(v.nullable(Groups), null),
  traces: v.custom<readonly unknown[]>(Array.isArray),
});

export interface TableRows {
  readonly rows: readonly TraceRow[];
  /** Rows that do not fit, and those beyond the most that are wanted. */
  readonly leftOut: number;
  /** Null where there are none, and where rows are left out: which would be in which is not known then. */
  readonly groups: SavedGroups | null;
}

/** @returns null for a text that is no table, or one of another version. */
export function tableRows(content: string, most: number): TableRows | null {
  const table = v.safeParse(Table, parsed(content));
  if (!table.success) return null;
  const { traces, groups } = table.output;
  const rows = traces.slice(0, most).flatMap((one) => readRow(one) ?? []);
  const leftOut = traces.length - rows.length;
  return { rows, leftOut, groups: leftOut > 0 ? null : groups };
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
