/**
 * One open file in the worker: reads the source to its end (`file-reading.ts`), reports progress (`snapshots.ts`), and judges
 * what was read (`file-judging.ts`). Requests about any of its connections are passed to their handlers (`handlers.ts`) at any time.
 */
import type { ByteSource } from '../../input/bytes/byte-source';
import type { ReaderThread } from '../../input/bytes/read-ahead';
import { type Evidence, openSources, type SourceSpec, type TimeRange } from '../../input/bytes/source';
import { FORMATS, fetchAhead } from '../../input/formats';
import type { TraceFormat } from '../../input/formats/format';
import { columnBudget } from '../../reading/budgets/column-budget';
import { note } from '../../reading/budgets/stage-clock';
import { yieldToEventLoop } from '../../reading/budgets/yield-to-event-loop';
import { RequestFailed } from '../../reading/contract/request-failed';
import type { AnswerOf, BodyOf, RequestKind } from '../../reading/contract/requests';
import type { Phase } from '../../reading/contract/snapshot';
import type { JudgePort } from '../../reading/judge/judge-thread';
import type { ScanPort } from '../../reading/scan/scan-thread';
import type { Analysis } from '../../reading/stages/analysis';
import { type FileConnection, mainConnection } from '../../reading/stages/connection-list';
import { FileJudging } from './file-judging';
import { FileReading, type ReadingListener } from './file-reading';
import { type HandlerTools, type OpenFile, Transferring } from './handler';
import { HANDLERS } from './handlers';
import type { ModelRuns } from './model-runs';
import type { SnapshotFile } from './snapshot-of';
import { type OnSnapshot, Snapshots } from './snapshots';

/** Starts threads that read a file together with this one. */
export interface Threads {
  /** Reads it ahead. */
  readonly read: () => ReaderThread;
  /** Reads and scans it. */
  readonly scan: () => ScanPort<unknown>;
  /** Judges its sender. */
  readonly judge: () => JudgePort;
}

export class TraceSession implements OpenFile, SnapshotFile {
  readonly reading: FileReading;
  readonly judging: FileJudging;
  readonly #snapshots: Snapshots;
  readonly #threads: Threads | null;
  /** Threads that may read the file together. */
  #threadLimit = 1;
  #phase: Phase = 'opening';
  #evidence: Evidence | null = null;
  /** State kept by handlers, by its class. */
  readonly #states = new Map<new () => unknown, unknown>();

  /**
   * @param threads that a large file may be read by; null reads in this one.
   * @param maxColumnBytes memory limit of the file's columns; reading ends there with a message.
   * @param formats see `TracePipeline`.
   */
  constructor(
    onSnapshot: OnSnapshot,
    threads: Threads | null = null,
    maxColumnBytes = columnBudget(),
    formats: readonly TraceFormat[] = FORMATS,
  ) {
    this.#threads = threads;
    const listener: ReadingListener = {
      onBegin: () => {
        this.#phase = 'reading';
      },
      onStep: (text) => {
        this.judging.look(text);
        this.#snapshots.sendIfDue();
      },
      onWait: () => this.#snapshots.schedule(),
      onDrop: () => this.judging.drop(),
      onReleased: (text) => this.judging.released(text),
    };
    this.reading = new FileReading(listener, maxColumnBytes, formats);
    this.judging = new FileJudging(this.reading);
    this.#snapshots = new Snapshots(this, onSnapshot);
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
    const startedAt = performance.now();
    this.#evidence = evidence;
    this.#snapshots.begin(startedAt);
    this.judging.fetch(this.#threadLimit > 2 ? (this.#threads?.judge ?? null) : null);
    await this.reading.read(sources, range, this.#threadLimit > 1 ? (this.#threads?.scan ?? null) : null);
    this.#phase = 'analysing';
    this.#snapshots.send();
    await yieldToEventLoop();
    const { isForeign, connections } = this.reading;
    const own = isForeign ? [] : connections;
    await this.judging.judge(own);
    this.#snapshots.main = mainConnection(own, this.judging.analyses);
    note('total', performance.now() - startedAt);
    this.#phase = this.reading.texts.events > 0 && !isForeign ? 'ready' : 'failed';
    this.#snapshots.send();
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
    this.#snapshots.answered(performance.now() - startedAt);
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

  get phase(): Phase {
    return this.#phase;
  }

  get evidence(): Evidence | null {
    return this.#evidence;
  }

  get revision(): number {
    return this.#snapshots.revision;
  }

  /** The file was read, and all of its texts are foreign (`FileText.isForeign`). */
  get isForeign(): boolean {
    return this.reading.isForeign;
  }

  get models(): ModelRuns | null {
    return this.judging.models;
  }

  connection(index: number): FileConnection {
    const connection = this.reading.connections[index];
    if (connection === undefined) throw new RequestFailed('The file does not hold this connection.');
    return connection;
  }

  analysis(index: number): Analysis | undefined {
    return this.judging.analyses[index];
  }

  watch(index: number): void {
    this.connection(index);
    this.#snapshots.watch(index);
  }

  stateOf<T>(State: new () => T): T {
    const state = (this.#states.get(State) as T | undefined) ?? new State();
    this.#states.set(State, state);
    return state;
  }
}
