/**
 * A database of this browser with one object store of records: transactions that end, or fail with their reason, within a
 * timeout, and that wait while the page is in the back-forward cache. Where the browser gives no database, every call
 * rejects. What the records hold is left to `recent-store.ts` and `file-copies.ts`.
 */
import { type IDBPDatabase, openDB } from 'idb';

const VERSION = 1;
/** Timeout of database calls, ms. */
const TIMEOUT_MS = 4000;

/** What is read may be damaged, or written by another version of the page. */
export interface Readable {
  get(key: string): Promise<unknown>;
  getAll(): Promise<readonly unknown[]>;
}

export interface Writable<T> extends Readable {
  put(record: T): Promise<unknown>;
  delete(key: string): Promise<void>;
  clear(): Promise<void>;
}

export class RecordStore<T extends { readonly key: string }> {
  readonly #name: string;
  readonly #store: string;
  #opening: Promise<IDBPDatabase> | null = null;
  #paused: Pause | null = null;
  readonly #running = new Set<{ abort(): void }>();
  /** Aborted by `pause`, to be repeated. */
  readonly #stopped = new WeakSet<{ abort(): void }>();

  /** @param store name of the only object store; its records are found by their `key`. */
  constructor(database: string, store: string) {
    this.#name = database;
    this.#store = store;
  }

  /**
   * The page goes into the browser's back-forward cache, where its open transactions
   * would block other pages: running ones are aborted, and repeated at `resume`.
   */
  pause(): void {
    this.#paused ??= pause();
    for (const transaction of this.#running) {
      this.#stopped.add(transaction);
      abort(transaction);
    }
  }

  resume(): void {
    this.#paused?.end();
    this.#paused = null;
  }

  read<R>(task: (records: Readable) => Promise<R>): Promise<R> {
    return this.#within('readonly', task);
  }

  /** Reads and writes in one transaction. @param task runs again where the transaction was aborted by `pause`. */
  change<R>(task: (records: Writable<T>) => Promise<R>): Promise<R> {
    return this.#within('readwrite', task);
  }

  /** Runs one transaction; settles when it has ended, or after the timeout. */
  async #within<R>(mode: 'readonly' | 'readwrite', task: (records: Writable<T>) => Promise<R>): Promise<R> {
    const database = await this.#database();
    await this.#paused?.ended;
    const transaction = database.transaction(this.#store, mode);
    this.#running.add(transaction);
    try {
      return await withTimeout(
        settle(transaction, () => task(transaction.store as unknown as Writable<T>)),
        () => abort(transaction),
      );
    } catch (error) {
      // Checks the transaction, not `#paused`: the page may resume before the transaction reports the abort.
      if (!this.#stopped.delete(transaction)) throw error;
    } finally {
      this.#running.delete(transaction);
    }
    return this.#within(mode, task);
  }

  #database(): Promise<IDBPDatabase> {
    if (this.#opening === null) {
      const opening = withTimeout(this.#open());
      this.#opening = opening;
      // The next call tries again.
      opening.catch(() => this.#forgetConnection());
    }
    return this.#opening;
  }

  async #open(): Promise<IDBPDatabase> {
    const database: IDBPDatabase = await openDB(this.#name, VERSION, {
      upgrade: (fresh, _before, _now, { done }) => {
        // If it is aborted, opening fails too, and that is reported.
        done.catch(() => undefined);
        fresh.createObjectStore(this.#store, { keyPath: 'key' });
      },
      // A newer version of the page, or the browser, wants to upgrade or delete the database.
      blocking: () => {
        database.close();
        this.#forgetConnection();
      },
      terminated: () => this.#forgetConnection(),
    });
    return database;
  }

  #forgetConnection(): void {
    this.#opening = null;
  }
}

type Pause = ReturnType<typeof pause>;

function pause() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

/**
 * Settles when the transaction has ended. A request of an aborted one fails, and so does the transaction: both are
 * awaited, so that neither is an unhandled rejection; the transaction's error is more specific.
 */
async function settle<T>(
  transaction: { abort(): void; readonly done: Promise<void>; readonly error: DOMException | null },
  task: () => Promise<T>,
): Promise<T> {
  const failure = transaction.done.then(
    () => null,
    () => transaction.error,
  );
  try {
    const result = await task();
    await transaction.done;
    return result;
  } catch (error) {
    // Roll back changes of the failed task.
    abort(transaction);
    throw (await failure) ?? error;
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

/** @param onLate called before the promise is rejected. */
function withTimeout<T>(task: Promise<T>, onLate = (): void => undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onLate();
      reject(new Error('the database does not answer'));
    }, TIMEOUT_MS);
    task.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
