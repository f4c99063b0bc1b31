/**
 * Every trace of the paths, read and analysed one after the other: input of `check`, `summary` and `doctor`. The columns of a
 * text are released before the next one is opened, so that memory is that of the largest, not of all.
 */
import { marksOf } from '../../../engine/base/text/origin-marks';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { Compression } from '../../../engine/input/bytes/inflate';
import type { Evidence } from '../../../engine/input/bytes/source';
import type { TraceSummary } from '../../../engine/reading/contract/snapshot';
import type { RecordedTraffic } from '../../../engine/reading/contract/traffic';
import { qualityOf } from '../../../engine/reading/facts/quality';
import { requestsHeld } from '../../../engine/reading/facts/requests-held';
import { segmentMessages } from '../../../engine/reading/facts/segment-messages';
import { summarise } from '../../../engine/reading/facts/summary';
import { trafficOf } from '../../../engine/reading/facts/traffic';
import { allRows } from '../../../engine/reading/stages/all-rows';
import type { Analysis } from '../../../engine/reading/stages/analysis';
import { connectionsOf, type FileConnection } from '../../../engine/reading/stages/connection-list';
import type { FileText } from '../../../engine/reading/stages/file-text';
import { isRecorded, recordedOf, unrecordedMessages } from '../../../engine/reading/stages/recorded';
import { segmentsRecord } from '../../../sharing/report/records/segments-record';
import {
  type ErrorRecord,
  emptyRecord,
  recordErrors,
  ruleOf,
  type TraceReport,
  traceRecord,
} from '../../../sharing/report/records/trace-record';
import type { TrafficRows } from '../../../sharing/report/records/traffic-record';
import type { JudgedLog } from '../../../sharing/report/words/diagnosis';
import { hashOfLog } from '../file-hash';
import { systemReason } from '../system-reason';
import { FoldersRead, NO_TRACE_IN_FOLDER } from './folders-read';
import { type Input, nameSays, STANDARD_INPUT } from './inputs';
import { joinedInputs, joinedWords, type SegmentsInput } from './joined-inputs';
import { OtherEntries } from './other-entries';
import { failureWords, type ReadFailure, type ReadText, readSegments, readTexts } from './read-text';
import type { ReadingThreads } from './reading-threads';
import { fileSource, type OpenSource, pipeSource, reusingSource } from './sources';
import { tierFor } from './tiering';

export type Outcome =
  | {
      readonly kind: 'report';
      readonly report: TraceReport;
      /** What the log holds, of all rules; null where there is no trace. To be called before the next outcome is asked for. */
      readonly log: (() => JudgedLog) | null;
      /** Its rows of streams and requests; null where there is no trace, and where it was read in another thread. As `log`. */
      readonly rows: (() => TrafficRows) | null;
    }
  /** What is no trace and was not named. */
  | Extract<Input, { kind: 'skipped' }>
  /** A line about files that are read as one trace, whose report follows, or about entries of a zip that has traces too. */
  | { readonly kind: 'note'; readonly words: string };

/** A file, or files that are read as one trace: what any thread can read. */
export type FileInput = Extract<Input, { kind: 'file' }> | SegmentsInput;
export type AnyInput = Input | SegmentsInput;

export interface ReadOptions {
  /** Rules whose findings are requested; null for all. */
  readonly only: ReadonlySet<string> | null;
  /** The records are whole: they hold the traffic, and the hash of the file, which is read once more for it. */
  readonly whole?: boolean;
  /** Death spirals are run closed loop for what they cost. */
  readonly costs?: boolean;
  readonly openStdin: () => Promise<OpenSource>;
  /** Threads that read one large file with this one; null, or left out, for none. */
  readonly readingThreads?: ReadingThreads | null;
}

export interface TraceOptions extends ReadOptions {
  readonly paths: readonly string[];
  /** Files of one connection are not read as one trace. */
  readonly separate?: boolean;
}

/** Opens an input. @throws whatever opening it throws. */
export function openInput(
  input: Extract<Input, { kind: 'stdin' | 'file' }>,
  openStdin: TraceOptions['openStdin'],
  openFile = fileSource,
): Promise<OpenSource> {
  if (input.kind === 'stdin') return openStdin();
  return input.regular ? Promise.resolve(openFile(input.path)) : pipeSource(input.path);
}

/** Reads and analyses; an unreadable input becomes a report with a failure, and the others continue. */
export function tracesOf(options: TraceOptions): AsyncGenerator<Outcome, void, undefined> {
  return withSilentFolders(options.paths, tracesInTurn(options));
}

async function* tracesInTurn(options: TraceOptions): AsyncGenerator<Outcome, void, undefined> {
  for await (const input of joinedInputs(options.paths, options.separate === true))
    yield* outcomesOf(input, options);
}

/** The outcomes of the paths, and a failure for each named folder of which all was passed over. */
export async function* withSilentFolders(
  paths: readonly string[],
  outcomes: AsyncGenerator<Outcome, void, undefined>,
): AsyncGenerator<Outcome, void, undefined> {
  const folders = new FoldersRead(paths);
  for await (const outcome of outcomes) {
    if (outcome.kind === 'report') folders.reported(outcome.report.path);
    else if (outcome.kind === 'skipped') folders.passedOver(outcome.path);
    yield outcome;
  }
  for (const path of folders.withoutTrace) yield failed(path, NO_TRACE_IN_FOLDER);
}

export async function* outcomesOf(
  input: AnyInput,
  options: ReadOptions,
): AsyncGenerator<Outcome, void, undefined> {
  await tierFor(input.kind === 'file' ? input.path : null);
  if (input.kind === 'skipped') yield input;
  else if (input.kind === 'segments') yield* tracesOfSegments(input, options);
  else if (input.kind === 'failed') yield failed(input.path, input.reason);
  else yield* tracesOfInput(input, options);
}

async function* tracesOfSegments(
  input: SegmentsInput,
  { only, whole = false, costs = false }: ReadOptions,
): AsyncGenerator<Outcome, void, undefined> {
  yield { kind: 'note', words: joinedWords(input) };
  const startedAt = performance.now();
  const path = input.paths[0] as string;
  const read = await readSegments(
    input.paths.map((one) => ({ name: one, source: reusingSource(one).source })),
  );
  const hash = whole ? await hashOfLog(input.paths) : null;
  const place = { file: path, path, hash, first: 0, only, whole, costs, evidence: input.evidence };
  yield* timedReports(reportsOf(read, place), startedAt);
}

/** Each with the time since the one before. @param startedAt when the reading of their text began. */
async function* timedReports(
  reports: AsyncGenerator<ReadReport, void, undefined>,
  startedAt: number,
): AsyncGenerator<Outcome, void, undefined> {
  let from = startedAt;
  for await (const { report, ...rest } of reports) {
    const seconds = (performance.now() - from) / 1000;
    yield { kind: 'report', report: { ...report, seconds }, ...rest };
    from = performance.now();
  }
}

async function* tracesOfInput(
  input: Extract<Input, { kind: 'stdin' | 'file' }>,
  { only, whole = false, costs = false, openStdin, readingThreads = null }: ReadOptions,
): AsyncGenerator<Outcome, void, undefined> {
  const path = input.kind === 'stdin' ? STANDARD_INPUT : input.path;
  const optional = input.kind === 'file' && input.optional;
  let opened: OpenSource;
  try {
    opened = await openInput(input, openStdin, reusingSource);
  } catch (error) {
    yield failed(path, systemReason(error));
    return;
  }
  let hash: string | null = null;
  let trace = 0;
  let outcomes = 0;
  let hasTrace = false;
  const others = new OtherEntries();
  let startedAt = performance.now();
  try {
    for await (const read of readTexts(opened.source, readingThreads)) {
      const file = placeName(path, read.text);
      const entry = read.text?.name ?? null;
      if (
        read.text !== null &&
        read.foreign &&
        (optional || (entry !== null && nameSays(entry) !== 'trace'))
      ) {
        others.add(read.text);
        continue;
      }
      if (whole && input.kind === 'file' && input.regular) hash ??= await hashOfLog([path]);
      const place = { file, path, hash, first: trace, only, whole, costs, evidence: null };
      yield* timedReports(reportsOf(read, place), startedAt);
      outcomes++;
      const connections = read.text?.pipeline.connections.length ?? 0;
      hasTrace ||= connections > 0;
      trace += Math.max(1, connections);
      startedAt = performance.now();
    }
  } finally {
    await opened.dispose();
  }
  if (hasTrace) for (const words of others.ofKnownFiles) yield { kind: 'note', words: `${path}: ${words}` };
  else if (outcomes === 0 && optional) yield { kind: 'skipped', path, files: 1, folderLinks: 0 };
  else if (others.ofKnownFiles.length > 0 || (outcomes === 0 && others.any))
    yield failed(path, others.failure);
}

function placeName(path: string, text: FileText | null): string {
  return text === null || text.name === null ? path : `${path}!/${text.name}`;
}

interface ReportPlace {
  readonly file: string;
  readonly path: string;
  /** Null where the bytes are in no file, or it is not asked for. */
  readonly hash: string | null;
  /** Number of the first connection of this text in the file. */
  readonly first: number;
  readonly only: ReadonlySet<string> | null;
  readonly whole: boolean;
  readonly costs: boolean;
  /** What shows that several files are of one connection; null for one file. */
  readonly evidence: Evidence | null;
}

interface ReadReport {
  readonly report: Omit<TraceReport, 'seconds'>;
  readonly log: (() => JudgedLog) | null;
  readonly rows: (() => TrafficRows) | null;
}

/** One per connection of which the log tells; of the others only their number is said, in the first report. */
async function* reportsOf(
  { text, judge, compression, failures }: ReadText,
  place: ReportPlace,
): AsyncGenerator<ReadReport, void, undefined> {
  const { file, path, hash, first, only, whole, costs, evidence } = place;
  const errors = errorsOf(text, failures);
  const segments = segmentsRecord(text?.segments ?? [], evidence);
  const failure = failureWords(failures);
  const connections = text === null ? [] : connectionsOf([text]);
  if (connections.length === 0) {
    const messages = segmentMessages(text?.segments ?? []);
    const record = emptyRecord(file, segments, text?.pipeline.skippedRecords ?? 0, errors, hash);
    const nothing = { record, path, rules: [], messages };
    yield { report: { ...nothing, failure: failure ?? 'it holds no event' }, log: null, rows: null };
    return;
  }
  const all = connections.map(({ connection }) => connection);
  const listed = recordedOf(all);
  const unlisted = connections.length - all.filter(isRecorded).length;
  for (const i of listed) {
    const connection = connections[i] as FileConnection;
    const isFirst = i === listed[0];
    const messages = [...segmentMessages(text?.segments ?? []), ...(isFirst ? unrecordedMessages(all) : [])];
    const analysis = await judge.analyse(connection);
    const verdicts = asked(
      analysis.verdicts,
      costs ? await withClosedLoop(connection, analysis) : analysis.verdicts.findings,
      only,
    );
    const summary = summarise(connection, compression, true, analysis);
    const place = {
      file,
      hash,
      segments,
      trace: first + i,
      errors,
      marks: marksOf({ summary }),
      connectionsNotJudged: isFirst ? unlisted : 0,
    };
    const record = traceRecord(
      place,
      summary,
      analysis.models,
      verdicts,
      whole ? trafficWithHeld(connection, analysis) : null,
    );
    yield {
      report: { record, path, rules: verdicts.findings.map(ruleOf), messages, failure },
      log: () => judgedLog(connection, compression, analysis, summary),
      rows: () => allRows(connection.connection.state, analysis.heldTime),
    };
  }
}

function trafficWithHeld({ connection: { state } }: FileConnection, { heldTime }: Analysis): RecordedTraffic {
  const traffic = trafficOf(state);
  const { requests } = traffic;
  return { ...traffic, held: requests && requestsHeld(state, requests, heldTime) };
}

async function withClosedLoop(connection: FileConnection, analysis: Analysis): Promise<readonly Finding[]> {
  const loaded = await import('../../../engine/service/answers/closed-loop');
  return loaded.withClosedLoop(connection, analysis);
}

function judgedLog(
  connection: FileConnection,
  compression: Compression,
  analysis: Analysis,
  summary: TraceSummary,
): JudgedLog {
  const series = [...connection.connection.state.allSeries(), ...analysis.series];
  return {
    summary,
    catalogue: series.map(({ info }) => info),
    quality: qualityOf(connection, compression, analysis),
    noBoundary: analysis.noBoundary,
    notJudged: analysis.verdicts.notJudged,
    findings: analysis.verdicts.findings,
    remarks: analysis.verdicts.remarks,
  };
}

/** Findings, remarks and rules that could not be applied, of the requested rules. */
function asked(
  { remarks, notJudged }: Analysis['verdicts'],
  findings: Analysis['verdicts']['findings'],
  only: ReadonlySet<string> | null,
) {
  const wanted = (rule: string): boolean => only === null || only.has(rule);
  return {
    findings: findings.filter((finding) => wanted(ruleOf(finding))),
    remarks: remarks.filter(({ id }) => wanted(id)),
    notJudged: notJudged.filter(({ id }) => wanted(id)),
  };
}

function errorsOf(text: FileText | null, failures: readonly ReadFailure[]): readonly ErrorRecord[] {
  return recordErrors(text?.skipped ?? [], text?.pipeline.skippedRecords ?? 0, failures);
}

function failed(path: string, reason: string): Outcome {
  const record = emptyRecord(path, null, 0, [{ file: null, offset: null, record: null, reason }]);
  const report = { record, path, rules: [], messages: [], failure: reason, seconds: 0 };
  return { kind: 'report', report, log: null, rows: null };
}
