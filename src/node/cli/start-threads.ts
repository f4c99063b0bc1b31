/** Further threads of the program: the file that Node was started with, started again as a worker with a role. */
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import {
  isMainThread,
  MessageChannel,
  type MessagePort,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import type { ReadingRole, ReadingThreads, ServeReading } from './reading/reading-threads';
import type { Thread } from './reading/threads';

/** What a worker is for, in its `workerData`: whole files and runs, or a part of the reading of one large file. */
type Role = 'work' | 'reading';
const ROLES: readonly unknown[] = ['work', 'reading'] satisfies readonly Role[];

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
  const thread = new ReadingThread(program);
  return { scan: () => thread.serve('scan'), judge: () => thread.serve('judge') };
}

/**
 * The heap of a reading thread, MB, from its beginning: the arrays that threads hand over lie outside of a heap and count as its growth,
 * so that V8, which begins with a few MB, marked all of 8 MB ten times in a trace of 300 MB.
 */
const HEAP = '--initial-old-space-size=64 --min-semi-space-size=8';

/** What each of the two is served by: what a browser's `Worker` has. */
interface Port {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): void;
}

/**
 * The thread that scans and judges beside the main one, alive while either is asked for: to replay takes longer than both together,
 * and a thread more costs its start, its program, and optimising what both run (2 % of the CPU time of 300 MB, more of less).
 */
export class ReadingThread {
  readonly #program: URL;
  readonly #served = new Set<Port>();
  #worker: Worker | null = null;

  constructor(program: URL) {
    this.#program = program;
  }

  serve(role: ReadingRole): Port {
    const worker = this.#worker ?? this.#start();
    const { port1: here, port2: there } = new MessageChannel();
    worker.postMessage({ role, port: there } satisfies ServeReading, [there]);
    const port: Port = {
      onmessage: null,
      onerror: null,
      postMessage: (message, transfer) => here.postMessage(message, transfer),
      terminate: () => {
        here.close();
        if (this.#served.delete(port) && this.#served.size === 0) this.#end();
      },
    };
    here.on('message', (data) => port.onmessage?.({ data } as MessageEvent));
    this.#served.add(port);
    return port;
  }

  #start(): Worker {
    setFlagsFromString(HEAP);
    const worker = started(this.#program, 'reading');
    worker.on('error', () => {
      this.#worker = null;
      for (const port of this.#served) port.onerror?.({ preventDefault: () => undefined } as ErrorEvent);
    });
    this.#worker = worker;
    return worker;
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }
}
