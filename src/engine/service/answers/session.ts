/**
 * One open file in the worker: reads the source to its end, reports progress, and runs the detectors when everything is
 * read. Requests about any of its connections are passed to their handlers (`requests.ts`) at any time.
 */

import type { ByteSource } from '../../input/bytes/byte-source';
import { type Compression, openText } from '../../input/bytes/inflate';
import type { ReaderThread } from '../../input/bytes/read-ahead';
import { type Evidence, openSources, type SourceSpec, type TimeRange } from '../../input/bytes/source';
import { type KeptBudget, MAX_KEPT_BYTES } from '../../input/bytes/text-store';
import { FORMATS, fetchAhead } from '../../input/formats';
import type { TraceFormat } from '../../input/formats/format';
import { ColumnsFull, columnBudget } from '../../reading/budgets/column-budget';
import { ConnectionBudget } from '../../reading/budgets/connection-budget';
import { note } from '../../reading/budgets/stage-clock';
import { WorkSlices, yieldToEventLoop } from '../../reading/budgets/yield-to-event-loop';
import type { ModelSummary } from '../../reading/contract/parts';
import { RequestFailed } from '../../reading/contract/request-failed';
import type { AnswerOf, BodyOf, RequestKind } from '../../reading/contract/requests';
import type { Message, Phase, Snapshot } from '../../reading/contract/snapshot';
import type { FileMessages } from '../../reading/facts/file-messages';
import { qualityOf } from '../../reading/facts/quality';
import { emptySummary, summarise } from '../../reading/facts/summary';
import type { JudgeAhead } from '../../reading/judge/judge-ahead';
import type { JudgePort } from '../../reading/judge/judge-thread';
import type { ScanPort } from '../../reading/scan/scan-thread';
import { pushChunks, readText } from '../../reading/scan/text-reading';
import type { Analysis } from '../../reading/stages/analysis';
import { ColumnWatch } from '../../reading/stages/column-watch';
import {
  connectionsOf,
  type FileConnection,
  mainConnection,
  summariseConnection,
} from '../../reading/stages/connection-list';
import { FileText } from '../../reading/stages/file-text';
import { FileTexts } from '../../reading/stages/file-texts';
import { toldOf } from '../../reading/stages/told';
import type { ModelReport } from '../../sender/congestion';
import type { TransportState } from '../../sender/transport/transport';
import { type HandlerTools, type OpenFile, Transferring } from './handler';
import { fetchWindows, HANDLERS } from './handlers';
import type { ModelRuns } from './model-runs';
import { LONGEST_MS, SnapshotPace } from './snapshot-pace';
import type { SoFar } from './so-far';

/** Maximum connections listed in a snapshot while the file is read: more would slow down reading. */
const LISTED_WHILE_READING = 64;

type Judging = typeof import('./judging');

/** Starts threads that read a file together with this one. */
export interface Threads {
  /** Reads it ahead. */
  readonly read: () => ReaderThread;
  /** Reads and scans it. */
  readonly scan: () => ScanPort<unknown>;
  /** Judges its sender. */
  readonly judge: () => JudgePort;
}

/** The code that judges could not be loaded from the page's server. */
const NOT_JUDGED: Message = {
  kind: 'part-missing',
  level: 'error',
  text: 'What was read is shown, but not judged, and what is wrong with the file is not named: a part of this page could not be fetched from its server. Reload the page, and open the trace again.',
  places: [],
};

export class TraceSession implements OpenFile {
  readonly #onSnapshot: (snapshot: Snapshot, main: number) => void;
  readonly #threads: Threads | null;
  readonly #texts = new FileTexts();
  readonly #budget: KeptBudget = { leftBytes: MAX_KEPT_BYTES };
  readonly #connections: ConnectionBudget;
  readonly #columns: ColumnWatch;
  readonly #formats: readonly TraceFormat[];
  /** Threads that may read the file together. */
  #threadLimit = 1;
  /** The columns have reached their limit: further texts are not read. */
  #isFull = false;
  #compression: Compression = 'none';
  #evidence: Evidence | null = null;
  #phase: Phase = 'opening';
  #revision = 0;
  #readBytes = 0;
  #totalBytes: number | null = null;
  #startedAt = 0;
  readonly #pace = new SnapshotPace();
  readonly #slices = new WorkSlices();
  /** Timer that sends a snapshot of what was read since the last one. */
  #snapshotTimer: ReturnType<typeof setTimeout> | null = null;
  /** Why reading of the file as a whole ended, in addition to failures of single texts; null for its end. */
  #failure: unknown = null;
  /** Null where it cannot be fetched. */
  #judging: Promise<Judging | null> = Promise.resolve(null);
  /** Null until it is fetched. */
  #messages: FileMessages | null = null;
  /** Null until it is fetched. */
  #soFar: SoFar | null = null;
  /** Null until it is fetched. */
  #ahead: JudgeAhead | null = null;
  #isJudgingMissing = false;
  /** By index of the connection, as far as analysed. */
  readonly #analyses: Analysis[] = [];
  /** Index of the default connection: the first until all are judged. */
  #main = 0;
  /** Indexes of the connections whose snapshots are sent, in addition to the default one. */
  readonly #watched = new Set<number>();
  #models: ModelRuns | null = null;
  /** State kept by handlers, by its class. */
  readonly #kept = new Map<new () => unknown, unknown>();

  /**
   * @param onSnapshot called with a snapshot of each watched connection, of the default one (`main`) last.
   * @param threads that a large file may be read by; null reads in this one.
   * @param maxColumnBytes memory limit of the file's columns; reading ends there with a message.
   * @param formats see `TracePipeline`.
   */
  constructor(
    onSnapshot: (snapshot: Snapshot, main: number) => void,
    threads: Threads | null = null,
    maxColumnBytes = columnBudget(),
    formats: readonly TraceFormat[] = FORMATS,
  ) {
    this.#onSnapshot = onSnapshot;
    this.#threads = threads;
    this.#connections = new ConnectionBudget(maxColumnBytes);
    this.#columns = new ColumnWatch(maxColumnBytes, () => this.#texts.columnBytes);
    this.#formats = formats;
    void fetchAhead(formats);
  }

  /**
   * Reads the whole source. Ends with a snapshot in phase `ready` or `failed`; never rejects.
   * @param threads that read a large file together, this one among them.
   */
  open(spec: SourceSpec, threads = 1): Promise<void> {
    const evidence = spec.kind === 'segments' ? spec.evidence : null;
    const startReader = threads > 1 ? (this.#threads?.read ?? null) : null;
    this.#threadLimit = threads;
    const sources =
      spec.kind === 'run'
        ? import('./run-source').then(({ runSource }) => [runSource(spec)])
        : openSources(spec, startReader);
    return this.read(sources, spec.range ?? null, evidence);
  }

  /**
   * As `open`, for open sources: one, or the files of one trace in their order. Where they reject, nothing is read.
   * @param range only the events in it are kept; null for all. @param evidence what shows that the files are of one
   * connection; null for one source.
   */
  async read(
    sources: readonly ByteSource[] | Promise<readonly ByteSource[]>,
    range: TimeRange | null = null,
    evidence: Evidence | null = null,
  ): Promise<void> {
    this.#evidence = evidence;
    this.#startedAt = performance.now();
    this.#pace.begin(this.#startedAt);
    this.#judging = this.#fetchJudging();
    void fetchWindows();
    let opened: readonly ByteSource[] = [];
    try {
      opened = await sources;
      const [only, another] = opened;
      if (only !== undefined && another === undefined) await this.#read(only, range);
      else await this.#readSegments(opened, range);
    } catch (error) {
      this.#failure = error;
    }
    await this.#verify(opened);
    this.#phase = 'analysing';
    this.#sendSnapshot();
    await yieldToEventLoop();
    const connections = this.isForeign ? [] : connectionsOf(this.#texts.held);
    const judges = await this.#judging;
    if (judges === null) this.#isJudgingMissing = true;
    else await this.#judge(connections, judges);
    this.#ahead?.drop();
    this.#main = mainConnection(connections, this.#analyses);
    note('total', performance.now() - this.#startedAt);
    this.#phase = this.#texts.events > 0 && !this.isForeign ? 'ready' : 'failed';
    this.#sendSnapshot();
  }

  /** Of a source that has other bytes than its name says nothing is shown. */
  async #verify(sources: readonly ByteSource[]): Promise<void> {
    try {
      for (const source of sources) await source.verify?.();
    } catch (error) {
      this.#texts.dropAll();
      this.#ahead?.drop();
      this.#failure = error;
    }
  }

  /** Fetches what judges the trace, and words the messages, while it is read. */
  async #fetchJudging(): Promise<Judging | null> {
    const judging = await import('./judging').catch(() => null);
    if (judging === null) return null;
    this.#messages = new judging.FileMessages(this.#texts);
    this.#soFar = new judging.SoFar();
    this.#ahead = new judging.JudgeAhead(this.#threadLimit > 2 ? (this.#threads?.judge ?? null) : null);
    return judging;
  }

  async #judge(connections: readonly FileConnection[], judges: Judging): Promise<void> {
    this.#models = new judges.ModelRuns();
    for (const connection of connections) {
      const ahead = this.#ahead ?? new judges.JudgeAhead(null);
      this.#analyses.push(await ahead.analyse(connection));
      const pause = this.#slices.pause();
      if (pause !== null) await pause;
    }
  }

  /**
   * Answers a request. @returns the answer and the buffers to transfer. Rejects with `RequestFailed` if there is no
   * answer; with anything else for a defect in a handler.
   */
  async answer<K extends RequestKind>(
    kind: K,
    body: BodyOf<K>,
    tools: HandlerTools<K>,
  ): Promise<Transferring<AnswerOf<K>>> {
    const startedAt = performance.now();
    const answer = HANDLERS[kind](this, body, tools);
    this.#pace.answered(performance.now() - startedAt);
    const given = await answer;
    return given instanceof Transferring ? given : new Transferring(given, []);
  }

  /** As `answer`, for callers in the same thread. */
  async request<K extends RequestKind>(
    kind: K,
    body: BodyOf<K>,
    { signal, progress }: Partial<HandlerTools<K>> = {},
  ): Promise<AnswerOf<K>> {
    const tools = { signal: signal ?? new AbortController().signal, progress: progress ?? (() => undefined) };
    return (await this.answer(kind, body, tools)).value;
  }

  get revision(): number {
    return this.#revision;
  }

  /** The file was read, and all of its texts are foreign (`FileText.isForeign`). */
  get isForeign(): boolean {
    return this.#failure === null && !this.#texts.none && this.#texts.areForeign;
  }

  get models(): ModelRuns | null {
    return this.#models;
  }

  connection(index: number): FileConnection {
    const found = connectionsOf(this.#texts.held)[index];
    if (found === undefined) throw new RequestFailed('The file does not hold this connection.');
    return found;
  }

  analysis(index: number): Analysis | undefined {
    return this.#analyses[index];
  }

  watch(index: number): void {
    this.connection(index);
    this.#watched.add(index);
    this.#onSnapshot(this.#snapshot(index), this.#main);
  }

  keep<T>(Kept: new () => T): T {
    const kept = (this.#kept.get(Kept) as T | undefined) ?? new Kept();
    this.#kept.set(Kept, kept);
    return kept;
  }

  async #read(source: ByteSource, range: TimeRange | null): Promise<void> {
    this.#totalBytes = source.sizeBytes;
    let open: FileText | null = null;
    const startScan = this.#threadLimit > 1 ? (this.#threads?.scan ?? null) : null;
    for await (const part of this.#partsOf(source, () => open, 0)) {
      const { text, failure } = await readText(source, part, {
        begin: (remote) => {
          open = new FileText(part, this.#budget, range, this.#formats, null, remote, this.#connections);
          this.#texts.add(open);
          return open;
        },
        drop: (dropped) => {
          this.#texts.drop(dropped);
          this.#ahead?.drop();
        },
        onStep: (text, bytes) => {
          if (text.isScannedApart) this.#readBytes += bytes;
          return this.#step(text, bytes);
        },
        onWait: () => this.#scheduleSnapshot(),
        startScan: this.#formats === FORMATS ? startScan : null,
      });
      text.end(failure);
      this.#isFull ||= failure instanceof ColumnsFull;
      this.#settle(text);
      if (this.#isFull) break;
    }
  }

  /** Reads the files of one trace as one text. A file that cannot be read costs itself. */
  async #readSegments(sources: readonly ByteSource[], range: TimeRange | null): Promise<void> {
    this.#totalBytes = sources.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
    let open: FileText | null = null;
    const missed: { readonly name: string; readonly error: unknown }[] = [];
    for (const source of sources) {
      const { name } = source;
      const before = this.#readBytes;
      try {
        for await (const part of this.#partsOf(source, () => open, before)) {
          if (open === null) {
            open = new FileText(part, this.#budget, range, this.#formats, name, null, this.#connections);
            this.#texts.add(open);
            for (const file of missed) open.missSegment(file.name, file.error);
          } else open.nextSegment(part, name);
          const failure = await pushChunks(part, open, {
            onStep: (text, bytes) => this.#step(text, bytes),
            onWait: () => this.#scheduleSnapshot(),
          });
          open.endSegment(failure);
          this.#isFull ||= failure instanceof ColumnsFull;
          if (this.#isFull) break;
        }
      } catch (error) {
        if (open === null) missed.push({ name, error });
        else open.missSegment(name, error);
      }
      this.#readBytes = before + (source.sizeBytes ?? this.#readBytes - before);
      if (this.#isFull) break;
    }
    if (open === null) throw missed[0]?.error;
    open.finish();
    this.#settle(open);
  }

  /** A text has ended. What is said about one that is released is worded as soon as the words are there. */
  #settle(text: FileText): void {
    if (this.#texts.settle(text)) void this.#judging.then(() => this.#messages?.addReleased(text));
  }

  /** @param open the text being read. @param before stored bytes of sources read before. */
  #partsOf(source: ByteSource, open: () => FileText | null, before: number): ReturnType<typeof openText> {
    return openText(source, {
      onRead: (bytes) => {
        this.#readBytes = before + bytes;
        if (before === 0 && source.sizeBytes !== null)
          this.#totalBytes = Math.max(this.#totalBytes ?? 0, source.sizeBytes);
      },
      onCompression: (compression) => {
        if (before === 0) this.#compression = compression;
        this.#phase = 'reading';
      },
      onEncoding: (encoding) => {
        const text = open();
        if (text !== null) text.encoding = encoding;
      },
    });
  }

  /** @throws ColumnsFull */
  #step(text: FileText, bytes: number): Promise<void> | null {
    this.#ahead?.look(text);
    this.#columns.look(text, bytes);
    if (this.#pace.isDue(performance.now())) this.#sendSnapshot();
    return this.#slices.pause();
  }

  /**
   * Also sends a snapshot if no more data comes for a while: a stalled host, a slow disk. It goes on until all that is there was also
   * looked at: on a slow machine a look may be too dear at first.
   */
  #scheduleSnapshot(): void {
    this.#snapshotTimer ??= setTimeout(() => {
      this.#snapshotTimer = null;
      if (this.#phase !== 'reading') return;
      const isDue = this.#pace.isDue(performance.now());
      if (isDue) this.#sendSnapshot();
      if (!isDue || this.#isLookToCome()) this.#scheduleSnapshot();
    }, LONGEST_MS);
  }

  #isLookToCome(): boolean {
    const [connection] = connectionsOf(this.#texts.held);
    return connection !== undefined && this.#soFar?.isBehind(connection) === true;
  }

  #lookSoFar(): void {
    const [connection] = connectionsOf(this.#texts.held);
    if (this.#phase !== 'reading' || connection === undefined) return;
    const share = this.#totalBytes === null ? null : this.#readBytes / this.#totalBytes;
    this.#soFar?.look(connection, { elapsedMs: performance.now() - this.#startedAt, share });
  }

  #sendSnapshot(): void {
    this.#lookSoFar();
    this.#pace.sent(performance.now());
    if (this.#snapshotTimer !== null) clearTimeout(this.#snapshotTimer);
    this.#snapshotTimer = null;
    this.#revision++;
    const main = this.#main;
    for (const index of this.#watched) if (index !== main) this.#onSnapshot(this.#snapshot(index), main);
    this.#onSnapshot(this.#snapshot(main), main);
  }

  #snapshot(index: number): Snapshot {
    const read = this.#phase !== 'opening' && this.#phase !== 'reading';
    // Nothing is shown of what only looks like events.
    const isRefused = read && this.isForeign;
    const connections = isRefused ? [] : connectionsOf(this.#texts.held);
    const shown = connections[index] ?? null;
    const listed = this.#listed(connections, read);
    const analysis = this.#analyses[index];
    const { inflatedBytes, skippedRecords, events } = this.#texts;
    const seconds = Math.max(performance.now() - this.#startedAt, 1) / 1000;
    return {
      phase: this.#phase,
      revision: this.#revision,
      progress: {
        readBytes: this.#readBytes,
        totalBytes: this.#totalBytes,
        inflatedBytes,
        megabytesPerSecond: inflatedBytes / 1e6 / seconds,
        events: isRefused ? 0 : events,
        skippedRecords,
        columnBytes: Math.ceil(this.#texts.columnBytes),
      },
      extent: shown === null ? { fromUs: 0, toUs: 0 } : extentOf(shown.connection.state),
      summary:
        shown === null
          ? emptySummary(this.#compression)
          : summarise(shown, this.#compression, read, analysis),
      catalogue: [...(shown?.connection.state.allSeries() ?? []), ...(analysis?.series ?? [])].map(
        ({ info }) => info,
      ),
      findings: analysis?.verdicts.findings ?? [],
      ...(analysis !== undefined || index !== 0 || !this.#soFar?.newest ? {} : { soFar: this.#soFar.newest }),
      models: analysis === undefined ? null : modelSummary(analysis.models),
      noBoundary: analysis?.noBoundary ?? null,
      notJudged: analysis?.verdicts.notJudged ?? [],
      notFound: analysis?.verdicts.notFound ?? [],
      connections: listed.map((i) =>
        summariseConnection(connections[i] as FileConnection, i, this.#analyses[i]),
      ),
      connectionCount: connections.length,
      connection: index,
      quality: shown === null ? null : qualityOf(shown, this.#compression, analysis),
      messages: this.#messagesAbout(shown, read),
      segments: shown?.text.segments ?? [],
      segmentEvidence: this.#evidence,
      ends: this.#phase === 'ready' ? endsOf(connections) : null,
    };
  }

  /** Indexes of the connections in a snapshot: of those that are not judged only what is shown. */
  #listed(connections: readonly FileConnection[], read: boolean): readonly number[] {
    if (!read) return [...connections.slice(0, LISTED_WHILE_READING).keys()];
    return toldOf(connections.map(({ connection }) => connection));
  }

  #messagesAbout(shown: FileConnection | null, read: boolean): readonly Message[] {
    if (!this.#isJudgingMissing) return this.#messages?.list(shown, read, this.#failure) ?? [];
    return [this.#texts.events === 0 ? NOT_JUDGED : { ...NOT_JUDGED, level: 'warning' }];
  }
}

/**
 * From the trace's start to its last event. An exported range, and a trace that begins long after its reference time (a ring
 * buffer, a log that was switched on late), begin with their first event: otherwise all of it would be in the last pixel.
 */
function extentOf({ firstUs, lastUs, isRange }: TransportState): Snapshot['extent'] {
  if (Number.isNaN(firstUs)) return { fromUs: 0, toUs: 0 };
  const late = isRange || firstUs > lastUs - firstUs;
  return { fromUs: late ? firstUs : Math.min(0, firstUs), toUs: lastUs };
}

/** Of a file of one connection: another log may continue it. */
function endsOf([only, another]: readonly FileConnection[]): Snapshot['ends'] {
  return only === undefined || another !== undefined ? null : only.text.ends;
}

function modelSummary({ epochStartsUs: _, candidates, ...report }: ModelReport): ModelSummary {
  return { ...report, candidates: candidates.map(({ epochScores: __, ...candidate }) => candidate) };
}
