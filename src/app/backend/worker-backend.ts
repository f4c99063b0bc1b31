/**
 * The backend of a trace that is read from a file: a worker has it, and requests wait until it can answer them. The pool may
 * take the worker of a trace that is not shown: the file is read again when something is asked, and nobody sees the
 * difference but for the wait. A worker that gives no sign of life while something is pending is told of.
 */
import type { AnswerOf, BodyOf, RequestKind } from '../../engine/answers/requests';
import type { FromWorker, RequestMessage, ToWorker } from '../../engine/answers/serve';
import { WORTH_BYTES } from '../../engine/bytes/read-ahead';
import type { SourceSpec } from '../../engine/bytes/source';
import type { Snapshot } from '../../engine/contract/snapshot';
import { type Backend, BackendEnded, type BackendListener, type RequestOptions } from './backend';
import { PendingRequests } from './pending-requests';
import type { WorkerPool, WorkerUser } from './worker-pool';

/** A worker that is asked for a sign of life and gives none for so long has a message. */
const SILENCE_MS = 15_000;
const LOOK_MS = 2500;

export interface WorkerBackendOptions {
  readonly pool: WorkerPool;
  readonly isShown: () => boolean;
  readonly isWanted: () => boolean;
  readonly isBusy: () => boolean;
  /** A clock in ms, and what runs a function again and again. @returns the function that ends that. */
  readonly now: () => number;
  readonly every: (run: () => void, ms: number) => () => void;
}

/**
 * `reading` tells of everything; `again` is silent until the file is read as far as it was before. `none` has no worker:
 * not yet, or not any more.
 */
type Reading = 'none' | 'reading' | 'again' | 'read';

export class WorkerBackend implements Backend, WorkerUser {
  readonly sizeBytes: number;
  readonly isLarge: boolean;
  readonly isShown: () => boolean;
  readonly isWanted: () => boolean;
  readonly isBusy: () => boolean;
  readonly #source: SourceSpec;
  readonly #listener: BackendListener;
  readonly #options: WorkerBackendOptions;
  #worker: Worker | null = null;
  #reading: Reading = 'none';
  /** It was read once: the next worker reads it again. */
  #wasRead = false;
  #heldBytes = 0;
  readonly #pending = new PendingRequests({
    send: (message) => this.#send(message),
    cancel: (id) => this.#cancel(id),
  });
  /** What waits for a worker that has read the file. */
  #queue: RequestMessage[] = [];
  /** The connection that was chosen last: a worker that reads the file again must look at it too. */
  #selected: number | null = null;
  #stopped = false;
  #stopLooking: () => void = () => undefined;
  /** When a sign of life was asked for and has not come, ms. */
  #calledAt: number | null = null;
  #isSilent = false;

  constructor(source: SourceSpec, listener: BackendListener, options: WorkerBackendOptions) {
    this.sizeBytes = source.kind === 'file' ? source.file.size : 0;
    this.isLarge = this.sizeBytes >= WORTH_BYTES;
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

  start(worker: Worker, readsAhead: boolean): void {
    this.#worker = worker;
    this.#reading = this.#wasRead ? 'again' : 'reading';
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#take(data);
    worker.onerror = (event) => {
      event.preventDefault();
      const text = `Reading stopped with a defect of qlogscope (${event.message}). The rest of the page still works.`;
      this.#end(text);
      this.#listener.onCrash({ kind: 'worker-failed', level: 'error', text, places: [] });
    };
    this.#stopLooking = this.#options.every(() => this.#lookForLife(), LOOK_MS);
    this.#post({ type: 'open', source: this.#source, readsAhead });
    if (this.#reading === 'reading') this.#flush();
  }

  release(): void {
    this.#letGo('Its worker was given to another trace.');
  }

  request<K extends RequestKind>(
    kind: K,
    body: BodyOf<K>,
    options: RequestOptions<K> = {},
  ): Promise<AnswerOf<K>> {
    if (this.#stopped) return Promise.reject(new BackendEnded('The trace was closed.'));
    if (kind === 'select') this.#selected = body.connection;
    return this.#pending.request(kind, body, options);
  }

  isPreparing(): boolean {
    return this.#reading === 'again' || this.#queue.length > 0;
  }

  wake(): void {
    if (this.#worker === null) this.#options.pool.request(this);
    else this.#options.pool.touch(this);
  }

  restart(reason: string): void {
    this.#end(reason);
    this.#wasRead = false;
    this.#selected = null;
    this.#options.pool.request(this);
  }

  /** Stops the worker at once, wherever it is, and gives its memory back. */
  stop(): void {
    this.#stopped = true;
    this.#end('The trace was closed.');
  }

  #take(data: FromWorker): void {
    this.#calledAt = null;
    if (this.#isSilent) {
      this.#isSilent = false;
      this.#listener.onSilence(null);
    }
    if (data.type === 'snapshot') this.#takeSnapshot(data.snapshot);
    else if (data.type !== 'alive') this.#pending.take(data);
  }

  #takeSnapshot(snapshot: Snapshot): void {
    const hasEnded = snapshot.phase === 'ready' || snapshot.phase === 'failed';
    const isAgain = this.#reading === 'again';
    this.#heldBytes = snapshot.progress.columnBytes;
    if (isAgain && !hasEnded) return;
    if (hasEnded && this.#reading !== 'read') {
      this.#reading = 'read';
      this.#wasRead = true;
      const selected = this.#selected;
      if (isAgain && selected !== null) this.#selectAgain(selected);
      this.#flush();
      // The connection that was chosen is told of next.
      if (isAgain && selected !== null && selected !== snapshot.connection) return;
    }
    this.#listener.onSnapshot(snapshot);
  }

  /** Before what waits in the queue. Nobody waits for the answer: the snapshot is what comes of it. */
  #selectAgain(connection: number): void {
    this.#pending.request('select', { connection }).catch(() => undefined);
  }

  /** Asks a worker that should be at work for a sign of life, and tells of one that gives none. */
  #lookForLife(): void {
    if (!this.isBusy()) {
      this.#calledAt = null;
    } else if (this.#calledAt === null) {
      this.#calledAt = this.#options.now();
      this.#post({ type: 'ping' });
    } else if (!this.#isSilent && this.#options.now() - this.#calledAt >= SILENCE_MS) {
      this.#isSilent = true;
      this.#listener.onSilence({
        kind: 'worker-silent',
        level: 'error',
        text: `What reads this trace has given no sign of life for ${SILENCE_MS / 1000} s: the browser may have ended it for want of memory, or the machine is very busy.`,
        places: [],
      });
    }
  }

  #end(reason: string): void {
    this.#letGo(reason);
    this.#isSilent = false;
    this.#options.pool.leave(this);
  }

  /** The worker is gone: whatever it was asked has no answer. */
  #letGo(reason: string): void {
    this.#worker = null;
    this.#reading = 'none';
    this.#heldBytes = 0;
    this.#stopLooking();
    this.#calledAt = null;
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
