/**
 * Reads a large file in a second worker, up to 8 MiB ahead, and decompresses it there where it is compressed: a worker that
 * reads, decompresses and computes in turn waits for the browser while it could compute, and vice versa. The calling thread
 * starts reading itself and switches to the second worker as soon as that is ready; if that one fails or hangs, the calling
 * thread continues after the bytes received. `file-stream.ts` reads the file.
 */
import { type Bytes, type Chunks, counted, skipBytes } from './chunks';
import { DamagedCompression } from './errors';
import { fileChunks, HANGS, type Timer, Watchdog, wallTimer } from './file-stream';
import { WORTH_BYTES, WORTH_INFLATING_BYTES } from './large-file';
import type { Compression } from './sniff';
import { unpacked } from './unpack';

/** How far ahead the second worker may read. */
const AHEAD_BYTES = 8 * 2 ** 20;
/** A stream asks for one chunk more than is read of it: whoever looks at the first bytes only has taken two. */
const CHUNKS_OF_A_LOOK = 2;
/** Decompressed chunks are sent in pieces of at least this size: a message costs as much as some kilobytes. */
const MESSAGE_BYTES = 256 * 2 ** 10;

type ToReader =
  | { readonly type: 'read'; readonly file: Blob; readonly compression: Compression; readonly from: number }
  /** Bytes consumed: the worker may read that many more. */
  | { readonly type: 'taken'; readonly bytes: number };

/** What `DamagedCompression` is made of. */
type Damage = Pick<
  DamagedCompression,
  'format' | 'compressedOffset' | 'inflatedOffset' | 'truncated' | 'message'
>;

type FromReader =
  | { readonly type: 'ready' }
  /** `storedBytes`: of the file, read so far. */
  | { readonly type: 'chunk'; readonly chunk: Bytes; readonly storedBytes: number }
  /** The end of the file, or of its readable part. @property damage why a compressed one ends there. */
  | { readonly type: 'ended'; readonly isWhole: boolean; readonly damage: Damage | null };

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

export interface AheadOptions {
  readonly compression?: Compression;
  /** @param storedBytes of the file so far. */
  readonly onRead?: (storedBytes: number) => void;
  /** For the watchdog that detects a hanging read or worker. */
  readonly timer?: Timer;
}

/**
 * All bytes of a file in order, decompressed.
 * @param startThread starts a worker that runs `serveReads`.
 * @throws what `fileChunks` throws; DamagedCompression after the last good byte of a damaged or truncated file.
 */
export async function* readAhead(
  file: Blob,
  startThread: () => ReaderThread,
  { compression = 'none', onRead = () => undefined, timer = wallTimer }: AheadOptions = {},
): Chunks {
  const isWorth = file.size >= (compression === 'none' ? WORTH_BYTES : WORTH_INFLATING_BYTES);
  let at = 0;
  let taken = 0;
  let other: OtherThread | null | undefined;
  try {
    for await (const chunk of textOf(file, compression, 0, onRead, timer)) {
      at += chunk.length;
      yield chunk;
      if (++taken < CHUNKS_OF_A_LOOK) continue;
      if (other === undefined) other = isWorth ? OtherThread.start(startThread, timer) : null;
      if (other?.isReady === true) break;
    }
    // The worker may never have started: do not wait for it at the end.
    if (!other?.isReady || (compression === 'none' && at === file.size)) return;
    other.read(file, compression, at);
    for (let next = await other.next(); next !== null; next = await other.next()) {
      at += next.chunk.length;
      onRead(next.storedBytes);
      yield next.chunk;
    }
    if (other.isWhole) return;
    if (other.damage !== null) throw errorOf(other.damage);
  } finally {
    other?.stop();
  }
  yield* textOf(file, compression, at, onRead, timer);
}

/** The text of a file from a byte on. */
function textOf(
  file: Blob,
  compression: Compression,
  from: number,
  onRead: (storedBytes: number) => void,
  timer: Timer,
): Chunks {
  if (compression === 'none') return counted(fileChunks(file, from, timer), (bytes) => onRead(from + bytes));
  return skipBytes(
    unpacked(() => counted(fileChunks(file, 0, timer), onRead), compression),
    from,
  );
}

function errorOf({ format, compressedOffset, inflatedOffset, truncated, message }: Damage): Error {
  const error = new DamagedCompression(format, compressedOffset, inflatedOffset, truncated);
  return Object.assign(error, { message });
}

/** Queue of chunks received from the second worker. */
class OtherThread {
  readonly #thread: ReaderThread;
  readonly #watchdog: Watchdog;
  readonly #chunks: Extract<FromReader, { type: 'chunk' }>[] = [];
  #wake: (() => void) | null = null;
  #hasEnded = false;
  isReady = false;
  /** It has read all, or found why no more can be read; else it failed. */
  isWhole = false;
  damage: Damage | null = null;

  /** Null where the browser does not let a worker start another one. */
  static start(startThread: () => ReaderThread, timer: Timer): OtherThread | null {
    try {
      return new OtherThread(startThread(), timer);
    } catch {
      return null;
    }
  }

  private constructor(thread: ReaderThread, timer: Timer) {
    this.#thread = thread;
    this.#watchdog = new Watchdog(timer);
    thread.onmessage = ({ data }) => {
      if (data.type === 'ready') this.isReady = true;
      else if (data.type === 'chunk') this.#chunks.push(data);
      else {
        this.#hasEnded = true;
        this.isWhole = data.isWhole;
        this.damage = data.damage;
      }
      this.#wake?.();
    };
    thread.onerror = (event) => {
      event.preventDefault();
      this.#hasEnded = true;
      this.#wake?.();
    };
  }

  read(file: Blob, compression: Compression, from: number): void {
    this.#thread.postMessage({ type: 'read', file, compression, from });
  }

  /** @returns null at the end. */
  async next(): Promise<Extract<FromReader, { type: 'chunk' }> | null> {
    if (this.#chunks.length === 0 && !this.#hasEnded) {
      const came = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      if ((await this.#watchdog.guard(came)) === HANGS) return null;
    }
    const next = this.#chunks.shift() ?? null;
    if (next !== null) this.#thread.postMessage({ type: 'taken', bytes: next.chunk.length });
    return next;
  }

  stop(): void {
    this.#thread.terminate();
  }
}

/** Runs in the second worker: reads the file it is sent, ahead of the consumer. */
export function serveReads(scope: ReaderScope, timer: Timer = wallTimer): void {
  let aheadBytes = 0;
  let wake: (() => void) | null = null;
  async function read({ file, compression, from }: Extract<ToReader, { type: 'read' }>): Promise<void> {
    let storedBytes = 0;
    const onRead = (bytes: number): void => {
      storedBytes = bytes;
    };
    const text = textOf(file, compression, from, onRead, timer);
    for await (const chunk of compression === 'none' ? text : inMessages(text)) {
      aheadBytes += chunk.length;
      scope.postMessage({ type: 'chunk', chunk, storedBytes }, [chunk.buffer]);
      while (aheadBytes > AHEAD_BYTES) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }
  const end = (error?: unknown): void => {
    const damage = error instanceof DamagedCompression ? damageOf(error) : null;
    scope.postMessage({ type: 'ended', isWhole: error === undefined, damage }, []);
  };
  scope.onmessage = ({ data }) => {
    if (data.type === 'taken') {
      aheadBytes -= data.bytes;
      wake?.();
    } else {
      read(data).then(() => end(), end);
    }
  };
  scope.postMessage({ type: 'ready' }, []);
}

function damageOf({
  format,
  compressedOffset,
  inflatedOffset,
  truncated,
  message,
}: DamagedCompression): Damage {
  return { format, compressedOffset, inflatedOffset, truncated, message };
}

/** The same bytes in larger chunks, each with a buffer of its own. What stands before a failure comes first. */
async function* inMessages(chunks: Chunks): Chunks {
  let message = new Uint8Array(2 * MESSAGE_BYTES);
  let filled = 0;
  let failure: { readonly error: unknown } | null = null;
  const next = () =>
    chunks.next().catch((error: unknown) => {
      failure = { error };
      return { done: true, value: undefined } as const;
    });
  for (let result = await next(); result.done !== true; result = await next()) {
    const chunk = result.value;
    if (filled + chunk.length > message.length) {
      if (filled > 0) yield message.subarray(0, filled);
      message = new Uint8Array(Math.max(2 * MESSAGE_BYTES, chunk.length));
      filled = 0;
    }
    message.set(chunk, filled);
    filled += chunk.length;
    if (filled < MESSAGE_BYTES) continue;
    yield message.subarray(0, filled);
    message = new Uint8Array(2 * MESSAGE_BYTES);
    filled = 0;
  }
  if (filled > 0) yield message.subarray(0, filled);
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
}
