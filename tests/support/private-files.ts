/** A private file system and locks in memory, as several pages of one browser share them. */

import { COPY_FOLDER, type Directory } from '../../src/app/state/device/copy-folder.ts';
import type { WriteCopy } from '../../src/app/state/device/copy-writer.ts';

export class PrivateFiles implements Directory {
  /** Null before anything was written. */
  files: Map<string, Uint8Array<ArrayBuffer>> | null = null;
  /** Names of files written, in their order. */
  readonly written: string[] = [];
  /** Called after half of a file is written: may wait, or throw. */
  halfway: () => Promise<void> = async () => undefined;
  /** The disk holds as many bytes. */
  diskBytes = Number.POSITIVE_INFINITY;

  async getDirectoryHandle(name: string): Promise<Directory> {
    if (name !== COPY_FOLDER || this.files === null) throw absent();
    return this;
  }

  async getFileHandle(name: string): Promise<{ getFile(): Promise<File> }> {
    const bytes = this.files?.get(name);
    if (bytes === undefined) throw absent();
    return { getFile: async () => new File([bytes], name) };
  }

  async removeEntry(name: string): Promise<void> {
    if (name === COPY_FOLDER && this.files !== null) this.files = null;
    else if (this.files?.delete(name) !== true) throw absent();
  }

  async *keys(): AsyncIterable<string> {
    yield* [...(this.files?.keys() ?? [])];
  }

  get bytesUsed(): number {
    return [...(this.files?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
  }

  /** Writes as the worker does, in two pieces. */
  readonly write: WriteCopy = async (file, id, signal) => {
    this.files ??= new Map();
    this.written.push(id);
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.files.set(id, bytes.slice(0, bytes.length >> 1));
    await this.halfway();
    if (signal.aborted) return { type: 'stopped' };
    if (this.bytesUsed + (bytes.length >> 1) > this.diskBytes)
      return { type: 'failed', name: 'QuotaExceededError' };
    this.files.set(id, bytes);
    return { type: 'copied' };
  };
}

function absent(): DOMException {
  return new DOMException('there is no such entry', 'NotFoundError');
}

type Mode = 'exclusive' | 'shared';
type Grant<T> = () => Promise<T>;

/** Web Locks, as far as copies use them. */
export class MemoryLocks {
  readonly #held: { readonly name: string; readonly mode: Mode }[] = [];
  #waiting: (() => void)[] = [];

  get locks(): Pick<LockManager, 'request' | 'query'> {
    const request = async <T>(
      name: string,
      { mode = 'exclusive', signal }: { readonly mode?: Mode; readonly signal?: AbortSignal },
      grant: Grant<T>,
    ): Promise<T> => {
      const isTaken = (): boolean =>
        this.#held.some((lock) => lock.name === name && (mode === 'exclusive' || lock.mode === 'exclusive'));
      signal?.throwIfAborted();
      while (isTaken()) {
        await new Promise<void>((resolve, reject) => {
          this.#waiting.push(resolve);
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      }
      signal?.throwIfAborted();
      const lock = { name, mode };
      this.#held.push(lock);
      try {
        return await grant();
      } finally {
        this.#held.splice(this.#held.indexOf(lock), 1);
        const waiting = this.#waiting;
        this.#waiting = [];
        for (const wake of waiting) wake();
      }
    };
    const query = async (): Promise<LockManagerSnapshot> => ({
      held: this.#held.map(({ name }) => ({ name })),
    });
    return { request, query } as unknown as Pick<LockManager, 'request' | 'query'>;
  }
}
