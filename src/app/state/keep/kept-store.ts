/**
 * The database on this device in which traces are kept (`kept-trace.ts`), one record each. Every change reads and writes
 * in one transaction, so that two tabs never write over each other unseen. Where the browser gives no database, every
 * call rejects; saying so is left to whoever asks.
 */
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { beyondRoom, byNewest, type KeptTrace, readTrace, type StoredTrace, storedTrace } from './kept-trace';

export const DATABASE = 'qlogscope';
const STORE = 'traces';
const VERSION = 1;
/** A database that does not answer within this is taken for one that never will, ms. */
const PATIENCE_MS = 4000;

interface Schema extends DBSchema {
  readonly [STORE]: { readonly key: string; readonly value: StoredTrace };
}

type Store<M extends 'readonly' | 'readwrite'> = IDBPObjectStore<Schema, [typeof STORE], typeof STORE, M>;

export interface KeptList {
  /** The newest first. */
  readonly traces: readonly KeptTrace[];
  /** Records that could not be read: damaged, or of a newer version. They are left as they are. */
  readonly unread: number;
}

export class KeptStore {
  #opening: Promise<IDBPDatabase<Schema>> | null = null;
  #paused: Pause | null = null;
  readonly #running = new Set<{ abort(): void }>();
  /** Aborted by `pause`, and to be done again. */
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
   * @param change gives what is to be kept from now on, null for nothing. It is not waited for, and runs again where the
   *   page came back in between.
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
        for (const old of beyondRoom(traces)) await store.delete(old);
      }
    });
  }

  forget(key: string): Promise<void> {
    return this.#within('readwrite', (store) => store.delete(key));
  }

  /** Forgets everything, also what could not be read. */
  clear(): Promise<void> {
    return this.#within('readwrite', (store) => store.clear());
  }

  /**
   * The page goes into the browser's back-forward cache, where it stands still with its transactions, and one of them
   * would hold up every page that comes after it: those under way are aborted, and done again at `resume`.
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

  /** One transaction, settled when it has ended. It is given up where the browser lets it wait. */
  async #within<T, M extends 'readonly' | 'readwrite'>(
    mode: M,
    task: (store: Store<M>) => Promise<T>,
  ): Promise<T> {
    const database = await this.#database();
    await this.#paused?.ended;
    const transaction = database.transaction(STORE, mode);
    this.#running.add(transaction);
    try {
      return await withPatience(
        settle(transaction, () => task(transaction.store)),
        () => abort(transaction),
      );
    } catch (error) {
      // Not whether it is paused now: the page may be back before the transaction says that it was aborted.
      if (!this.#stopped.delete(transaction)) throw error;
    } finally {
      this.#running.delete(transaction);
    }
    return this.#within(mode, task);
  }

  #database(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening === null) {
      const opening = withPatience(this.#open());
      this.#opening = opening;
      // The next call tries again.
      opening.catch(() => this.#letGo());
    }
    return this.#opening;
  }

  async #open(): Promise<IDBPDatabase<Schema>> {
    const database: IDBPDatabase<Schema> = await openDB<Schema>(DATABASE, VERSION, {
      upgrade: (fresh, _before, _now, { done }) => {
        // Where it is aborted, opening fails too, and that is told.
        done.catch(() => undefined);
        fresh.createObjectStore(STORE, { keyPath: 'key' });
      },
      // A newer version of the page, or the browser, wants to change or take away the database.
      blocking: () => {
        database.close();
        this.#letGo();
      },
      terminated: () => this.#letGo(),
    });
    return database;
  }

  #letGo(): void {
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
 * Settled when the transaction has ended. A request of an aborted one fails, and so does the transaction: both are
 * waited for, so that neither is an error that nobody handles, and the transaction's own says more.
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
    // What a task that failed has begun is not kept.
    abort(transaction);
    throw (await failure) ?? error;
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It has ended by itself.
  }
}

/** @param onLate told before the promise is rejected. */
function withPatience<T>(task: Promise<T>, onLate = (): void => undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onLate();
      reject(new Error('the database does not answer'));
    }, PATIENCE_MS);
    task.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
