/**
 * Rows of a fleet from what was read of a file. The same code makes them for the command line and for the job, so that both
 * write the same tables.
 */
import type { FileSurvey, TraceSurvey } from '../../engine/reading/contract/survey';
import type { TraceRow } from '../figures/rows';
import { surveyRows } from '../figures/rows';
import { severityOf, verdictWords } from '../table/row-words';
import type { FleetColumn, TraceColumn } from './column';
import type { FileRows, FleetFinding, FleetTrace } from './schema';
import { FINDING_COLUMNS, FLEET_VERSION } from './schema';
import { TRACE_COLUMNS } from './trace-columns';
import { type FleetSurvey, ms, orNull, readTrace, whole } from './trace-values';

export interface FleetFile {
  /** Path below the folder that was given, with `/` between its parts. */
  readonly file: string;
  readonly bytes: number | null;
  /** When it was last written, ms since 1970. */
  readonly writtenMs: number | null;
}

export interface FileReading {
  readonly file: FleetFile;
  /** Null where the file could not be read to its end. */
  readonly hash: string | null;
  readonly connections: number;
  readonly traces: readonly FleetSurvey[];
  readonly failures: FileSurvey['failures'];
  /** Version of qlogscope. */
  readonly judgedBy: string;
}

function emptyRow<Row>(columns: readonly FleetColumn[]): Row {
  return Object.fromEntries(columns.map(({ name }) => [name, null])) as Row;
}

const NO_TRACE = emptyRow<FleetTrace>(TRACE_COLUMNS);
const NO_FINDING = emptyRow<FleetFinding>(FINDING_COLUMNS);

/** Folders of a path: the first, and all of them. */
function foldersOf(file: string): Pick<FleetTrace, 'host' | 'folder'> {
  const end = file.lastIndexOf('/');
  if (end < 0) return { host: null, folder: null };
  return { host: file.slice(0, file.indexOf('/')), folder: file.slice(0, end) };
}

export function dayOf(recordedMs: number | null): string {
  const date = recordedMs === null ? null : new Date(recordedMs);
  if (date === null || Number.isNaN(date.getTime())) return 'unknown';
  const day = date.toISOString().slice(0, 10);
  // Years beyond four digits are of a broken clock.
  return /^\d{4}-/.test(day) ? day : 'unknown';
}

function whenOf(
  recordedMs: number | null,
  writtenMs: number | null,
): Pick<FleetTrace, 'day' | 'recorded' | 'recorded_from'> {
  const logged = whole(recordedMs);
  const isLogged = logged !== null && dayOf(logged) !== 'unknown';
  const recorded = isLogged ? logged : whole(writtenMs);
  return {
    day: dayOf(recorded),
    recorded,
    recorded_from: isLogged ? 'log' : recorded === null ? null : 'file',
  };
}

function ofFile(reading: FileReading, row: TraceRow): FleetTrace {
  const { file, hash, judgedBy, connections } = reading;
  return {
    ...NO_TRACE,
    ...foldersOf(file.file),
    ...whenOf(row.recordedMs, file.writtenMs),
    schema: FLEET_VERSION,
    file: row.name,
    hash,
    file_bytes: file.bytes,
    file_written: whole(file.writtenMs),
    connections,
    severity: severityOf(row),
    verdict: verdictWords(row),
    judged_by: judgedBy,
  };
}

/** Of one file: a row per trace, and one per failure. */
export function fileRows(reading: FileReading): FileRows {
  const { file, hash, connections, traces, failures } = reading;
  const survey = {
    hash,
    traces: traces.map((one) => one.survey),
    connectionCount: connections,
    failures,
    ends: null,
  };
  const rows = surveyRows(file.file, survey);
  const made = rows.map((row, i): FleetTrace => {
    const trace = traces[i];
    const common = ofFile(reading, row);
    if (trace !== undefined) return { ...common, ...traceFields(row, trace) };
    return {
      ...common,
      connections: 0,
      failure_kind: row.failure?.kind ?? null,
      failure: row.failure?.text ?? null,
    };
  });
  const findings = traces.flatMap(({ survey: { findings } }, i) =>
    findings.map((finding, number) => findingRow(made[i], finding, number)),
  );
  return { traces: made, findings };
}

function traceFields(row: TraceRow, survey: FleetSurvey): Partial<FleetTrace> {
  const trace = readTrace(row, survey);
  const columns: readonly TraceColumn[] = TRACE_COLUMNS;
  return Object.fromEntries(columns.flatMap(({ name, of }) => (of === undefined ? [] : [[name, of(trace)]])));
}

function findingRow(
  trace: FleetTrace,
  finding: TraceSurvey['findings'][number],
  number: number,
): FleetFinding {
  const { schema, file, host, hash, connection, copy_of, day, recorded, implementation, version } = trace;
  const { explainedBy, evidence, cost } = finding;
  const figures = evidence.flatMap(({ id, value }) => (Number.isFinite(value) ? [[id, value] as const] : []));
  return {
    ...NO_FINDING,
    schema,
    file,
    host,
    hash,
    connection,
    copy_of,
    day,
    recorded,
    implementation,
    version,
    number,
    id: finding.id,
    severity: finding.severity,
    confidence: orNull(finding.confidence),
    start_ms: ms(finding.startUs),
    end_ms: ms(finding.endUs),
    variant: finding.variant,
    exit: finding.exit,
    cause: finding.cause,
    explained_by: explainedBy === undefined ? null : (explainedBy.key.split('.', 1)[0] ?? null),
    cost_ms: ms(cost?.lostUs ?? null),
    verdict: finding.verdict,
    figures: JSON.stringify(Object.fromEntries(figures)),
  };
}

/** The row of a file of which nothing could be read. @param kind why, as an id. */
export function failedRows(
  file: FleetFile,
  { kind, text }: { readonly kind: string; readonly text: string },
  hash: string | null,
  judgedBy: string,
): FileRows {
  const failures = [{ kind, text, level: 'error', places: [] } as const];
  return fileRows({ file, hash, connections: 0, traces: [], failures, judgedBy });
}

/**
 * The rows of a file with the same bytes as one that was read.
 * @param of path of the file that the rows are of. @param original path of the one that counts.
 */
export function copiedRows(
  { traces, findings }: FileRows,
  of: string,
  original: string,
  copy: FleetFile,
): FileRows {
  const renamed = <Row extends FleetTrace | FleetFinding>(row: Row): Row => ({
    ...row,
    file: `${copy.file}${row.file?.slice(of.length) ?? ''}`,
    host: foldersOf(copy.file).host,
    copy_of: original,
  });
  const made = traces.map((row): FleetTrace => {
    const when = row.recorded_from === 'log' ? {} : whenOf(null, copy.writtenMs);
    const { folder } = foldersOf(copy.file);
    // That of the original tells the same.
    return { ...renamed(row), ...when, folder, file_written: whole(copy.writtenMs), digest: null };
  });
  return {
    traces: made,
    findings: findings.map((row): FleetFinding => {
      const own = made.find(({ connection }) => connection === row.connection);
      return { ...renamed(row), day: own?.day ?? row.day, recorded: own?.recorded ?? row.recorded };
    }),
  };
}
