/** Reads the text of a qlog: its bytes are split into records, and these are decoded into rows. */
import type { ConnectionFacts } from '../connection-facts';
import type { Container, FormatReader, ReaderOutput } from '../format';
import type { LogIdentity } from '../log-identity';
import type { NameTable } from '../name-table';
import type { DecodeQuality } from '../quality';
import type { RecordAccess } from '../record-access';
import type { ConnectionInfo } from './decode/connection-info';
import { Decoder } from './decode/decoder';
import { RecordSplitter } from './records/split';

/** Null until it has been fetched: until then every record is parsed. */
let recognition: typeof import('./recognition') | null = null;

/** Fetches what recognises records. Never rejects. */
export async function fetchRecognition(): Promise<void> {
  recognition ??= await import('./recognition').catch(() => null);
}

export class QlogReader implements FormatReader {
  readonly #decoder: Decoder;
  #splitter: RecordSplitter;
  /** Of the first of several texts. */
  #container: Container | null = null;

  constructor(output: ReaderOutput) {
    this.#decoder = new Decoder(output);
    this.#splitter = new RecordSplitter(this.#decoder);
  }

  push(chunk: Uint8Array): void {
    if (recognition !== null && this.#decoder.scanner === null)
      this.#decoder.recogniseWith(new recognition.RecordScanner(), recognition.planOf);
    this.#splitter.push(chunk);
    this.#decoder.flush();
  }

  end(): void {
    this.#splitter.end();
    this.#decoder.flush();
  }

  nextText(baseOffset: number): void {
    this.#container ??= this.#splitter.container;
    this.#decoder.nextText(baseOffset);
    this.#splitter = new RecordSplitter(this.#decoder, baseOffset);
  }

  get startedAnew(): boolean {
    return this.#decoder.startedAnew;
  }

  get names(): NameTable {
    return this.#decoder.names;
  }

  get events(): number {
    return this.#decoder.events;
  }

  get skippedRecords(): number {
    return this.#decoder.skipped;
  }

  get fruitlessRecords(): number {
    return this.#decoder.fruitless;
  }

  get container(): Container | null {
    return this.#container ?? this.#splitter.container;
  }

  get hasHeader(): boolean {
    return this.#decoder.traceHeader !== null;
  }

  quality(connection: number): DecodeQuality | null {
    return this.#decoder.quality(connection);
  }

  identity(connection: number): LogIdentity | null {
    return this.#decoder.identity(connection);
  }
}

/** @param connections as this reader reported them. */
export async function recordsOf(connections: readonly ConnectionFacts[]): Promise<RecordAccess> {
  const { QlogAccess } = await import('./access/access');
  return new QlogAccess(connections as readonly ConnectionInfo[]);
}
