/**
 * The browser's handles of picked or dropped files, where it gives them (Chromium), stored per `File`: the rest of the
 * page opens a `File` and does not deal with handles.
 *
 * Source: WICG File System Access (`showOpenFilePicker`, `getAsFileSystemHandle`).
 */
import type { FileHandle } from '../device/recent-trace';

export class FileHandles {
  readonly #handles = new WeakMap<File, Promise<FileHandle | null>>();

  /** @param handle of this file; it may resolve to something else, or reject. */
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
