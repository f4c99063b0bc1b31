/**
 * Reads what a file consists of to its end: one source, which may hold several texts, or the files of one trace as one text.
 * Says what it has read so far. A text that cannot be read costs itself.
 */
import type { ByteSource } from '../../input/bytes/byte-source';
import { type Compression, openText, type TextPart } from '../../input/bytes/inflate';
import type { TimeRange } from '../../input/bytes/source';
import { MAX_STORED_BYTES, type StoreBudget } from '../../input/bytes/text-store';
import { FORMATS } from '../../input/formats';
import type { TraceFormat } from '../../input/formats/format';
import { ColumnsFull } from '../../reading/budgets/column-budget';
import { ConnectionBudget } from '../../reading/budgets/connection-budget';
import { WorkSlices } from '../../reading/budgets/yield-to-event-loop';
import type { ScanPort } from '../../reading/scan/scan-thread';
import { pushChunks, readText } from '../../reading/scan/text-reading';
import { ColumnWatch } from '../../reading/stages/column-watch';
import { connectionsOf, type FileConnection } from '../../reading/stages/connection-list';
import { FileText, type TextSettings } from '../../reading/stages/file-text';
import { FileTexts } from '../../reading/stages/file-texts';

export interface ReadingListener {
  /** The bytes of a text begin. */
  onBegin(): void;
  /** More of a text was read. */
  onStep(text: FileText): void;
  /** Nothing more has come for now. */
  onWait(): void;
  /** A text was dropped: it is read again from its beginning, or not shown. */
  onDrop(): void;
  /** A text has ended, and only what is said about it is kept. */
  onReleased(text: FileText): void;
}

export class FileReading {
  readonly texts = new FileTexts();
  readonly #listener: ReadingListener;
  readonly #formats: readonly TraceFormat[];
  readonly #budget: StoreBudget = { leftBytes: MAX_STORED_BYTES };
  readonly #connections: ConnectionBudget;
  readonly #columns: ColumnWatch;
  readonly #slices = new WorkSlices();
  #compression: Compression = 'none';
  #readBytes = 0;
  #totalBytes: number | null = null;
  #failure: unknown = null;
  /** The columns have reached their limit: further texts are not read. */
  #isFull = false;

  /** @param maxColumnBytes memory limit of the file's columns; reading ends there. @param formats see `TracePipeline`. */
  constructor(listener: ReadingListener, maxColumnBytes: number, formats: readonly TraceFormat[]) {
    this.#listener = listener;
    this.#formats = formats;
    this.#connections = new ConnectionBudget(maxColumnBytes);
    this.#columns = new ColumnWatch(maxColumnBytes, () => this.texts.columnBytes);
  }

  get compression(): Compression {
    return this.#compression;
  }

  /** Stored bytes so far, and in all; null while that is unknown. */
  get readBytes(): number {
    return this.#readBytes;
  }

  get totalBytes(): number | null {
    return this.#totalBytes;
  }

  /** Why reading of the file as a whole ended, in addition to failures of single texts; null for its end. */
  get failure(): unknown {
    return this.#failure;
  }

  /** The file was read, and all of its texts are foreign (`FileText.isForeign`). */
  get isForeign(): boolean {
    return this.#failure === null && !this.texts.none && this.texts.areForeign;
  }

  get connections(): readonly FileConnection[] {
    return connectionsOf(this.texts.held);
  }

  /**
   * Reads one source, or the files of one trace in their order, to the end. Never rejects.
   * @param sources where they reject, nothing is read. @param range only the events in it are kept; null for all.
   * @param startScan starts a thread that reads and scans a large file; null for none.
   */
  async read(
    sources: readonly ByteSource[] | Promise<readonly ByteSource[]>,
    range: TimeRange | null,
    startScan: (() => ScanPort<unknown>) | null,
  ): Promise<void> {
    let opened: readonly ByteSource[] = [];
    try {
      opened = await sources;
      const [only, another] = opened;
      if (only !== undefined && another === undefined) await this.#readOne(only, range, startScan);
      else await this.#readSegments(opened, range);
    } catch (error) {
      this.#failure = error;
    }
    await this.#verify(opened);
  }

  /** Of a source that has other bytes than its name says nothing is shown. */
  async #verify(sources: readonly ByteSource[]): Promise<void> {
    try {
      for (const source of sources) await source.verify?.();
    } catch (error) {
      this.texts.dropAll();
      this.#listener.onDrop();
      this.#failure = error;
    }
  }

  async #readOne(
    source: ByteSource,
    range: TimeRange | null,
    startScan: (() => ScanPort<unknown>) | null,
  ): Promise<void> {
    this.#totalBytes = source.sizeBytes;
    let open: FileText | null = null;
    for await (const part of this.#partsOf(source, () => open, 0)) {
      const { text, failure } = await readText(source, part, {
        begin: (remote, timeUnit) => {
          open = this.#textOf(part, { range, remote, timeUnit });
          this.texts.add(open);
          return open;
        },
        drop: (dropped) => {
          this.texts.drop(dropped);
          this.#listener.onDrop();
        },
        onStep: (text, bytes) => {
          if (text.isScannedApart) this.#readBytes += bytes;
          return this.#step(text, bytes);
        },
        onWait: () => this.#listener.onWait(),
        startScan: this.#formats === FORMATS ? startScan : null,
      });
      text.end(failure);
      this.#isFull ||= failure instanceof ColumnsFull;
      this.#settle(text);
      if (this.#isFull) break;
    }
  }

  #textOf(part: TextPart, of: Pick<TextSettings, 'range'> & Partial<TextSettings>): FileText {
    return new FileText(part, this.#budget, {
      formats: this.#formats,
      connections: this.#connections,
      ...of,
    });
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
            open = this.#textOf(part, { range, file: name });
            this.texts.add(open);
            for (const file of missed) open.missSegment(file.name, file.error);
          } else open.nextSegment(part, name);
          const failure = await pushChunks(part, open, {
            onStep: (text, bytes) => this.#step(text, bytes),
            onWait: () => this.#listener.onWait(),
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

  #settle(text: FileText): void {
    if (this.texts.settle(text)) this.#listener.onReleased(text);
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
        this.#listener.onBegin();
      },
      onEncoding: (encoding) => {
        const text = open();
        if (text !== null) text.encoding = encoding;
      },
    });
  }

  /** @throws ColumnsFull */
  #step(text: FileText, bytes: number): Promise<void> | null {
    this.#columns.look(text, bytes);
    this.#listener.onStep(text);
    return this.#slices.pause();
  }
}
