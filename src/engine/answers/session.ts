/**
 * One open file, as the worker holds it: reads the source to its end, says how far it is, and runs the detectors when
 * everything is read. Requests about any of its connections are handed to their handlers (`requests.ts`) at any time.
 */
import { type Compression, openText, type TextPart } from '../bytes/inflate';
import type { ReaderThread } from '../bytes/read-ahead';
import { type ByteSource, openSource, type SourceSpec, type TimeRange } from '../bytes/source';
import { type KeptBudget, MAX_KEPT_BYTES } from '../bytes/text-store';
import type { ModelReport } from '../congestion';
import type { ModelSummary } from '../contract/parts';
import { RequestFailed } from '../contract/request-failed';
import type { Message, Phase, Snapshot } from '../contract/snapshot';
import type { Analysis } from '../reading/analysis';
import { breathe } from '../reading/breathe';
import { ColumnsFull, columnBudget, LOOK_BYTES } from '../reading/column-budget';
import {
  connectionsOf,
  type FileConnection,
  mainConnection,
  summariseConnection,
} from '../reading/connection-list';
import { FileText } from '../reading/file-text';
import { FileTexts } from '../reading/file-texts';
import { failureMessage } from '../reading/messages';
import { qualityOf } from '../reading/quality';
import { note } from '../reading/stage-clock';
import { emptySummary, summarise } from '../reading/summary';
import type { TransportState } from '../transport/transport';
import { type HandlerTools, type OpenFile, Transferring } from './handler';
import type { ModelRuns } from './model-runs';
import { type AnswerOf, type BodyOf, HANDLERS, type RequestKind } from './requests';

/** Between snapshots while reading: at first often, so that panels fill; in a long reading a quarter of its age. */
const SNAPSHOT_MS = 120;
const LONGEST_SNAPSHOT_MS = 1000;
const SNAPSHOT_SHARE = 0.25;
/** After this long without a break the worker looks for queries. */
const SLICE_MS = 20;
/** Bytes handed to the pipeline at once: a few milliseconds of work. */
const PIECE_BYTES = 128 * 1024;

/** Connections named in a snapshot while the file is read: more would cost more than they tell. */
const LISTED_WHILE_READING = 64;

/** The only file without any text in it. */
const EMPTY_ZIP: Message = {
  kind: 'empty-file',
  level: 'error',
  text: 'There is nothing to read: the zip holds no file.',
  places: [],
};

/** The part that judges could not be fetched from the page's server. */
const NOT_JUDGED: Message = {
  kind: 'part-missing',
  level: 'error',
  text: 'The trace was read and is shown, but not judged: a part of this page could not be fetched from its server. Reload the page, and open the trace again.',
  places: [],
};

export class TraceSession implements OpenFile {
  readonly #onSnapshot: (snapshot: Snapshot) => void;
  readonly #startReader: (() => ReaderThread) | null;
  readonly #texts = new FileTexts();
  readonly #budget: KeptBudget = { leftBytes: MAX_KEPT_BYTES };
  readonly #maxColumnBytes: number;
  /** Bytes of text until the columns are looked at again. */
  #untilLookBytes = 0;
  /** The columns may not grow any more: further texts are not read. */
  #isFull = false;
  #compression: Compression = 'none';
  #phase: Phase = 'opening';
  #revision = 0;
  #readBytes = 0;
  #totalBytes: number | null = null;
  #startedAt = 0;
  /** The first piece is told of at once: the page mounts its panels while the worker reads on. */
  #sentAt = Number.NEGATIVE_INFINITY;
  #breathedAt = 0;
  /** Runs out where something was read that no snapshot has told of. */
  #untold: ReturnType<typeof setTimeout> | null = null;
  /** What ended the reading of the file as a whole, beside what ended that of a text. */
  #failure: Message | null = null;
  /** By index of the connection, as far as they are judged. */
  readonly #analyses: Analysis[] = [];
  /** The connection looked at, by index; the user's choice stays. */
  #shown = 0;
  #chosen = false;
  #models: ModelRuns | null = null;
  /** What handlers keep, by its class. */
  readonly #kept = new Map<new () => unknown, unknown>();

  /**
   * @param startReader starts a thread that reads a large file ahead; null reads in this one.
   * @param maxColumnBytes what the columns of the file may take; the reading ends there, and says so.
   */
  constructor(
    onSnapshot: (snapshot: Snapshot) => void,
    startReader: (() => ReaderThread) | null = null,
    maxColumnBytes = columnBudget(),
  ) {
    this.#onSnapshot = onSnapshot;
    this.#startReader = startReader;
    this.#maxColumnBytes = maxColumnBytes;
  }

  /**
   * Reads the whole source. Ends with a snapshot in phase `ready` or `failed`; never rejects.
   * @param readsAhead whether a thread may be started that reads a large file ahead.
   */
  open(spec: SourceSpec, readsAhead = true): Promise<void> {
    return this.read(openSource(spec, readsAhead ? this.#startReader : null), spec.range ?? null);
  }

  /** As `open`, for a source that is open already. @param range only the events in it are kept; null for all. */
  async read(source: ByteSource, range: TimeRange | null = null): Promise<void> {
    this.#startedAt = performance.now();
    // What judges the trace is fetched while it is read.
    const judging = import('./judging').catch(() => null);
    this.#totalBytes = source.sizeBytes;
    try {
      await this.#read(source, range);
    } catch (error) {
      this.#failure = failureMessage(error, this.#texts.events);
    }
    if (this.#texts.none) this.#failure ??= EMPTY_ZIP;
    this.#phase = 'analysing';
    this.#sendSnapshot();
    await breathe();
    const connections = connectionsOf(this.#texts.held);
    const judges = await judging;
    if (judges === null) this.#failure ??= NOT_JUDGED;
    else await this.#judge(connections, judges);
    if (!this.#chosen) this.#shown = mainConnection(connections, this.#analyses);
    note('total', performance.now() - this.#startedAt);
    this.#phase = this.#texts.events > 0 ? 'ready' : 'failed';
    this.#sendSnapshot();
  }

  async #judge(connections: readonly FileConnection[], judges: typeof import('./judging')): Promise<void> {
    this.#models = new judges.ModelRuns();
    for (const connection of connections) {
      this.#analyses.push(judges.analyseConnection(connection));
      if (this.#sliceIsOver()) await breathe();
    }
  }

  /**
   * Answers a request. @returns the answer with what of it is transferred.
   * Rejects with `RequestFailed` where there is none; with anything else where a handler has a defect.
   */
  async answer<K extends RequestKind>(
    kind: K,
    body: BodyOf<K>,
    tools: HandlerTools<K>,
  ): Promise<Transferring<AnswerOf<K>>> {
    const given = await HANDLERS[kind](this, body, tools);
    return given instanceof Transferring ? given : new Transferring(given, []);
  }

  /** As `answer`, for whoever runs in the same thread. */
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

  /** The file was read, and no text of it is a trace (`FileText.isForeign`). */
  get isForeign(): boolean {
    return this.#failure === null && this.#texts.areForeign;
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

  select(index: number): void {
    this.connection(index);
    this.#chosen = true;
    this.#shown = index;
    this.#sendSnapshot();
  }

  keep<T>(Kept: new () => T): T {
    const kept = (this.#kept.get(Kept) as T | undefined) ?? new Kept();
    this.#kept.set(Kept, kept);
    return kept;
  }

  async #read(source: ByteSource, range: TimeRange | null): Promise<void> {
    let open: FileText | null = null;
    const parts = openText(source, {
      onRead: (bytes) => {
        this.#readBytes = bytes;
        this.#totalBytes = source.sizeBytes;
      },
      onCompression: (compression) => {
        this.#compression = compression;
        this.#phase = 'reading';
      },
      onEncoding: (encoding) => {
        if (open !== null) open.encoding = encoding;
      },
    });
    for await (const part of parts) {
      open = new FileText(part, this.#budget, range);
      this.#texts.add(open);
      await this.#readText(part, open);
      if (this.#isFull) break;
    }
  }

  /** Reads one text to its end; what breaks it off is kept with it, and the next text has its turn. */
  async #readText(part: TextPart, text: FileText): Promise<void> {
    let failure: unknown = null;
    try {
      for await (const chunk of part.chunks()) {
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          text.push(chunk.subarray(at, at + PIECE_BYTES));
          this.#lookAtColumns(text, PIECE_BYTES);
          if (this.#snapshotIsDue()) this.#sendSnapshot();
          if (this.#sliceIsOver()) await breathe();
        }
        this.#tellSoon();
      }
    } catch (error) {
      failure = error;
    }
    text.end(failure);
    this.#texts.settle(text);
  }

  /** @throws ColumnsFull when the columns take all that they may. */
  #lookAtColumns({ pipeline }: FileText, readBytes: number): void {
    this.#untilLookBytes -= readBytes;
    if (this.#untilLookBytes > 0) return;
    this.#untilLookBytes = Math.min(LOOK_BYTES, this.#maxColumnBytes / 4);
    const heldBytes = this.#texts.columnBytes;
    if (heldBytes <= this.#maxColumnBytes) return;
    this.#isFull = true;
    throw new ColumnsFull(heldBytes, pipeline.inflatedBytes, pipeline.state.lastUs);
  }

  /** Every snapshot makes the page ask and draw all of its panels, which the reading pays for. */
  #snapshotIsDue(): boolean {
    const now = performance.now();
    const gapMs = Math.max(SNAPSHOT_MS, (now - this.#startedAt) * SNAPSHOT_SHARE);
    return now - this.#sentAt > Math.min(gapMs, LONGEST_SNAPSHOT_MS);
  }

  /** What has come is told of also where nothing more comes for a while: a host that stalls, a slow disk. */
  #tellSoon(): void {
    this.#untold ??= setTimeout(() => {
      this.#untold = null;
      if (this.#phase === 'reading') this.#sendSnapshot();
    }, LONGEST_SNAPSHOT_MS);
  }

  #sliceIsOver(): boolean {
    const now = performance.now();
    if (now - this.#breathedAt <= SLICE_MS) return false;
    this.#breathedAt = now;
    return true;
  }

  #sendSnapshot(): void {
    this.#sentAt = performance.now();
    if (this.#untold !== null) clearTimeout(this.#untold);
    this.#untold = null;
    this.#revision++;
    this.#onSnapshot(this.#snapshot());
  }

  #snapshot(): Snapshot {
    const connections = connectionsOf(this.#texts.held);
    const shown = connections[this.#shown] ?? null;
    const read = this.#phase !== 'opening' && this.#phase !== 'reading';
    const listed = read ? connections : connections.slice(0, LISTED_WHILE_READING);
    const analysis = this.#analyses[this.#shown];
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
        events,
        skippedRecords,
        columnBytes: Math.ceil(this.#texts.columnBytes),
      },
      extent: shown === null ? { fromUs: 0, toUs: 0 } : extentOf(shown.connection.state),
      summary: shown === null ? emptySummary(this.#compression) : summarise(shown, this.#compression, read),
      catalogue: [...(shown?.connection.state.allSeries() ?? []), ...(analysis?.series ?? [])].map(
        ({ info }) => info,
      ),
      findings: analysis?.verdicts.findings ?? [],
      models: analysis === undefined ? null : modelSummary(analysis.models),
      noBoundary: analysis?.noBoundary ?? null,
      notJudged: analysis?.verdicts.notJudged ?? [],
      notFound: analysis?.verdicts.notFound ?? [],
      connections: listed.map((item, index) => summariseConnection(item, index, this.#analyses[index])),
      connectionCount: connections.length,
      connection: this.#shown,
      quality: shown === null ? null : qualityOf(shown, this.#compression, analysis),
      messages: this.#messages(shown, read),
    };
  }

  #messages(shown: FileConnection | null, read: boolean): readonly Message[] {
    const messages = this.#texts.messages(shown, read);
    const all = this.#failure === null ? messages : [this.#failure, ...messages];
    // One text of several that is no trace does not make the file a failure.
    if (this.#texts.events === 0) return all;
    return all.map((message) => (message.level === 'error' ? { ...message, level: 'warning' } : message));
  }
}

/**
 * From the trace's start to its last event. A trace that begins long after its reference time (a ring buffer, a
 * log that was switched on late) begins with its first event: else all of it would be the last pixel.
 */
function extentOf({ firstUs, lastUs }: TransportState): Snapshot['extent'] {
  if (Number.isNaN(firstUs)) return { fromUs: 0, toUs: 0 };
  const late = firstUs > lastUs - firstUs;
  return { fromUs: late ? firstUs : Math.min(0, firstUs), toUs: lastUs };
}

function modelSummary({ epochStartsUs: _, candidates, ...report }: ModelReport): ModelSummary {
  return { ...report, candidates: candidates.map(({ epochScores: __, ...candidate }) => candidate) };
}
