/**
 * The database of kept traces on this device (`kept-trace.ts`), one record each. Every change reads and writes
 * in one transaction, so that two tabs never overwrite each other's changes. Where the browser gives no database, every
 * call rejects; the caller reports it.
 */
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import {
  beyondLimits,
  byNewest,
  type KeptTrace,
  readTrace,
  type StoredTrace,
  storedTrace,
} from './kept-trace';

export const DATABASE = 'qlogscope';
const STORE = 'traces';
const VERSION = 1;
/** Timeout of database calls, ms. */
const TIMEOUT_MS = 4000;

interface Schema extends DBSchema {
  readonly [STORE]: { readonly key: string; readonly value: StoredTrace };
}

type Store<M extends 'readonly' | 'readwrite'> = IDBPObjectStore<Schema, [typeof STORE], typeof STORE, M>;

export interface KeptList {
  /** The newest first. */
  readonly traces: readonly KeptTrace[];
  /** Number of records that could not be read: damaged, or of a newer version. They are not changed. */
  readonly unread: number;
}

export class KeptStore {
  #opening: Promise<IDBPDatabase<Schema>> | null = null;
  #paused: Pause | null = null;
  readonly #running = new Set<{ abort(): void }>();
  /** Aborted by `pause`, to be repeated. */
  readonly #stopped = new WeakSet<{ abort(): void }>();

  async list(): Promise<KeptList> {
    const values: readonly unknown[] = await this.#within('readonly', (store) => store.getAll());
    const traces = values.flatMap((value) => readTrace(value)?.kept ?? []);
    return { traces: traces.sort(byNewest), unread: values.length - traces.length };
  }

  /** @returns null where nothing is kept under this key, or nothing that can be read. */
  async get(key: string): Promise<ReturnType<typeof readTrace>> {
    return readTrace(await this.#within('readonly', (store) => store.get(key)));
  }

  /**
   * Reads, changes and writes in one transaction.
   * @param change returns the new record, null to delete it. It is synchronous, and runs again where the transaction was
   *   aborted by `pause`.
   */
  change(key: string, change: (before: KeptTrace | null) => KeptTrace | null): Promise<void> {
    return this.#within('readwrite', async (store) => {
      const before = readTrace(await store.get(key))?.kept ?? null;
      const after = change(before);
      if (after !== null) await store.put(storedTrace(after));
      else if (before !== null) await store.delete(key);
      if (before === null && after !== null) {
        const values: readonly unknown[] = await store.getAll();
        const traces = values.flatMap((value) => readTrace(value)?.kept ?? []);
        for (const old of beyondLimits(traces)) await store.delete(old);
      }
    });
  }

  forget(key: string): Promise<void> {
    return this.#within('readwrite', (store) => store.delete(key));
  }

  /** Deletes everything, also records that could not be read. */
  clear(): Promise<void> {
    return this.#within('readwrite', (store) => store.clear());
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

  /** Runs one transaction; settles when it has ended, or after the timeout. */
  async #within<T, M extends 'readonly' | 'readwrite'>(
    mode: M,
    task: (store: Store<M>) => Promise<T>,
  ): Promise<T> {
    const database = await this.#database();
    await this.#paused?.ended;
    const transaction = database.transaction(STORE, mode);
    this.#running.add(transaction);
    try {
      return await withTimeout(
        settle(transaction, () => task(transaction.store)),
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

  #database(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening === null) {
      const opening = withTimeout(this.#open());
      this.#opening = opening;
      // The next call tries again.
      opening.catch(() => this.#forgetConnection());
    }
    return this.#opening;
  }

  async #open(): Promise<IDBPDatabase<Schema>> {
    const database: IDBPDatabase<Schema> = await openDB<Schema>(DATABASE, VERSION, {
      upgrade: (fresh, _before, _now, { done }) => {
        // If it is aborted, opening fails too, and that is reported.
        done.catch(() => undefined);
        fresh.createObjectStore(STORE, { keyPath: 'key' });
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

interface Pause {
  readonly ended: Promise<void>;
  end(): void;
}

function pause(): Pause {
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
