/** `qlogscope summary`: one line of figures per trace, as a table; with `--streams` tables of each (`stream-tables.ts`). Judging and reading are `cli/reading/traces.ts`. */
import { count, duration, rtt } from '../../../../engine/base/text/figures';
import { NEVER_COMPLETED, neverCompleted } from '../../../../engine/base/text/handshake-words';
import { markedName } from '../../../../engine/base/text/origin-marks';
import { printable } from '../../../../engine/base/text/printable';
import type { ShareOptions } from '../../../../engine/reading/contract/share-options';
import type { TraceRecord, TraceReport } from '../../../../sharing/report/records/trace-record';
import { Exit } from '../../exit';
import type { Io } from '../../io';
import { ReaderGone } from '../../output';
import { talliedTraces } from '../../reading/tallied-traces';
import { tracesOf } from '../../reading/traces';
import { Tally, titleOf } from '../../report';
import { streamLine, streamTables } from './stream-tables';

export interface SummarySetting {
  readonly paths: readonly string[];
  readonly separate: boolean;
  /** Tables of streams and requests, or the same as JSON; null for the table of traces. */
  readonly streams: { readonly json: boolean; readonly options: ShareOptions } | null;
}

const HEADER = [
  'trace',
  'implementation',
  'dialect',
  'role',
  'side',
  'duration',
  'events',
  'skipped',
  'sent',
  'lost',
  'cwnd min',
  'cwnd max',
  'min RTT',
  'handshake',
  'streams',
  'requests',
  'ended',
  'controller',
  'findings',
  'account',
  'remarks',
] as const;
/** Figures are right-aligned. */
const RIGHT: ReadonlySet<string> = new Set(HEADER.slice(5, 16));
const NONE = '–';

/** `warning: pto-storm; critical: death-spiral`: in their order, those of one severity in a row together. */
function findingWords({ findings }: TraceRecord): string {
  if (findings.length === 0) return 'none';
  const kinds = [...new Map(findings.map((one) => [`${one.severity} ${one.id}`, one])).values()];
  const words = kinds.map(({ id, severity }, i) => {
    if (severity === kinds[i - 1]?.severity) return ` ${id}`;
    return `${i === 0 ? '' : '; '}${severity}: ${id}`;
  });
  return words.join('');
}

const orNone = (value: number | null, words: (value: number) => string): string =>
  value === null ? NONE : words(value);

/** `close by the peer, 0x100`; a dash where it is not known. */
function endedWords({ ended }: TraceRecord): string {
  if (ended === null) return NONE;
  const { how, by, code } = ended;
  const whom = by === 'unknown' ? '' : ` by ${by === 'local' ? 'this side' : 'the peer'}`;
  return `${how}${whom}${code === null ? '' : `, 0x${code.toString(16)}`}`;
}

/** The cells of one trace, in the order of `HEADER`. */
export function cellsOf(report: TraceReport): readonly string[] {
  const { record } = report;
  if (record.trace === null) return [titleOf(report), `could not be read: ${report.failure}`];
  return [
    markedName(titleOf(report), record.marks),
    record.implementation ?? 'unknown',
    record.dialect,
    record.role,
    record.side,
    orNone(record.durationMs, (ms) => duration(ms * 1000)),
    count(record.events),
    count(record.skipped),
    orNone(record.packetsSent, count),
    orNone(record.packetsLost, count),
    orNone(record.cwndMinBytes, count),
    orNone(record.cwndMaxBytes, count),
    orNone(record.rttMinMs, (ms) => rtt(ms * 1000)),
    neverCompleted({ findings: record.findings, summary: { ending: record.ended } })
      ? NEVER_COMPLETED
      : orNone(record.connectivity?.handshakeMs ?? null, (ms) => duration(ms * 1000)),
    orNone(record.streams?.count ?? null, count),
    orNone(record.http?.count ?? null, count),
    endedWords(record),
    record.controller.words,
    findingWords(record),
    record.account?.sentence ?? NONE,
    record.remarks.length === 0 ? NONE : record.remarks.map(({ verdict }) => verdict).join(' '),
  ];
}

/** Rows with columns as wide as their widest cell; a row with fewer cells extends beyond them. */
export function tableText(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(printable));
  const full = [HEADER, ...rows.filter((row) => row.length === HEADER.length)];
  const widths = HEADER.map((_, column) => Math.max(...full.map((row) => (row[column] ?? '').length)));
  const lines = [HEADER, ...rows].map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] as number;
        return RIGHT.has(HEADER[column] as string) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** @returns the exit status: findings do not change it here. */
export async function summary({ paths, separate, streams }: SummarySetting, io: Io): Promise<number> {
  const tally = new Tally('critical');
  const rows: (readonly string[])[] = [];
  const traces = tracesOf({ paths, only: null, separate, whole: true, openStdin: io.openStdin });
  try {
    for await (const outcome of talliedTraces(traces, tally, io)) {
      if (streams === null) rows.push(cellsOf(outcome.report));
      else if (streams.json) await io.stdout.write(streamLine(outcome, streams.options));
      else await io.stdout.write(`${tally.traces > 1 ? '\n' : ''}${streamTables(outcome, streams.options)}`);
    }
    if (streams === null) await io.stdout.write(tableText(rows));
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
  for (const line of tally.passedOver.lines) io.warn(line);
  return tally.unreadable > 0 ? Exit.unreadable : Exit.clean;
}
