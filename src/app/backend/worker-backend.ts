/**
 * Backend of a trace that a worker reads: requests wait until the worker can answer them. The pool may
 * take the worker of a trace that is not shown; the file is read again on the next
 * request. A worker that does not respond while a request is pending is reported.
 */
import { WORTH_INFLATING_BYTES } from '../../engine/input/bytes/large-file';
import { type SourceSpec, storedBytes } from '../../engine/input/bytes/source';
import type { AnswerOf, BodyOf, RequestKind } from '../../engine/reading/contract/requests';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import type { FromWorker, RequestMessage, ToWorker } from '../../engine/service/answers/serve';
import { type Backend, BackendEnded, type BackendListener, type RequestOptions } from './backend';
import { PendingRequests } from './pending-requests';
import type { WorkerPool, WorkerUser } from './worker-pool';

/** A worker that does not answer a ping for this long is reported. */
const SILENCE_MS = 15_000;
const CHECK_MS = 2500;

export interface WorkerBackendOptions {
  readonly pool: WorkerPool;
  readonly isShown: () => boolean;
  readonly isWanted: () => boolean;
  readonly isBusy: () => boolean;
  /** A clock in ms, and an interval timer. @returns the function that stops the timer. */
  readonly now: () => number;
  readonly every: (run: () => void, ms: number) => () => void;
}

/**
 * `reading` reports every snapshot; `again` reports none until the whole file is read again. `none` has no worker:
 * not yet, or it was taken.
 */
type Reading = 'none' | 'reading' | 'again' | 'read';

export class WorkerBackend implements Backend, WorkerUser {
  readonly sizeBytes: number;
  readonly isLarge: boolean;
  readonly isShown: () => boolean;
  readonly isWanted: () => boolean;
  readonly isBusy: () => boolean;
  #source: SourceSpec;
  readonly #listener: BackendListener;
  readonly #options: WorkerBackendOptions;
  #worker: Worker | null = null;
  #reading: Reading = 'none';
  /** The file was read once: the next worker reads it again. */
  #wasRead = false;
  #heldBytes = 0;
  readonly #pending = new PendingRequests({
    send: (message) => this.#send(message),
    cancel: (id) => this.#cancel(id),
  });
  /** Requests that wait for a worker that has read the file. */
  #queue: RequestMessage[] = [];
  /** Connections whose snapshots were requested: a worker that reads the file again must send them too. */
  readonly #watched = new Set<number>();
  #stopped = false;
  #stopChecking: () => void = () => undefined;
  /** When the unanswered ping was sent, ms; null for none. */
  #pingedAt: number | null = null;
  #isSilent = false;

  constructor(source: SourceSpec, listener: BackendListener, options: WorkerBackendOptions) {
    this.sizeBytes = storedBytes(source) ?? 0;
    this.isLarge = this.sizeBytes >= WORTH_INFLATING_BYTES;
    this.isShown = options.isShown;
    this.isWanted = () => options.isWanted() || this.#queue.length > 0;
    this.isBusy = options.isBusy;
    this.#source = source;
    this.#listener = listener;
    this.#options = options;
    options.pool.request(this);
  }

  isReading(): boolean {
    return this.#reading === 'reading' || this.#reading === 'again';
  }

  heldBytes(): number {
    return this.#heldBytes;
  }

  start(worker: Worker, threads: number): void {
    this.#worker = worker;
    this.#reading = this.#wasRead ? 'again' : 'reading';
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#take(data);
    worker.onerror = (event) => {
      event.preventDefault();
      const text = `Reading stopped because of a bug in qlogscope (${event.message}). The rest of the page still works.`;
      this.#end(text);
      this.#listener.onCrash({ kind: 'worker-failed', level: 'error', text, places: [] });
    };
    this.#stopChecking = this.#options.every(() => this.#checkResponse(), CHECK_MS);
    this.#post({ type: 'open', source: this.#source, threads });
    if (this.#reading === 'reading') this.#flush();
  }

  release(): void {
    this.#releaseWorker('Its worker was given to another trace.');
  }

  request<K extends RequestKind>(
    kind: K,
    body: BodyOf<K>,
    options: RequestOptions<K> = {},
  ): Promise<AnswerOf<K>> {
    if (this.#stopped) return Promise.reject(new BackendEnded('The trace was closed.'));
    if (kind === 'watch') this.#watched.add(body.connection);
    return this.#pending.request(kind, body, options);
  }

  isPreparing(): boolean {
    return this.#reading === 'again' || this.#queue.length > 0;
  }

  wake(): void {
    if (this.#worker === null) this.#options.pool.request(this);
    else this.#options.pool.touch(this);
  }

  restart(reason: string, source: SourceSpec): void {
    this.#end(reason);
    this.#source = source;
    this.#wasRead = false;
    this.#watched.clear();
    this.#options.pool.request(this);
  }

  /** Stops the worker at once and frees its memory. */
  stop(): void {
    this.#stopped = true;
    this.#end('The trace was closed.');
  }

  #take(data: FromWorker): void {
    this.#pingedAt = null;
    if (this.#isSilent) {
      this.#isSilent = false;
      this.#listener.onSilence(null);
    }
    if (data.type === 'snapshot') this.#takeSnapshot(data.snapshot, data.main);
    else if (data.type !== 'alive' && data.type !== 'surveyed' && data.type !== 'sampled')
      this.#pending.take(data);
  }

  #takeSnapshot(snapshot: Snapshot, main: number): void {
    const hasEnded = snapshot.phase === 'ready' || snapshot.phase === 'failed';
    const isAgain = this.#reading === 'again';
    this.#heldBytes = snapshot.progress.columnBytes;
    if (isAgain && !hasEnded) return;
    if (hasEnded && this.#reading !== 'read') {
      this.#reading = 'read';
      this.#wasRead = true;
      if (isAgain) for (const connection of this.#watched) this.#watchAgain(connection);
      this.#flush();
    }
    this.#listener.onSnapshot(snapshot, main);
  }

  /** Sent before the queue. The answer is ignored: the snapshot comes before it. */
  #watchAgain(connection: number): void {
    this.#pending.request('watch', { connection }).catch(() => undefined);
  }

  /** Pings a busy worker, and reports one that does not answer. */
  #checkResponse(): void {
    if (!this.isBusy()) {
      this.#pingedAt = null;
    } else if (this.#pingedAt === null) {
      this.#pingedAt = this.#options.now();
      this.#post({ type: 'ping' });
    } else if (!this.#isSilent && this.#options.now() - this.#pingedAt >= SILENCE_MS) {
      this.#isSilent = true;
      this.#listener.onSilence({
        kind: 'worker-silent',
        level: 'error',
        text: `The worker that reads this trace has not responded for ${SILENCE_MS / 1000} s: the browser may have ended it for lack of memory, or the machine is very busy.`,
        places: [],
      });
    }
  }

  #end(reason: string): void {
    this.#releaseWorker(reason);
    this.#isSilent = false;
    this.#options.pool.leave(this);
  }

  /** Drops the worker and rejects its pending requests. */
  #releaseWorker(reason: string): void {
    this.#worker = null;
    this.#reading = 'none';
    this.#heldBytes = 0;
    this.#stopChecking();
    this.#pingedAt = null;
    this.#queue = [];
    this.#pending.rejectAll(new BackendEnded(reason));
  }

  #send(message: RequestMessage): void {
    if (this.#reading === 'reading' || this.#reading === 'read') {
      this.#post(message);
      return;
    }
    this.#queue.push(message);
    this.#options.pool.request(this);
  }

  #cancel(id: number): void {
    const isQueued = this.#queue.some((message) => message.id === id);
    if (isQueued) this.#queue = this.#queue.filter((message) => message.id !== id);
    else this.#post({ type: 'cancel', id });
  }

  #flush(): void {
    for (const message of this.#queue.splice(0)) this.#post(message);
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}
