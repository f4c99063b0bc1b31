/**
 * The browser's way back to files that were picked or dropped, where it gives one (Chromium), beside the files
 * themselves: everything else goes on to open a `File` and need not know.
 *
 * Source: WICG File System Access (`showOpenFilePicker`, `getAsFileSystemHandle`).
 */
import type { FileHandle } from './keep/kept-trace';

const handles = new WeakMap<File, Promise<FileHandle | null>>();

/** @param handle of this very file; it may come later, or turn out to be none. */
export function noteHandle(file: File, handle: Promise<unknown>): void {
  handles.set(
    file,
    handle.then(
      (value) => ((value as FileHandle | null)?.kind === 'file' ? (value as FileHandle) : null),
      () => null,
    ),
  );
}

/** @returns null where the browser gave none. */
export function handleOf(file: File): Promise<FileHandle | null> {
  return handles.get(file) ?? Promise.resolve(null);
}
