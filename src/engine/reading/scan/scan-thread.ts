/**
 * The replaying thread's side of a thread that scans: gives what comes of it to the output in its order, and knows of the text
 * what a reader in this thread would. A thread that fails or hangs is of no use any more: the text is then read here again.
 */
import { unpackedBatch } from '../../base/columns/packed-batches';
import { HANGS, type Timer, Watchdog, wallTimer } from '../../input/bytes/file-stream';
import { FORMATS } from '../../input/formats';
import type { DecodeProblem } from '../../input/formats/decode-problem';
import type { ReaderOutput, TextFacts, TraceFormat } from '../../input/formats/format';
import { NameTable } from '../../input/formats/name-table';
import { timed } from '../budgets/stage-clock';
import type { RemoteScan } from '../stages/pipeline';
import { errorOf } from './failure';
import type { ConnectionKnown, FromScan, ScanFacts, ScanItem, Scanned, ToScan } from './messages';

/** What a `Worker` has for the thread that started it. */
export interface ScanPort<Source> {
  onmessage: ((event: MessageEvent<FromScan>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToScan<Source>, transfer: ArrayBuffer[]): void;
  terminate(): void;
}

/** Longer than a source may be silent before its reading fails (bytes/file-stream.ts). */
const SILENCE_MS = 45_000;

/** The thread could not be started, failed or hung. */
export class ScanThreadFailed extends Error {}

export class ScanThread<Source> implements RemoteScan {
  output: ReaderOutput | null = null;
  readonly #port: ScanPort<Source>;
  readonly #watchdog: Watchdog;
  readonly #messages: FromScan[] = [];
  #wake: (() => void) | null = null;
  #hasFailed = false;
  #format: TraceFormat | null = null;
  #facts: RemoteFacts | null = null;
  #scannedBytes = 0;

  /** @param port of a thread that runs `serveScans`. @param timer for the watchdog that detects a hanging thread. */
  constructor(port: ScanPort<Source>, timer: Timer = wallTimer) {
    this.#port = port;
    this.#watchdog = new Watchdog(timer, SILENCE_MS);
    port.onmessage = ({ data }) => {
      this.#messages.push(data);
      this.#wake?.();
    };
    port.onerror = (event) => {
      event.preventDefault();
      this.#hasFailed = true;
      this.#wake?.();
    };
  }

  /** `ScanThreadFailed` was thrown: the text can be read without the thread. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get format(): TraceFormat | null {
    return this.#format;
  }

  get facts(): TextFacts | null {
    return this.#facts;
  }

  get scannedBytes(): number {
    return this.#scannedBytes;
  }

  /** Resolves when the thread can scan. Rejects with `ScanThreadFailed`. */
  async ready(): Promise<void> {
    await this.#next();
  }

  /**
   * Scans the next text to its end, whose rows go to the output meanwhile.
   * @returns bytes of text whose rows were given in each step.
   * @throws ScanThreadFailed; what `TextScanner` throws; what opening and reading the source throws.
   */
  async *scan(source: Source): AsyncGenerator<number, void, undefined> {
    this.#port.postMessage({ type: 'scan', source }, []);
    for (;;) {
      const message = await this.#next();
      if (message.type === 'scanned') {
        timed('parse', () => this.#take(message));
        yield message.textBytes;
      } else if (message.type === 'ended') {
        if (message.failure !== null) throw errorOf(message.failure);
        return;
      }
    }
  }

  /** Ends the thread at once. */
  stop(): void {
    this.#port.terminate();
  }

  async #next(): Promise<FromScan> {
    while (this.#messages.length === 0) {
      if (this.#hasFailed) throw new ScanThreadFailed('the thread that scans has failed');
      const came = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      if ((await this.#watchdog.guard(came)) === HANGS) {
        this.#hasFailed = true;
        throw new ScanThreadFailed('the thread that scans hangs');
      }
    }
    return this.#messages.shift() as FromScan;
  }

  #take({ items, buffer, textBytes, facts }: Scanned): void {
    this.#scannedBytes += textBytes;
    if (facts !== null) this.#learn(facts);
    for (const item of items) this.#give(item, buffer);
    this.#port.postMessage({ type: 'taken', buffer }, [buffer]);
  }

  #learn(facts: ScanFacts): void {
    this.#format ??= FORMATS.find(({ name }) => name === facts.format) ?? null;
    this.#facts ??= new RemoteFacts();
    this.#facts.learn(facts);
  }

  #give(item: ScanItem, buffer: ArrayBuffer): void {
    switch (item.type) {
      case 'connection':
        this.output?.onConnection(item.facts);
        break;
      case 'batch':
        this.output?.onBatch(unpackedBatch(buffer, item.packed), item.connection);
        break;
      case 'problem': {
        const message = this.#format?.messages?.[item.problem.reason];
        this.output?.onProblem({ ...item.problem, ...(message && { message }) } as DecodeProblem);
        break;
      }
    }
  }
}

/** The facts of the newest message. */
class RemoteFacts implements TextFacts {
  readonly names = new NameTable();
  readonly #connections: ConnectionKnown[] = [];
  startedAnew = false;
  events = 0;
  skippedRecords = 0;
  fruitlessRecords = 0;
  container: ScanFacts['container'] = null;
  hasHeader = false;

  learn({ names, connections, format: _, ...facts }: ScanFacts): void {
    Object.assign(this, facts satisfies Partial<TextFacts>);
    this.names.adopt(names);
    for (const connection of connections) this.#connections[connection.index] = connection;
  }

  quality(connection: number): ConnectionKnown['quality'] | null {
    return this.#connections[connection]?.quality ?? null;
  }

  identity(connection: number): ConnectionKnown['identity'] | null {
    return this.#connections[connection]?.identity ?? null;
  }
}
