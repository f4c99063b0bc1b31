/**
 * Rows of a fleet from what was read of a file. The same code makes them for the command line and for the job, so that both
 * write the same tables.
 */

import { controllerWords, nearestFit } from '../../engine/base/text/controller-words';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import type { FileSurvey, TraceSurvey } from '../../engine/reading/contract/survey';
import { lossShareOf } from '../figures/row';
import type { TraceRow } from '../figures/rows';
import { surveyRows } from '../figures/rows';
import { ruleIdOf, severityOf, verdictWords, worstOf } from '../table/row-words';
import type { FileRows, FleetFinding, FleetTrace } from './schema';
import { FINDING_COLUMNS, FLEET_VERSION, type FleetColumn, TRACE_COLUMNS } from './schema';

/** What is known of a file before it is read. */
export interface FleetFile {
  /** Path below the folder that was given, with `/` between its parts. */
  readonly file: string;
  readonly bytes: number | null;
  /** When it was last written, ms since 1970. */
  readonly writtenMs: number | null;
}

/** A trace of the file as the survey has it, and what only rows of a fleet hold. */
export interface FleetSurvey {
  readonly survey: TraceSurvey;
  readonly quality: Pick<Snapshot, 'messages'>;
  /** Of the worst alarm. */
  readonly digest: Uint8Array<ArrayBuffer> | null;
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

const orNull = (value: number | null | undefined): number | null =>
  value === undefined || value === null || !Number.isFinite(value) ? null : value;
const whole = (value: number | null | undefined): number | null => {
  const known = orNull(value);
  return known === null ? null : Math.round(known);
};
const ms = (us: number | null): number | null => (us === null ? null : orNull(us / 1000));

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
  const { file, connections, traces, failures } = reading;
  const survey = {
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
  const findings = traces.flatMap(({ survey: { findings: found } }, i) =>
    found.map((finding, number) => findingRow(made[i], finding, number)),
  );
  return { traces: made, findings };
}

function traceFields(row: TraceRow, { survey, quality, digest }: FleetSurvey): Partial<FleetTrace> {
  const { summary, models, findings, notJudged, of } = survey;
  const { lossKinds: kinds } = summary;
  const worst = worstOf(row);
  const worstFinding = findings.find(({ severity }) => severity !== 'info');
  const isNamed = models?.fits === true;
  return {
    connection: row.connection,
    implementation: row.implementation,
    version: row.version,
    marks: row.marks.join(' ') || null,
    dialect: `${summary.container ?? 'unknown'} ${summary.qlogVersion}`,
    role: row.role,
    side: row.side,
    duration_ms: summary.events === 0 ? null : ms(row.durationUs),
    events: summary.events,
    sent_bytes: row.sentBytes,
    goodput: orNull(row.goodput),
    packets_sent: row.packetsSent,
    packets_lost: row.packetsLost,
    loss_share: lossShareOf(row),
    lost_queue_full: kinds?.counts['queue-full'] ?? null,
    lost_policed: kinds?.counts.policed ?? null,
    lost_burst: kinds?.counts.burst ?? null,
    lost_random: kinds?.counts.random ?? null,
    min_rtt_ms: ms(row.minRttUs),
    smoothed_rtt_ms: ms(row.smoothedRttUs),
    cwnd_min: whole(summary.cwndMinBytes),
    cwnd_max: whole(summary.cwndMaxBytes),
    controller: isNamed ? models.best.join('|') : null,
    controller_words: models === null ? null : controllerWords(models),
    controller_fit: models === null ? null : orNull(nearestFit(models)),
    idle_rule: ruleIdOf(row),
    idle_rule_fit: orNull(row.idleRule?.fit),
    idle_rule_proven: row.idleRule?.proven ?? null,
    defect: row.defect === null ? null : `${row.defect.implementation} ${row.defect.reference}`,
    defect_standing: row.defect?.standing ?? null,
    quality: qualityOf(quality, of.entry),
    skipped_records: summary.skippedRecords,
    ended: row.ended?.text ?? null,
    findings: idsOf(findings),
    alarms: idsOf(findings.filter(({ severity }) => severity !== 'info')),
    not_judged: idsOf(notJudged),
    worst: worst?.id ?? null,
    worst_start_ms: ms(worst?.startUs ?? null),
    worst_end_ms: ms(worst?.endUs ?? null),
    cost_ms: ms(worstFinding?.cost?.us ?? null),
    cost_bytes: whole(worstFinding?.cost?.bytes),
    ill_ms: row.illShare === null || row.durationUs === null ? null : ms(row.illShare * row.durationUs),
    ill_share: row.illShare,
    digest,
  };
}

/** Each id once. */
function idsOf(found: readonly { readonly id: string }[]): string {
  return [...new Set(found.map(({ id }) => id))].join(' ');
}

function qualityOf({ messages }: FleetSurvey['quality'], entry: string | null): string {
  const own = messages.filter((message) => message.entry === undefined || message.entry === entry);
  const kinds = new Set(own.filter(({ level }) => level !== 'note').map(({ kind }) => kind));
  return kinds.size === 0 ? 'good' : [...kinds].join(' ');
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
    ...{ schema, file, host, hash, connection, copy_of, day, recorded, implementation, version, number },
    id: finding.id,
    severity: finding.severity,
    confidence: orNull(finding.confidence),
    start_ms: ms(finding.startUs),
    end_ms: ms(finding.endUs),
    variant: finding.variant,
    exit: finding.exit,
    cause: finding.cause,
    explained_by: explainedBy === undefined ? null : (explainedBy.key.split('.', 1)[0] ?? null),
    cost_ms: ms(cost?.us ?? null),
    cost_bytes: whole(cost?.bytes),
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
