/** Further threads of the program: the file that Node was started with, started again as a worker with a role. */
import { availableParallelism } from 'node:os';
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import type { ReadingRole, ReadingThreads } from './reading/reading-threads';
import type { Thread } from './reading/threads';

/** What a worker is for, in its `workerData`: whole files and runs, or a part of the reading of one large file. */
type Role = 'work' | ReadingRole;
const ROLES: readonly unknown[] = ['work', 'scan', 'judge'] satisfies readonly Role[];

/** Null in the main thread, and in one of somebody else. */
export function threadHere(): { readonly role: Role; readonly port: MessagePort } | null {
  if (isMainThread || parentPort === null || !ROLES.includes(workerData)) return null;
  return { role: workerData as Role, port: parentPort };
}

const started = (program: URL, role: Role): Worker => new Worker(program, { workerData: role });

/** A thread that does `Work` (`thread-work.ts`). @throws where the system gives no further thread. */
export function startThread(program: URL): Thread {
  const worker = started(program, 'work');
  return {
    post: (order) => worker.postMessage(order),
    listen(onAnswer, onFailure) {
      worker.removeAllListeners('message').on('message', onAnswer);
      worker.removeAllListeners('error').on('error', onFailure);
    },
    end: () => void worker.terminate(),
  };
}

/** @returns null where there is one core: a second thread is of no use. */
export function readingThreads(program: URL): ReadingThreads | null {
  if (availableParallelism() === 1) return null;
  return { scan: () => reading(program, 'scan'), judge: () => reading(program, 'judge') };
}

/** What both kinds of reading thread have of a browser's `Worker`. */
interface Port {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): void;
}

function reading(program: URL, role: ReadingRole): Port {
  const worker = started(program, role);
  const port: Port = {
    onmessage: null,
    onerror: null,
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => void worker.terminate(),
  };
  worker.on('message', (data) => port.onmessage?.({ data } as MessageEvent));
  worker.on('error', () => port.onerror?.({ preventDefault: () => undefined } as ErrorEvent));
  return port;
}
