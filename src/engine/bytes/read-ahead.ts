/**
 * Reads a large file in a second worker, up to 8 MiB ahead: a worker that reads and computes in turn waits for the
 * browser while it could compute, and vice versa. The calling thread starts reading itself and switches to the second
 * worker as soon as that is ready; if that one fails or hangs, the calling thread continues after the bytes received.
 * `file-stream.ts` reads the file.
 */
import type { Bytes, Chunks } from './chunks';
import { fileChunks, HANGS, type Timer, Watchdog, wallTimer } from './file-stream';

/** Smaller files are read before the second worker has started. */
export const WORTH_BYTES = 16 * 2 ** 20;
/** How far ahead the second worker may read. */
const AHEAD_BYTES = 8 * 2 ** 20;

type ToReader =
  | { readonly type: 'read'; readonly file: Blob; readonly from: number }
  /** Bytes consumed: the worker may read that many more. */
  | { readonly type: 'taken'; readonly bytes: number };

type FromReader =
  | { readonly type: 'ready' }
  | { readonly type: 'chunk'; readonly chunk: Bytes }
  /** The end of the file, or of its readable part. */
  | { readonly type: 'ended' };

/** The calling thread's side of the second worker: what a `Worker` has of it. */
export interface ReaderThread {
  onmessage: ((event: MessageEvent<FromReader>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToReader): void;
  terminate(): void;
}

/** The second worker's own side. */
export interface ReaderScope {
  onmessage: ((event: MessageEvent<ToReader>) => void) | null;
  postMessage(message: FromReader, transfer: ArrayBuffer[]): void;
}

/**
 * All bytes of a file in order.
 * @param startThread starts a worker that runs `serveReads`.
 * @param timer for the watchdog that detects a hanging read or worker.
 * @throws what `fileChunks` throws.
 */
export async function* readAhead(
  file: Blob,
  startThread: () => ReaderThread,
  timer: Timer = wallTimer,
): Chunks {
  const thread = file.size < WORTH_BYTES ? null : started(startThread);
  if (thread === null) {
    yield* fileChunks(file, 0, timer);
    return;
  }
  const other = new OtherThread(thread, timer);
  let at = 0;
  try {
    for await (const chunk of fileChunks(file, 0, timer)) {
      at += chunk.length;
      yield chunk;
      if (other.isReady) break;
    }
    // The worker may never have started: do not wait for it at the end.
    if (at === file.size) return;
    other.read(file, at);
    for (let chunk = await other.next(); chunk !== null; chunk = await other.next()) {
      at += chunk.length;
      yield chunk;
    }
  } finally {
    other.stop();
  }
  if (at < file.size) yield* fileChunks(file, at, timer);
}

/** Some browsers do not let a worker start another one. */
function started(startThread: () => ReaderThread): ReaderThread | null {
  try {
    return startThread();
  } catch {
    return null;
  }
}

/** Queue of chunks received from the second worker. */
class OtherThread {
  readonly #thread: ReaderThread;
  readonly #watchdog: Watchdog;
  readonly #chunks: Bytes[] = [];
  #wake: (() => void) | null = null;
  #hasEnded = false;
  isReady = false;

  constructor(thread: ReaderThread, timer: Timer) {
    this.#thread = thread;
    this.#watchdog = new Watchdog(timer);
    thread.onmessage = ({ data }) => {
      if (data.type === 'ready') this.isReady = true;
      else if (data.type === 'chunk') this.#chunks.push(data.chunk);
      else this.#hasEnded = true;
      this.#wake?.();
    };
    thread.onerror = (event) => {
      event.preventDefault();
      this.#hasEnded = true;
      this.#wake?.();
    };
  }

  read(file: Blob, from: number): void {
    this.#thread.postMessage({ type: 'read', file, from });
  }

  /** @returns null at the end. */
  async next(): Promise<Bytes | null> {
    if (this.#chunks.length === 0 && !this.#hasEnded) {
      const came = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      if ((await this.#watchdog.guard(came)) === HANGS) return null;
    }
    const chunk = this.#chunks.shift() ?? null;
    if (chunk !== null) this.#thread.postMessage({ type: 'taken', bytes: chunk.length });
    return chunk;
  }

  stop(): void {
    this.#thread.terminate();
  }
}

/** Runs in the second worker: reads the file it is sent, ahead of the consumer. */
export function serveReads(scope: ReaderScope, timer: Timer = wallTimer): void {
  let aheadBytes = 0;
  let wake: (() => void) | null = null;
  async function read(file: Blob, from: number): Promise<void> {
    for await (const chunk of fileChunks(file, from, timer)) {
      aheadBytes += chunk.length;
      scope.postMessage({ type: 'chunk', chunk }, [chunk.buffer]);
      while (aheadBytes > AHEAD_BYTES) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }
  const end = (): void => scope.postMessage({ type: 'ended' }, []);
  scope.onmessage = ({ data }) => {
    if (data.type === 'taken') {
      aheadBytes -= data.bytes;
      wake?.();
    } else {
      read(data.file, data.from).then(end, end);
    }
  };
  scope.postMessage({ type: 'ready' }, []);
}
