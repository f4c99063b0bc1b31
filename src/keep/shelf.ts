/**
 * The database on this device in which traces are kept (`kept-trace.ts`), one record each. Every change reads and writes
 * in one transaction, so that two tabs never write over each other unseen. Where the browser gives no database, every
 * call rejects; saying so is left to whoever asks.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { beyondRoom, byNewest, type KeptTrace, readTrace, type StoredTrace, storedTrace } from './kept-trace';

export const DATABASE = 'qlogscope';
const STORE = 'traces';
const VERSION = 1;
/** A database that does not open within this is taken for one that never will, ms. */
const PATIENCE_MS = 4000;

interface Schema extends DBSchema {
  readonly [STORE]: { readonly key: string; readonly value: StoredTrace };
}

export interface ShelfList {
  /** The newest first. */
  readonly traces: readonly KeptTrace[];
  /** Records that could not be read: damaged, or of a newer version. They are left as they are. */
  readonly unread: number;
}

export class Shelf {
  #opening: Promise<IDBPDatabase<Schema>> | null = null;

  async list(): Promise<ShelfList> {
    const values: readonly unknown[] = await (await this.#database()).getAll(STORE);
    const traces = values.flatMap((value) => readTrace(value)?.kept ?? []);
    return { traces: traces.sort(byNewest), unread: values.length - traces.length };
  }

  /** @returns null where nothing is kept under this key, or nothing that can be read. */
  async get(key: string): Promise<ReturnType<typeof readTrace>> {
    return readTrace(await (await this.#database()).get(STORE, key));
  }

  /**
   * Reads, changes and writes in one transaction.
   * @param change gives what is to be kept from now on, null for nothing. It runs once, and is not waited for.
   */
  async change(key: string, change: (before: KeptTrace | null) => KeptTrace | null): Promise<void> {
    const transaction = (await this.#database()).transaction(STORE, 'readwrite');
    const { store } = transaction;
    const before = readTrace(await store.get(key))?.kept ?? null;
    const after = change(before);
    if (after !== null) await store.put(storedTrace(after));
    else if (before !== null) await store.delete(key);
    if (before === null && after !== null) {
      const values: readonly unknown[] = await store.getAll();
      const traces = values.flatMap((value) => readTrace(value)?.kept ?? []);
      for (const old of beyondRoom(traces)) await store.delete(old);
    }
    await transaction.done;
  }

  async forget(key: string): Promise<void> {
    await (await this.#database()).delete(STORE, key);
  }

  /** Forgets everything, also what could not be read. */
  async clear(): Promise<void> {
    await (await this.#database()).clear(STORE);
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
      upgrade: (fresh) => fresh.createObjectStore(STORE, { keyPath: 'key' }),
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

function withPatience<T>(task: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database does not answer')), PATIENCE_MS);
    task.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
