/**
 * The scanning thread's side: reads and scans texts, and sends their rows to the thread that replays them (scan-thread.ts),
 * a few messages ahead of it.
 */
import type { EventBatch } from '../../base/columns/event-batch';
import { BatchPacker } from '../../base/columns/packed-batches';
import type { Chunks } from '../../input/bytes/chunks';
import { FORMATS, fetchAhead, fetchFor } from '../../input/formats';
import type { ConnectionFacts } from '../../input/formats/connection-facts';
import type { DecodeProblem } from '../../input/formats/decode-problem';
import type { TextFacts } from '../../input/formats/format';
import { NotATrace } from '../../input/formats/not-a-trace';
import { timed } from '../budgets/stage-clock';
import { TextScanner } from '../stages/text-scanner';
import { failureOf } from './failure';
import { type FromScan, MAX_AHEAD, type ScanFacts, type ScanItem, type ToScan } from './messages';

/** Bytes pushed at once: a message may be sent after each. */
const PIECE_BYTES = 128 * 1024;
/** Text per message: little at first, so that a picture is soon there. */
const FIRST_MESSAGES = 8;
const MESSAGE_BYTES = 1024 * 1024;
/** Rows of a slow source wait no longer for more of them. */
const LONGEST_WAIT_MS = 100;
/** Rows of a message with the usual text fit; the packer makes room for more. */
const BUFFER_BYTES = 1024 * 1024;

/** What a worker has of its own thread. */
export interface ScanScope<Source> {
  onmessage: ((event: MessageEvent<ToScan<Source>>) => void) | null;
  postMessage(message: FromScan, transfer: ArrayBuffer[]): void;
}

/** @param open the text of a source in chunks, in UTF-8 and not compressed. */
export function serveScans<Source>(scope: ScanScope<Source>, open: (source: Source) => Chunks): void {
  const server = new ScanServer(scope);
  let isFirst = true;
  scope.onmessage = ({ data }) => {
    if (data.type === 'taken') {
      server.taken(data.buffer);
      return;
    }
    void server.scan(open(data.source), isFirst);
    isFirst = false;
  };
  void fetchAhead(FORMATS).then(() => scope.postMessage({ type: 'ready' }, []));
}

class ScanServer {
  readonly #scope: ScanScope<never>;
  readonly #scanner: TextScanner;
  readonly #packer = new BatchPacker(new ArrayBuffer(BUFFER_BYTES));
  /** Buffers that were taken, to be filled again. */
  readonly #spare: ArrayBuffer[] = [];
  #items: ScanItem[] = [];
  /** Connections that something was given of since the last message. */
  readonly #changed = new Set<number>();
  #connections = 0;
  #names = 0;
  #textBytes = 0;
  #messages = 0;
  #ahead = 0;
  #wake: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(scope: ScanScope<never>) {
    this.#scope = scope;
    this.#scanner = new TextScanner({
      onConnection: (facts) => this.#connection(facts),
      onBatch: (batch, connection) => this.#batch(batch, connection),
      onProblem: (problem) => this.#problem(problem),
    });
  }

  async scan(chunks: Chunks, isFirst: boolean): Promise<void> {
    let failure: unknown = null;
    if (!isFirst) this.#scanner.nextText();
    try {
      for await (const chunk of chunks) {
        if (this.#scanner.format === null) await fetchFor(chunk);
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          const piece = chunk.subarray(at, at + PIECE_BYTES);
          timed('parse', () => this.#scanner.push(piece));
          this.#textBytes += piece.length;
          if (this.#isDue) this.#send();
          while (this.#ahead >= MAX_AHEAD) await this.#room();
        }
        this.#timer ??= setTimeout(() => this.#send(), LONGEST_WAIT_MS);
      }
    } catch (error) {
      failure = error;
    }
    try {
      // What stands before a failure may end with a record, complete or cut.
      if (!(failure instanceof NotATrace)) this.#scanner.end();
    } catch (error) {
      failure ??= error;
    }
    for (let index = 0; index < this.#connections; index++) this.#changed.add(index);
    this.#send();
    this.#scope.postMessage({ type: 'ended', failure: failure === null ? null : failureOf(failure) }, []);
  }

  taken(buffer: ArrayBuffer): void {
    this.#spare.push(buffer);
    this.#ahead--;
    this.#wake?.();
  }

  get #isDue(): boolean {
    return this.#messages < FIRST_MESSAGES || this.#textBytes >= MESSAGE_BYTES;
  }

  #room(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #connection(facts: ConnectionFacts): void {
    this.#items.push({ type: 'connection', facts });
    this.#changed.add(facts.index);
    this.#connections = Math.max(this.#connections, facts.index + 1);
  }

  #batch(batch: EventBatch, connection: number): void {
    this.#items.push({ type: 'batch', packed: this.#packer.add(batch), connection });
    this.#changed.add(connection);
  }

  /** Its message holds functions, which no message to another thread can. */
  #problem({ message: _, ...problem }: DecodeProblem): void {
    this.#items.push({ type: 'problem', problem });
  }

  #send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { facts } = this.#scanner;
    const items = this.#items;
    const textBytes = this.#textBytes;
    const buffer = this.#packer.take(this.#spare.pop() ?? new ArrayBuffer(BUFFER_BYTES));
    this.#items = [];
    this.#textBytes = 0;
    this.#messages++;
    this.#ahead++;
    const scanFacts = facts === null ? null : this.#scanFacts(facts);
    this.#scope.postMessage({ type: 'scanned', items, buffer, textBytes, facts: scanFacts }, [buffer]);
  }

  #scanFacts(facts: TextFacts): ScanFacts {
    const { names, events, skippedRecords, fruitlessRecords, container, hasHeader, startedAnew } = facts;
    const connections = [...this.#changed].flatMap((index) => {
      const quality = facts.quality(index);
      const identity = facts.identity(index);
      return quality === null || identity === null ? [] : [{ index, quality, identity }];
    });
    const fresh = names.since(this.#names);
    this.#names = names.length;
    this.#changed.clear();
    return {
      events,
      skippedRecords,
      fruitlessRecords,
      container,
      hasHeader,
      startedAnew,
      connections,
      format: this.#scanner.format?.name ?? '',
      names: fresh,
    };
  }
}
