/**
 * Copies a file into the browser's private file system (Origin Private File System), piece by piece and in a worker: a
 * synchronous access handle is what all three browser engines have there, and only there. The copy of a file that is
 * stopped or fails stays as it is, unfinished. Names, room and which copy is complete are left to the page
 * (`app/state/device/file-copies.ts`).
 *
 * Source: WHATWG File System, `FileSystemSyncAccessHandle`.
 */
import type { Bytes } from './chunks';
import { fileChunks, type Timer, wallTimer } from './file-stream';

export type ToCopier =
  /** `folder` lies in the root, and is made where there is none; what stands under `name` is written over. */
  | { readonly type: 'copy'; readonly file: Blob; readonly folder: string; readonly name: string }
  | { readonly type: 'stop' };

export type FromCopier =
  /** Written and closed. */
  | { readonly type: 'copied' }
  | { readonly type: 'stopped' }
  /** `name` is that of the error: `QuotaExceededError`, `NotReadableError`, … */
  | { readonly type: 'failed'; readonly name: string };

/** The worker's own side. */
export interface CopierScope {
  onmessage: ((event: MessageEvent<ToCopier>) => void) | null;
  postMessage(message: FromCopier): void;
}

/** What is used of a `FileSystemSyncAccessHandle`: all but `write` return promises in some browsers. */
export interface CopyTarget {
  /** @returns the number of bytes written. */
  write(bytes: Bytes, where: { readonly at: number }): number;
  truncate(sizeBytes: number): unknown;
  flush(): unknown;
  close(): unknown;
}

/** A file of the private file system in a worker. */
interface TargetFile {
  createSyncAccessHandle(): Promise<CopyTarget>;
}

export type OpenTarget = (folder: string, name: string) => Promise<CopyTarget>;

/** Opens a file of the private file system for writing. Rejects where the browser has none. */
export const openTarget: OpenTarget = async (folder, name) => {
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(folder, { create: true });
  const handle = await directory.getFileHandle(name, { create: true });
  return (handle as unknown as TargetFile).createSyncAccessHandle();
};

/** Runs in the worker: copies the file that it is sent. */
export function serveCopies(
  scope: CopierScope,
  open: OpenTarget = openTarget,
  timer: Timer = wallTimer,
): void {
  let isStopped = false;

  async function copy(file: Blob, folder: string, name: string): Promise<FromCopier> {
    const target = await open(folder, name);
    try {
      await target.truncate(0);
      let at = 0;
      for await (const chunk of fileChunks(file, 0, timer)) {
        if (isStopped) return { type: 'stopped' };
        const written = target.write(chunk, { at });
        // A full disk may be said by a short count only.
        if (written < chunk.length) return { type: 'failed', name: 'QuotaExceededError' };
        at += written;
      }
      await target.flush();
      return { type: 'copied' };
    } finally {
      await target.close();
    }
  }

  scope.onmessage = ({ data }) => {
    if (data.type === 'stop') {
      isStopped = true;
      return;
    }
    copy(data.file, data.folder, data.name).then(
      (answer) => scope.postMessage(answer),
      (error: unknown) =>
        scope.postMessage({ type: 'failed', name: error instanceof Error ? error.name : 'Error' }),
    );
  };
}
