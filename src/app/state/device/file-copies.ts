/**
 * Copies of local files on this device, within a budget: the bytes in the browser's private file system
 * (`copy-folder.ts`), a record of each complete copy in a database (`file-copy.ts`). A copy is written under a new name,
 * checked, and recorded last, so that a crash, a full disk or a stop leaves a file without a record, which is never
 * offered and is removed later. Pages of one browser write one after the other (Web Locks), and a copy that a trace is
 * read from is not dropped for another. Which files are copied, and what the user sees, is `features/file-copies`.
 */
import { type Fingerprint, fingerprintOf } from '../../../sharing/link/fingerprint';
import type { CopyFolder } from './copy-folder';
import type { WriteCopy } from './copy-writer';
import {
  allowedBytes,
  copiesToDrop,
  copyKey,
  type FileCopy,
  isNewer,
  readCopy,
  type StoredCopy,
  sizeOfAll,
  storedCopy,
} from './file-copy';
import type { RecordStore } from './record-store';

export const COPIES_DATABASE = 'qlogscope.copies';
/** Held by the page that writes, removes unfinished files, or deletes everything. */
const WRITING = 'qlogscope.copies';
/** Held, with the id of a copy after it, while a trace is read from that copy. */
const IN_USE = 'qlogscope.copy ';
/** Another page gets this long to stop writing before deleting everything fails, ms. */
const CLEAR_TIMEOUT_MS = 10_000;

export interface FileCopiesHost {
  readonly folder: CopyFolder;
  readonly records: RecordStore<StoredCopy>;
  readonly locks: Pick<LockManager, 'request' | 'query'>;
  readonly write: WriteCopy;
  /** Null where the browser does not say how much room it gives. */
  readonly estimate: () => Promise<StorageEstimate | null>;
  /** ms since 1970 */
  readonly now: () => number;
  /** A random name. */
  readonly newId: () => string;
}

export interface CopyList {
  /** The last used first. */
  readonly copies: readonly FileCopy[];
  readonly usedBytes: number;
  readonly allowedBytes: number;
}

export type CopyResult =
  /** With the copies that were dropped to make room. */
  | { readonly kind: 'kept'; readonly dropped: readonly FileCopy[] }
  /** There is a copy of this file already. */
  | { readonly kind: 'there' }
  | { readonly kind: 'too-large'; readonly allowedBytes: number }
  /** Traces are read from the copies that would have to be dropped. */
  | { readonly kind: 'in-use'; readonly allowedBytes: number }
  | { readonly kind: 'stopped' }
  /** The file changed while it was copied. */
  | { readonly kind: 'changed' }
  /** `name` is that of the browser's error: `QuotaExceededError`, `NotReadableError`, … */
  | { readonly kind: 'failed'; readonly name: string };

export type FindResult =
  /** `release` when it is not read from any more. */
  | { readonly kind: 'found'; readonly file: File; readonly release: () => void }
  | { readonly kind: 'none' }
  /** There was one: the browser has removed it, or its bytes are not those of the file. Its record is deleted. */
  | { readonly kind: 'lost'; readonly name: string; readonly why: 'gone' | 'damaged' };

export class FileCopies {
  readonly #host: FileCopiesHost;

  constructor(host: FileCopiesHost) {
    this.#host = host;
  }

  async list(): Promise<CopyList> {
    const { copies } = await this.#read();
    const usedBytes = sizeOfAll(copies);
    return {
      copies: [...copies].sort((a, b) => b.usedAtMs - a.usedAtMs),
      usedBytes,
      allowedBytes: await this.#allowed(usedBytes),
    };
  }

  /** Opens the copy of a file, checked by size and fingerprint. Rejects where the browser refuses. */
  async find(fingerprint: Fingerprint): Promise<FindResult> {
    const { folder, records, now } = this.#host;
    const key = copyKey(fingerprint);
    const copy = readCopy(await records.read((store) => store.get(key)));
    if (copy === null) return { kind: 'none' };
    const release = await this.#use(copy);
    const file = await folder.file(copy.id);
    const isWhole = file !== null && (await isCopyOf(file, key));
    if (file === null || !isWhole) {
      release();
      await this.forget(key, copy.id);
      return { kind: 'lost', name: copy.name, why: file === null ? 'gone' : 'damaged' };
    }
    await this.#touch(copy, now());
    // The browser's file has a random name; its bytes are not copied.
    const named = new File([file], copy.name, { lastModified: copy.modifiedMs });
    return { kind: 'found', file: named, release };
  }

  /**
   * Copies a file, unless there is a copy already; drops the least recently used ones beyond the budget, after the new one
   * is complete. Never rejects.
   * @param signal stops it; nothing of the file is left then.
   */
  async keep(file: File, signal: AbortSignal): Promise<CopyResult> {
    try {
      const fingerprint = await fingerprintOf(file);
      if (fingerprint === null) return { kind: 'failed', name: 'NotReadableError' };
      return await this.#alone(() => this.#copy(file, copyKey(fingerprint), signal), signal);
    } catch (error) {
      return signal.aborted ? { kind: 'stopped' } : { kind: 'failed', name: nameOf(error) };
    }
  }

  /** Removes files without a record: of a page that was closed while it wrote. Rejects where the browser refuses. */
  async tidy(): Promise<void> {
    await this.#alone(() => this.#tidy());
  }

  /** Deletes one copy. @param id the copy that is meant, where another may have taken its place. */
  async forget(key: string, id?: string): Promise<void> {
    const { folder, records } = this.#host;
    const gone = await records.change(async (store) => {
      const copy = readCopy(await store.get(key));
      if (copy === null || (id !== undefined && copy.id !== id)) return null;
      await store.delete(key);
      return copy;
    });
    if (gone !== null) await folder.remove(gone.id);
  }

  /** Deletes everything, also what could not be read. Rejects where the browser refuses, or another page does not stop. */
  async clear(): Promise<void> {
    const { folder, records } = this.#host;
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), CLEAR_TIMEOUT_MS);
    await this.#alone(async () => {
      clearTimeout(timer);
      await records.change((store) => store.clear());
      await folder.removeAll();
    }, waiting.signal);
  }

  /** See `RecordStore`. */
  pause(): void {
    this.#host.records.pause();
  }

  resume(): void {
    this.#host.records.resume();
  }

  /** Runs while no other page writes. */
  async #alone<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#host.locks.request(WRITING, signal === undefined ? {} : { signal }, task);
  }

  async #copy(file: File, key: string, signal: AbortSignal): Promise<CopyResult> {
    const { folder, write, newId, now } = this.#host;
    if (signal.aborted) return { kind: 'stopped' };
    await this.#tidy();
    const { copies } = await this.#read();
    const before = copies.find((copy) => copy.key === key) ?? null;
    if (before !== null && before.modifiedMs === modifiedMsOf(file) && (await this.#isThere(before))) {
      await this.#touch(before, now());
      return { kind: 'there' };
    }
    const others = copies.filter((copy) => copy !== before);
    const allowed = await this.#allowed(sizeOfAll(copies));
    if (file.size > allowed) return { kind: 'too-large', allowedBytes: allowed };
    const used = await this.#usedIds();
    const dropped = copiesToDrop(others, file.size, allowed, ({ id }) => used.has(id));
    if (dropped === null) return { kind: 'in-use', allowedBytes: allowed };
    const id = newId();
    try {
      const written = await write(file, id, signal);
      if (written.type === 'stopped') return await this.#undo(id, { kind: 'stopped' });
      if (written.type === 'failed') return await this.#undo(id, { kind: 'failed', name: written.name });
      const copied = await folder.file(id);
      if (copied === null || !(await isCopyOf(copied, key))) return await this.#undo(id, { kind: 'changed' });
      const { name, size: sizeBytes } = file;
      const copy = { key, id, name, sizeBytes, modifiedMs: modifiedMsOf(file), usedAtMs: now() };
      await this.#record(copy, dropped);
    } catch (error) {
      return await this.#undo(id, { kind: 'failed', name: nameOf(error) });
    }
    await this.#removeUnused(dropped.concat(before ?? []).map((copy) => copy.id));
    return { kind: 'kept', dropped };
  }

  /** The copy is complete from here on, and the others are gone. */
  #record(copy: FileCopy, dropped: readonly FileCopy[]): Promise<void> {
    return this.#host.records.change(async (store) => {
      await store.put(storedCopy(copy));
      for (const { key } of dropped) await store.delete(key);
    });
  }

  /** Removes an unfinished file. Where that fails too, `tidy` removes it later. */
  async #undo(id: string, result: CopyResult): Promise<CopyResult> {
    await this.#host.folder.remove(id).catch(() => undefined);
    return result;
  }

  async #tidy(): Promise<void> {
    const { ids, hasNewer } = await this.#read();
    // Which files records of a newer version name is not known here.
    if (hasNewer) return;
    const names = await this.#host.folder.names();
    await this.#removeUnused(names.filter((name) => !ids.has(name)));
  }

  /** Removes files, but for those that traces are read from: they go when those are closed. */
  async #removeUnused(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const used = await this.#usedIds();
    for (const id of ids) if (!used.has(id)) await this.#host.folder.remove(id).catch(() => undefined);
  }

  async #read(): Promise<{
    readonly copies: readonly FileCopy[];
    readonly ids: ReadonlySet<string>;
    readonly hasNewer: boolean;
  }> {
    const values = await this.#host.records.read((store) => store.getAll());
    const copies = values.flatMap((value) => readCopy(value) ?? []);
    return { copies, ids: new Set(copies.map(({ id }) => id)), hasNewer: values.some(isNewer) };
  }

  async #isThere({ id, sizeBytes }: FileCopy): Promise<boolean> {
    return (await this.#host.folder.file(id))?.size === sizeBytes;
  }

  #touch({ key, id }: FileCopy, usedAtMs: number): Promise<void> {
    return this.#host.records.change(async (store) => {
      const copy = readCopy(await store.get(key));
      if (copy?.id === id) await store.put(storedCopy({ ...copy, usedAtMs }));
    });
  }

  async #allowed(usedBytes: number): Promise<number> {
    return allowedBytes(await this.#host.estimate(), usedBytes);
  }

  /** @returns the function that ends the use. */
  #use({ id }: FileCopy): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const held = (): Promise<void> => new Promise((release) => resolve(release));
      this.#host.locks.request(`${IN_USE}${id}`, { mode: 'shared' }, held).catch(reject);
    });
  }

  /** Ids of copies that traces of any page are read from. */
  async #usedIds(): Promise<ReadonlySet<string>> {
    const { held = [] } = await this.#host.locks.query();
    const names = held.flatMap(({ name }) => name ?? []);
    return new Set(names.filter((name) => name.startsWith(IN_USE)).map((name) => name.slice(IN_USE.length)));
  }
}

async function isCopyOf(file: File, key: string): Promise<boolean> {
  const fingerprint = await fingerprintOf(file);
  return fingerprint !== null && copyKey(fingerprint) === key;
}

/** Some sources of files give a time before 1970. */
function modifiedMsOf({ lastModified }: File): number {
  return Math.max(0, lastModified);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}
