/** Writes one copy in a worker (`workers/copy-file.ts`), which ends with it: nothing of the file comes into the page. */
import type { FromCopier, ToCopier } from '../../../engine/input/bytes/copy-file';
import { COPY_FOLDER } from './copy-folder';

/** A worker that reads from a disk that does not answer, or whose code does not come, is ended after this, ms. */
const STOP_TIMEOUT_MS = 3000;

/** How it ended; `name` is that of the error. */
export type Written = FromCopier;

export type WriteCopy = (file: File, id: string, signal: AbortSignal) => Promise<Written>;

/** What is used of a `Worker`. */
export interface CopierThread {
  onmessage: ((event: MessageEvent<FromCopier>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToCopier): void;
  terminate(): void;
}

/**
 * @param start starts a worker that runs `serveCopies`.
 * @returns a function that writes a file under `id`. It rejects where no worker can be started; stopped by the signal it
 *   closes its file first, so that the caller can remove it.
 */
export function copyWriter(start: () => CopierThread): WriteCopy {
  return (file, id, signal) =>
    new Promise((resolve) => {
      const thread = start();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = (): void => {
        thread.postMessage({ type: 'stop' });
        timer = setTimeout(() => end({ type: 'stopped' }), STOP_TIMEOUT_MS);
      };
      const end = (written: Written): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        thread.terminate();
        resolve(written);
      };
      thread.onmessage = ({ data }) => end(data);
      thread.onerror = (event) => {
        event.preventDefault();
        end({ type: 'failed', name: 'WorkerError' });
      };
      signal.addEventListener('abort', stop);
      thread.postMessage({ type: 'copy', file, folder: COPY_FOLDER, name: id });
    });
}

export function startCopier(): CopierThread {
  return new Worker(new URL('../../../../workers/copy-file.ts', import.meta.url), { type: 'module' });
}
