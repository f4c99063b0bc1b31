/**
 * Assigns workers to traces. There are never more workers than the machine has cores, or traces on the screen and one for
 * all others: traces wait for one, small traces first, and the worker of an idle trace that is not shown is taken where
 * another needs it, or where the columns of such traces take too much memory.
 */

/** Threads that read one large trace: one scans, one replays and answers, one judges. */
const MOST_THREADS = 3;

export interface WorkerUser {
  /** Size of its source; 0 where unknown. */
  readonly sizeBytes: number;
  /** Reading it uses further threads, where the limit allows. */
  readonly isLarge: boolean;
  /** It reads for a table of traces: every trace that was opened comes before it. */
  readonly isBackground?: true;
  /** It is shown: its worker stays. */
  isShown(): boolean;
  /** The user waits for it: it comes before smaller ones. */
  isWanted(): boolean;
  /** Something is being read or answered. */
  isBusy(): boolean;
  isReading(): boolean;
  /** Bytes of columns that its worker holds. */
  heldBytes(): number;
  /** @param threads that may read for it, the worker among them. */
  start(worker: Worker, threads: number): void;
  /** Its worker was taken: it requests another when it needs one. */
  release(): void;
}

interface Lease {
  readonly worker: Worker;
  /** The worker, and those that it may start while it reads. */
  readonly threads: number;
}

export interface PoolOptions {
  /** Workers of traces alive at once; more only for a set of more traces. */
  readonly limit: number;
  /** Threads alive at once, those that read for a worker included; the same. */
  readonly threads: number;
  /** Maximum bytes of columns of all traces that are not shown. */
  readonly idleBytes: number;
  readonly startWorker: () => Worker;
}

export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #waiting = new Set<WorkerUser>();
  /** Least recently used first. */
  readonly #leases = new Map<WorkerUser, Lease>();
  #spare: Worker | null = null;
  #isDue = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Workers of traces alive at once, at most. */
  get limit(): number {
    return this.#options.limit;
  }

  /** A trace that was opened waits for a worker. */
  get isWaitedFor(): boolean {
    return [...this.#waiting].some(({ isBackground }) => isBackground !== true);
  }

  /** Threads alive: a large trace that is being read may have several. */
  get alive(): number {
    let alive = this.#spare === null ? 0 : 1;
    for (const [user, { threads }] of this.#leases) alive += user.isReading() ? threads : 1;
    return alive;
  }

  /** Starts a worker before there is a trace, so that the first trace need not wait for it. */
  warmUp(): void {
    if (this.#spare !== null || this.alive >= this.#options.limit) return;
    const worker = this.#options.startWorker();
    // Ignored: a new worker is started for the trace, and reports its errors.
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#spare === worker) this.#spare = null;
    };
    this.#spare = worker;
  }

  /** Requests a worker; calls the user's `start` when there is one. */
  request(user: WorkerUser): void {
    if (this.#leases.has(user)) return;
    this.#waiting.add(user);
    this.look();
  }

  /** The user needs no worker any more, or a new one: its worker is terminated at once. */
  leave(user: WorkerUser): void {
    this.#waiting.delete(user);
    this.#leases.get(user)?.worker.terminate();
    this.#leases.delete(user);
    this.look();
  }

  /** Marks the user as most recently used: its worker is taken last. */
  touch(user: WorkerUser): void {
    const lease = this.#leases.get(user);
    if (lease === undefined) return;
    this.#leases.delete(user);
    this.#leases.set(user, lease);
  }

  /** Something may have become idle, busy, or shown: balances once per microtask, so that files opened together are sorted together. */
  look(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#balance();
    });
  }

  /** The traces of a set on the screen hold their workers, also beyond the limit, and leave one for all others. */
  get #mostAlive(): number {
    const users = [...this.#leases.keys(), ...this.#waiting];
    const shown = users.filter((user) => user.isShown()).length;
    return Math.max(this.#options.limit, shown > 1 && shown < users.length ? shown + 1 : shown);
  }

  #balance(): void {
    const { idleBytes } = this.#options;
    const most = this.#mostAlive;
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
      while (this.alive - spared >= most) {
        // What reads for a table takes no worker of its like.
        const given = idle.find(({ isBackground }) => isBackground !== true || user.isBackground !== true);
        if (given === undefined) return;
        idle.splice(idle.indexOf(given), 1);
        this.#take(given);
      }
      this.#start(user);
    }
  }

  #start(user: WorkerUser): void {
    const worker = this.#spare ?? this.#options.startWorker();
    this.#spare = null;
    this.#waiting.delete(user);
    // Cores that read other traces have no time for a thread of this one.
    const isAlone = this.#waiting.size === 0 && ![...this.#leases.keys()].some((other) => other.isReading());
    const free = this.#options.threads - this.alive;
    const threads = user.isLarge && isAlone ? Math.max(1, Math.min(MOST_THREADS, free)) : 1;
    this.#leases.set(user, { worker, threads });
    user.start(worker, threads);
  }

  #take(user: WorkerUser): void {
    this.#leases.get(user)?.worker.terminate();
    this.#leases.delete(user);
    user.release();
  }
}

function byTurn(a: WorkerUser, b: WorkerUser): number {
  return (
    Number(a.isBackground === true) - Number(b.isBackground === true) ||
    Number(b.isWanted()) - Number(a.isWanted()) ||
    a.sizeBytes - b.sizeBytes
  );
}
