/**
 * Rows of what `check --json` printed: a record per line, or a list of them. The file comes from outside: each record is
 * checked by a schema, a figure that does not fit is not known, and a record without a name is left out and counted.
 */
import * as v from 'valibot';
import { count, figure, listOf, words } from '../figures/row-parts';
import { failedRow, RECORD_FIELDS, recordRow, type TraceRow } from '../figures/rows';

/** The versions of the records that are read (`sharing/report/records/trace-record.ts`): they differ in nothing that a row holds but remarks. */
const RECORD_VERSIONS = [1, 2] as const;

const Record = v.object({
  ...RECORD_FIELDS,
  schema: v.picklist(RECORD_VERSIONS),
  file: v.pipe(words, v.minLength(1)),
  trace: count,
  errors: listOf(v.object({ record: figure, reason: words })),
});

export interface CheckRows {
  readonly rows: readonly TraceRow[];
  /** Records that do not fit, or are of another version. */
  readonly leftOut: number;
}

/** @param most rows that are wanted: later records are counted as left out. */
export function checkRows(content: string, most: number): CheckRows {
  const rows: TraceRow[] = [];
  let leftOut = 0;
  for (const value of valuesOf(content)) {
    const read = rows.length < most ? v.safeParse(Record, value) : null;
    if (read?.success === true) rows.push(rowOf(read.output));
    else leftOut++;
  }
  return { rows, leftOut };
}

/** The values of a list, or of the lines; a line that is no JSON is undefined. */
function valuesOf(content: string): Iterable<unknown> {
  const all = content.trimStart().startsWith('[') ? parsed(content) : undefined;
  return Array.isArray(all) ? all : linesOf(content);
}

function* linesOf(content: string): Generator<unknown> {
  for (const line of content.split('\n')) if (line.trim() !== '') yield parsed(line.replace(/^\uFEFF/, ''));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function rowOf({ file, trace, errors, ...fields }: v.InferOutput<typeof Record>): TraceRow {
  if (trace !== null) return recordRow(file, trace, fields);
  const reason = errors.find(({ record: place }) => place === null)?.reason;
  return failedRow(file, { kind: 'check', text: reason ?? 'No trace could be read from it.' });
}
