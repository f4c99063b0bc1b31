/**
 * Rows of what `check --json` printed: a record per line, or a list of them. The file comes from outside: each record is
 * checked by a schema, a figure that does not fit is not known, and a record without a name is left out and counted.
 */
import * as v from 'valibot';
import { idleRulesOf } from '../../engine/base/text/controller-words';
import { originMarks } from '../../engine/base/text/origin-marks';
import {
  failedRow,
  idleRuleOf,
  illShareOf,
  isJudged,
  MOST_FINDINGS,
  type RowDefect,
  type RowFinding,
  type TraceRow,
} from './row';
import { count, figure, id, listOf, text, words } from './row-parts';

/** The version of the records that are read (`sharing/report/records/trace-record.ts`). */
const RECORD_VERSION = 1;
const Defect = v.object({ implementation: words, standing: id, reference: words, fixedIn: text });

const Finding = v.object({
  id,
  severity: v.picklist(['critical', 'warning', 'info']),
  startMs: figure,
  endMs: figure,
  cause: v.fallback(v.nullable(id), null),
  knownDefect: v.fallback(v.nullable(Defect), null),
});

const Controller = v.object({
  best: listOf(id),
  fits: v.fallback(v.boolean(), false),
  fit: figure,
  words: v.fallback(words, ''),
});

const Record = v.object({
  schema: v.literal(RECORD_VERSION),
  file: v.pipe(words, v.minLength(1)),
  trace: count,
  role: v.fallback(v.picklist(['client', 'server', 'unknown']), 'unknown'),
  side: v.fallback(v.picklist(['sender', 'receiver', 'unknown']), 'unknown'),
  marks: listOf(id),
  implementation: text,
  durationMs: count,
  packetsSent: count,
  packetsLost: count,
  rttMinMs: count,
  controller: v.fallback(v.nullable(Controller), null),
  findings: listOf(Finding),
  notJudged: listOf(v.object({ id })),
  errors: listOf(v.object({ record: figure, reason: words })),
});
type Record = v.InferOutput<typeof Record>;

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

const us = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 1000));

function rowOf(record: Record): TraceRow {
  const { file, trace, controller, durationMs } = record;
  if (trace === null) {
    const reason = record.errors.find(({ record: place }) => place === null)?.reason;
    return failedRow(file, { kind: 'check', text: reason ?? 'No trace could be read from it.' });
  }
  const findings = record.findings.slice(0, MOST_FINDINGS).map(
    ({ id, severity, startMs, endMs }): RowFinding => ({
      ...{ id, severity, title: titleOfRule(id) },
      startUs: us(startMs),
      endUs: us(endMs),
    }),
  );
  const durationUs = us(durationMs);
  const [implementation = null, ...version] = record.implementation?.split(' ') ?? [];
  const rules = controller?.fits === true ? idleRulesOf(controller.best) : [];
  return {
    ...failedRow(file, { kind: '', text: '' }),
    failure: null,
    connection: trace,
    connections: trace + 1,
    role: record.role,
    side: record.side,
    implementation,
    version: version.length === 0 ? null : version.join(' '),
    startUs: 0,
    durationUs,
    packetsSent: record.packetsSent === 0 ? null : record.packetsSent,
    packetsLost: record.packetsLost,
    minRttUs: us(record.rttMinMs),
    controller: controller?.words ?? '',
    idleRule: idleRuleOf(record.findings, rules, controller?.fit ?? null),
    defect: defectOf(record),
    findings,
    illShare:
      durationUs === null || !isJudged(record.side, record.notJudged)
        ? null
        : illShareOf(findings, 0, durationUs),
    marks: originMarks(record.marks),
  };
}

/** `death-spiral` → `Death spiral`: a record names findings by their rule. */
export function titleOfRule(id: string): string {
  const plain = id.replaceAll('-', ' ').replace(/\b(?:pto|rtt|ecn)\b/g, (term) => term.toUpperCase());
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function defectOf({ findings }: Record): RowDefect | null {
  return findings.find(({ knownDefect }) => knownDefect !== null)?.knownDefect ?? null;
}
