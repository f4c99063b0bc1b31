/**
 * Bytes of a text, or of several that continue each other, to rows: the first bytes decide which format reads them, and
 * reading stops where nothing is readable for too long. Runs in the thread that replays the rows, or in one of its own
 * (reading/scan/scan-server.ts).
 */
import { concat } from '../../input/bytes/chunks';
import { FORMATS, formatOf } from '../../input/formats';
import type { FormatReader, ReaderOutput, TextFacts, TraceFormat } from '../../input/formats/format';
import { BrokenRunWatch } from './broken-run';

/** A text as far as it was scanned, wherever that is done. */
export interface ScannedText {
  /** Null before the first bytes have shown it. */
  readonly format: TraceFormat | null;
  /** Null before the format is known. */
  readonly facts: TextFacts | null;
  readonly scannedBytes: number;
}

/** How the text is read, as soon as its first bytes have shown its format. */
interface Chosen {
  readonly format: TraceFormat;
  readonly reader: FormatReader;
  watch: BrokenRunWatch;
}

export class TextScanner implements ScannedText {
  readonly #output: ReaderOutput;
  readonly #formats: readonly TraceFormat[];
  #chosen: Chosen | null = null;
  /** The first bytes, until they show the format. */
  #head: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #scannedBytes = 0;

  /** @param formats that a text may have; the last one takes what no other claims. */
  constructor(output: ReaderOutput, formats: readonly TraceFormat[] = FORMATS) {
    this.#output = output;
    this.#formats = formats;
  }

  get format(): TraceFormat | null {
    return this.#chosen?.format ?? null;
  }

  get facts(): TextFacts | null {
    return this.#chosen?.reader ?? null;
  }

  get scannedBytes(): number {
    return this.#scannedBytes;
  }

  /**
   * Scans the next bytes; chunks may end anywhere. The rows of all complete records are delivered before it returns.
   * @throws NotATrace when the text is not of its format; BrokenRun when nothing was readable for too long.
   */
  push(chunk: Uint8Array): void {
    this.#scannedBytes += chunk.length;
    if (this.#chosen === null) this.#choose(chunk, false);
    else read(this.#chosen, chunk);
  }

  /** The text ends here; another may follow. @throws NotATrace if it was empty. */
  end(): void {
    if (this.#chosen === null) this.#choose(new Uint8Array(0), true);
    this.#chosen?.reader.end();
  }

  /** Another text continues the one that has ended. Offsets count on. */
  nextText(): void {
    const chosen = this.#chosen;
    if (chosen === null) return;
    chosen.reader.nextText(this.#scannedBytes);
    chosen.watch = new BrokenRunWatch(chosen.format.name);
  }

  #choose(chunk: Uint8Array, isWhole: boolean): void {
    const head = concat([this.#head, chunk]);
    const format = formatOf(head, isWhole, this.#formats);
    this.#head = format === null ? head : new Uint8Array(0);
    if (format === null) return;
    const reader = format.reader(this.#output);
    this.#chosen = { format, reader, watch: new BrokenRunWatch(format.name) };
    read(this.#chosen, head);
  }
}

function read({ reader, watch }: Chosen, chunk: Uint8Array): void {
  reader.push(chunk);
  watch.look(reader.events, reader.fruitlessRecords);
}
