/**
 * The database of recent traces on this device (`recent-trace.ts`), one record each. Every change reads and writes
 * in one transaction, so that two tabs never overwrite each other's changes. Where the browser gives no database, every
 * call rejects; the caller reports it.
 */
import {
  beyondLimits,
  byNewest,
  type RecentTrace,
  readTrace,
  type StoredTrace,
  storedTrace,
} from './recent-trace';
import { RecordStore } from './record-store';

export const DATABASE = 'qlogscope';

export interface RecentList {
  /** The newest first. */
  readonly traces: readonly RecentTrace[];
  /** Number of records that could not be read: damaged, or of a newer version. They are not changed. */
  readonly unread: number;
}

export class RecentStore {
  readonly #records = new RecordStore<StoredTrace>(DATABASE, 'traces');

  async list(): Promise<RecentList> {
    const values = await this.#records.read((records) => records.getAll());
    const traces = values.flatMap((value) => readTrace(value)?.recent ?? []);
    return { traces: traces.sort(byNewest), unread: values.length - traces.length };
  }

  /** @returns null where nothing is kept under this key, or nothing that can be read. */
  async get(key: string): Promise<ReturnType<typeof readTrace>> {
    return readTrace(await this.#records.read((records) => records.get(key)));
  }

  /**
   * Reads, changes and writes in one transaction.
   * @param change returns the new record, null to delete it. It is synchronous, and runs again where the transaction was
   *   aborted by `pause`.
   */
  change(key: string, change: (before: RecentTrace | null) => RecentTrace | null): Promise<void> {
    return this.#records.change(async (records) => {
      const before = readTrace(await records.get(key))?.recent ?? null;
      const after = change(before);
      if (after !== null) await records.put(storedTrace(after));
      else if (before !== null) await records.delete(key);
      if (before === null && after !== null) {
        const traces = (await records.getAll()).flatMap((value) => readTrace(value)?.recent ?? []);
        for (const old of beyondLimits(traces)) await records.delete(old);
      }
    });
  }

  forget(key: string): Promise<void> {
    return this.#records.change((records) => records.delete(key));
  }

  /** Deletes everything, also records that could not be read. */
  clear(): Promise<void> {
    return this.#records.change((records) => records.clear());
  }

  /** See `RecordStore`. */
  pause(): void {
    this.#records.pause();
  }

  resume(): void {
    this.#records.resume();
  }
}
