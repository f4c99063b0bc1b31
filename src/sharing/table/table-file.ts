/**
 * A table of traces as a file that opens as the same table: `{ "qlogscope-table": 1, "traces": [ … ] }`. It is read part by
 * part: a figure that does not fit is not known, a row without a name is left out and counted.
 */
import * as v from 'valibot';
import { originMarks } from '../../engine/base/text/origin-marks';
import { MOST_FINDINGS, TABLE_VERSION, type TraceRow } from './row';
import { count, figure, id, listOf, text, words } from './row-parts';
import type { SharedRow } from './share-rows';
import { TABLE_KEY } from './table-head';

/** A row per line; of a plain recording nothing is said of how it came about, as by older versions. */
export function tableAsJson(rows: readonly SharedRow[]): string {
  const lines = rows
    .map(({ marks, ...row }) => JSON.stringify(marks.length === 0 ? row : { ...row, marks }))
    .join(',\n');
  return `{ "${TABLE_KEY}": ${TABLE_VERSION}, "traces": [\n${lines}\n] }\n`;
}

const Problem = v.object({ kind: id, text: words });
const SEVERITIES = ['critical', 'warning', 'info'] as const;
const share = v.fallback(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))), null);

const Finding = v.object({
  id,
  title: words,
  severity: v.picklist(SEVERITIES),
  startUs: figure,
  endUs: figure,
});

const IdleRule = v.object({ rules: listOf(id), fit: share, proven: v.fallback(v.boolean(), false) });
const Defect = v.object({ implementation: words, standing: id, reference: words, fixedIn: text });

/** Most columns of a window that are read; `engine/service/answers/survey.ts` makes fewer. */
const MOST_COLUMNS = 256;
const columns = v.pipe(v.array(count), v.maxLength(MOST_COLUMNS));
const Window = v.pipe(
  v.object({
    fromUs: v.pipe(v.number(), v.finite()),
    columnUs: v.pipe(v.number(), v.finite(), v.minValue(1)),
    low: columns,
    high: columns,
  }),
  v.check(({ low, high }) => low.length === high.length),
);

const role = (known: readonly string[]) => v.fallback(v.picklist(known), 'unknown');

const Row = v.object({
  name: v.pipe(words, v.minLength(1)),
  connection: count,
  connections: v.fallback(v.pipe(v.number(), v.finite(), v.minValue(0)), 0),
  failure: v.fallback(v.nullable(Problem), null),
  ended: v.fallback(v.nullable(Problem), null),
  role: role(['client', 'server', 'network', 'unknown']),
  side: role(['sender', 'receiver', 'unknown']),
  implementation: text,
  version: text,
  recordedMs: figure,
  startUs: figure,
  durationUs: count,
  sentBytes: count,
  goodput: count,
  packetsSent: count,
  packetsLost: count,
  minRttUs: count,
  smoothedRttUs: count,
  controller: v.fallback(words, ''),
  idleRule: v.fallback(v.nullable(IdleRule), null),
  defect: v.fallback(v.nullable(Defect), null),
  findings: listOf(Finding),
  illShare: share,
  window: v.fallback(v.nullable(Window), null),
  marks: v.pipe(listOf(id), v.transform(originMarks)),
});

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
  return row.success ? { ...row.output, findings: row.output.findings.slice(0, MOST_FINDINGS) } : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
