/**
 * The browser's way back to files that were picked or dropped, where it gives one (Chromium), beside the files
 * themselves: everything else goes on to open a `File` and need not know.
 *
 * Source: WICG File System Access (`showOpenFilePicker`, `getAsFileSystemHandle`).
 */
import type { FileHandle } from './keep/kept-trace';

export class FileHandles {
  readonly #handles = new WeakMap<File, Promise<FileHandle | null>>();

  /** @param handle of this very file; it may come later, or turn out to be none. */
  set(file: File, handle: Promise<unknown>): void {
    const checked = handle.then(
      (value) => ((value as FileHandle | null)?.kind === 'file' ? (value as FileHandle) : null),
      () => null,
    );
    this.#handles.set(file, checked);
  }

  /** @returns null where the browser gave none. */
  get(file: File): Promise<FileHandle | null> {
    return this.#handles.get(file) ?? Promise.resolve(null);
  }
}
