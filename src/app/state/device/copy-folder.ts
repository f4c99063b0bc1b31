/**
 * The folder of this page in the browser's private file system (Origin Private File System), which no other site and no
 * file manager sees. Names and bytes only: which file is a complete copy is known by `file-copies.ts`; the worker that
 * writes is `copy-writer.ts`.
 */

/** Other pages of the same host may have folders of their own. */
export const COPY_FOLDER = 'qlogscope-copies';

/** What is used of a `FileSystemDirectoryHandle`. */
export interface Directory {
  getDirectoryHandle(name: string): Promise<Directory>;
  getFileHandle(name: string): Promise<{ getFile(): Promise<File> }>;
  removeEntry(name: string, how?: { readonly recursive: boolean }): Promise<void>;
  keys(): AsyncIterable<string>;
}

export class CopyFolder {
  readonly #root: () => Promise<Directory>;

  /** @param root rejects where the browser has no private file system, as in a private window. */
  constructor(root: () => Promise<Directory>) {
    this.#root = root;
  }

  /** @returns null where there is no such file. */
  async file(id: string): Promise<File | null> {
    const folder = await this.#folder();
    return folder && nullIfAbsent(folder.getFileHandle(id).then((handle) => handle.getFile()));
  }

  async names(): Promise<readonly string[]> {
    const folder = await this.#folder();
    const names: string[] = [];
    if (folder !== null) for await (const name of folder.keys()) names.push(name);
    return names;
  }

  /** Removes a file; one that is not there is no error. */
  async remove(id: string): Promise<void> {
    await nullIfAbsent((await this.#folder())?.removeEntry(id));
  }

  async removeAll(): Promise<void> {
    await nullIfAbsent((await this.#root()).removeEntry(COPY_FOLDER, { recursive: true }));
  }

  /** @returns null where nothing was written yet. */
  async #folder(): Promise<Directory | null> {
    return nullIfAbsent((await this.#root()).getDirectoryHandle(COPY_FOLDER));
  }
}

async function nullIfAbsent<T>(task: Promise<T> | undefined): Promise<T | null> {
  try {
    return (await task) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}
