/**
 * Reads a large file in a thread of its own, which runs ahead by a few MB: a worker that reads and computes in turn waits
 * for the browser while it could compute, and the browser for it. The calling thread begins by itself and hands over as
 * soon as the other one is there; should that one fail or fall silent, it goes on by itself behind the bytes that came.
 * How a file is read is `file-stream.ts`.
 */
import type { Bytes, Chunks } from './chunks';
import { fileChunks, HANGS, type Timer, Watchdog, wallTimer } from './file-stream';

/** Below it a file is read before the other thread is there. */
export const WORTH_BYTES = 16 * 2 ** 20;
/** So far ahead the other thread may read. */
const AHEAD_BYTES = 8 * 2 ** 20;

type ToReader =
  | { readonly type: 'read'; readonly file: Blob; readonly from: number }
  /** So many bytes were taken: as many more may be read. */
  | { readonly type: 'taken'; readonly bytes: number };

type FromReader =
  | { readonly type: 'ready' }
  | { readonly type: 'chunk'; readonly chunk: Bytes }
  /** To the end, or to where the file could be read. */
  | { readonly type: 'ended' };

/** The caller's end of the other thread: what a `Worker` has of it. */
export interface ReaderThread {
  onmessage: ((event: MessageEvent<FromReader>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToReader): void;
  terminate(): void;
}

/** The other thread's own end. */
export interface ReaderScope {
  onmessage: ((event: MessageEvent<ToReader>) => void) | null;
  postMessage(message: FromReader, transfer: ArrayBuffer[]): void;
}

/**
 * All bytes of a file in their order.
 * @param startThread starts a thread that runs `serveReads`.
 * @param timer tells when a read, or the thread, hangs.
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
    // It may never have come: nobody waits for it at the end.
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

/** Some browsers let no worker start another one. */
function started(startThread: () => ReaderThread): ReaderThread | null {
  try {
    return startThread();
  } catch {
    return null;
  }
}

/** What came from the other thread, until it is asked for. */
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

  /** @returns null when nothing more comes. */
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

/** Runs in the other thread: reads the file that it is told of, ahead of whoever takes the bytes. */
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
