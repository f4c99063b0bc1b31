/**
 * Which traces have a worker. There are never more workers than the machine has cores: traces wait for theirs, small
 * ones first, and one that is idle and not shown gives its worker back where another needs it, or where the columns of
 * such traces take too much memory. What a worker does is its user's.
 */

/** What needs a worker: a trace that is read, or asked. */
export interface WorkerUser {
  /** Of its source; 0 where it is not known. */
  readonly sizeBytes: number;
  /** Reading it takes a second thread, where there is room for one. */
  readonly isLarge: boolean;
  /** It is on the page: it keeps its worker. */
  isShown(): boolean;
  /** The user waits for it, whatever its size. */
  isWanted(): boolean;
  /** Something is being read or answered. */
  isBusy(): boolean;
  /** The source itself is being read. */
  isReading(): boolean;
  /** Columns that its worker holds. */
  heldBytes(): number;
  /** @param readsAhead whether the worker may start a thread that reads for it. */
  start(worker: Worker, readsAhead: boolean): void;
  /** Its worker is gone: it asks for another when it needs one. */
  release(): void;
}

interface Lease {
  readonly worker: Worker;
  readonly readsAhead: boolean;
}

export interface PoolOptions {
  /** Workers alive at once, threads that read ahead included. */
  readonly limit: number;
  /** What traces that are not shown may hold in columns together. */
  readonly idleBytes: number;
  readonly startWorker: () => Worker;
}

export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #waiting = new Set<WorkerUser>();
  /** The one that was used least recently first. */
  readonly #leases = new Map<WorkerUser, Lease>();
  #spare: Worker | null = null;
  #isDue = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Workers alive: a large trace that is being read may have two. */
  get alive(): number {
    let alive = this.#spare === null ? 0 : 1;
    for (const [user, { readsAhead }] of this.#leases) alive += readsAhead && user.isReading() ? 2 : 1;
    return alive;
  }

  /** Starts a worker before there is a trace, so that the first one need not wait for it. */
  warmUp(): void {
    if (this.#spare !== null || this.alive >= this.#options.limit) return;
    const worker = this.#options.startWorker();
    // One that cannot be started is tried again, and told of, when the trace comes.
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#spare === worker) this.#spare = null;
    };
    this.#spare = worker;
  }

  /** Asks for a worker; the user's `start` is called when there is one. */
  request(user: WorkerUser): void {
    if (this.#leases.has(user)) return;
    this.#waiting.add(user);
    this.look();
  }

  /** The user needs no worker any more, or a new one: its worker ends at once, wherever it is. */
  leave(user: WorkerUser): void {
    this.#waiting.delete(user);
    this.#leases.get(user)?.worker.terminate();
    this.#leases.delete(user);
    this.look();
  }

  /** The user is looked at: of those that may give their worker back it is the last. */
  touch(user: WorkerUser): void {
    const lease = this.#leases.get(user);
    if (lease === undefined) return;
    this.#leases.delete(user);
    this.#leases.set(user, lease);
  }

  /** Something may have become idle, busy, or shown. Files that are opened together are looked at together. */
  look(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#balance();
    });
  }

  #balance(): void {
    const { idleBytes, limit } = this.#options;
    const idle = [...this.#leases.keys()].filter((user) => !user.isShown() && !user.isBusy());
    let heldBytes = idle.reduce((sum, user) => sum + user.heldBytes(), 0);
    while (heldBytes > idleBytes) {
      const user = idle.shift() as WorkerUser;
      heldBytes -= user.heldBytes();
      this.#take(user);
    }
    const waiting = [...this.#waiting].sort(byTurn);
    for (const user of waiting) {
      const spared = this.#spare === null ? 0 : 1;
      while (this.alive - spared >= limit && idle.length > 0) this.#take(idle.shift() as WorkerUser);
      if (this.alive - spared >= limit) return;
      this.#start(user);
    }
  }

  #start(user: WorkerUser): void {
    const worker = this.#spare ?? this.#options.startWorker();
    this.#spare = null;
    this.#waiting.delete(user);
    const readsAhead = user.isLarge && this.alive + 2 <= this.#options.limit;
    this.#leases.set(user, { worker, readsAhead });
    user.start(worker, readsAhead);
  }

  #take(user: WorkerUser): void {
    this.#leases.get(user)?.worker.terminate();
    this.#leases.delete(user);
    user.release();
  }
}

function byTurn(a: WorkerUser, b: WorkerUser): number {
  return Number(b.isWanted()) - Number(a.isWanted()) || a.sizeBytes - b.sizeBytes;
}
