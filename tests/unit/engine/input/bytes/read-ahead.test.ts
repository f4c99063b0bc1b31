/** A large file read by a thread of its own: the same bytes, never far ahead, and to the end whatever becomes of the thread. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Bytes, streamOf } from '../../../../../src/engine/input/bytes/chunks.ts';
import { DamagedCompression } from '../../../../../src/engine/input/bytes/errors.ts';
import {
  type ReaderScope,
  type ReaderThread,
  readAhead,
  serveReads,
} from '../../../../../src/engine/input/bytes/read-ahead.ts';
import { HandClock } from '../../../../support/hand-clock.ts';

const MB = 2 ** 20;
const BYTES = new Uint8Array(24 * MB + 5);
for (let i = 0; i < BYTES.length; i += 997) BYTES[i] = i % 251;
const PIECE_BYTES = 64 * 1024;

/** Gives its bytes in pieces, as a browser does; Node gives all of a small file at once. */
function inPieces(bytes: Bytes): Blob {
  return Object.assign(new Blob([bytes]), {
    slice: (from: number) => inPieces(bytes.subarray(from)),
    stream() {
      let at = 0;
      return new ReadableStream<Bytes>(
        {
          pull(controller) {
            if (at >= bytes.length) return controller.close();
            controller.enqueue(bytes.slice(at, at + PIECE_BYTES));
            at += PIECE_BYTES;
          },
        },
        { highWaterMark: 0 },
      );
    },
  });
}

const FILE = inPieces(BYTES);

/** All messages that are on their way arrive. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What a thread under test does wrong. */
interface Faults {
  /** In place of this chunk it says that there is no more, as where it cannot read on. */
  readonly endsAt?: number;
  /** From this chunk on nothing of it arrives, and whatever is waited for is too late. */
  readonly silentAt?: number;
  readonly onStart?: (thread: ReaderThread) => void;
}

class Thread implements ReaderThread {
  onmessage: ReaderThread['onmessage'] = null;
  onerror: ReaderThread['onerror'] = null;
  isStopped = false;
  chunks = 0;
  takenBytes = 0;
  sentBytes = 0;
  mostAheadBytes = 0;
  /** The page's; the thread's own reads never hang. */
  readonly clock = new HandClock();
  readonly #scope: ReaderScope;
  readonly #serve: () => void;

  constructor({ endsAt, silentAt = Number.POSITIVE_INFINITY, onStart }: Faults = {}) {
    this.#scope = {
      onmessage: null,
      postMessage: (message) => {
        if (this.isStopped) return;
        const data =
          this.chunks === endsAt ? ({ type: 'ended', isWhole: false, damage: null } as const) : message;
        if (data.type === 'chunk') {
          this.chunks++;
          this.sentBytes += data.chunk.length;
          this.mostAheadBytes = Math.max(this.mostAheadBytes, this.sentBytes - this.takenBytes);
        }
        if (this.chunks >= silentAt) this.clock.ringAlways();
        else setImmediate(() => this.onmessage?.({ data } as MessageEvent));
      },
    };
    const { timer } = new HandClock();
    this.#serve = () => (onStart === undefined ? serveReads(this.#scope, timer) : onStart(this));
  }

  /** It serves from the next turn on, as a worker does: whoever starts it hears all it says. */
  start(): this {
    setImmediate(this.#serve);
    return this;
  }

  postMessage(data: Parameters<ReaderThread['postMessage']>[0]): void {
    if (data.type === 'taken') this.takenBytes += data.bytes;
    setImmediate(() => this.#scope.onmessage?.({ data } as MessageEvent));
  }

  terminate(): void {
    this.isStopped = true;
  }
}

async function readAll(thread: Thread, file: Blob = FILE): Promise<Buffer> {
  const chunks: Bytes[] = [];
  for await (const chunk of readAhead(file, () => thread.start(), { timer: thread.clock.timer })) {
    chunks.push(chunk);
    // As a reader that computes: messages come in between.
    await turn();
  }
  return Buffer.concat(chunks);
}

describe('readAhead', () => {
  it('gives all bytes in order, most of them from the second worker, and stops it', async () => {
    const thread = new Thread();
    expect((await readAll(thread)).equals(BYTES)).toBe(true);
    expect(thread.sentBytes).toBeGreaterThan(BYTES.length / 2);
    expect(thread.isStopped).toBe(true);
  });

  it('starts no second worker for a small file', async () => {
    const small = new File([BYTES.subarray(0, MB)], 'a');
    const start = (): never => {
      throw new Error('a thread was started');
    };
    let bytes = 0;
    for await (const chunk of readAhead(small, start, { timer: new HandClock().timer }))
      bytes += chunk.length;
    expect(bytes).toBe(MB);
  });

  it('starts no second worker for a look at the first bytes through a stream', async () => {
    let started = 0;
    const thread = new Thread();
    const start = (): Thread => {
      started++;
      return thread.start();
    };
    const reader = streamOf(readAhead(FILE, start, { timer: thread.clock.timer })).getReader();
    await reader.read();
    for (let i = 0; i < 100; i++) await turn();
    expect(started).toBe(0);
    while (!(await reader.read()).done);
    expect(started).toBe(1);
  });

  it('limits how far the second worker reads ahead', async () => {
    const thread = new Thread();
    let taken = 0;
    let isHeldUp = false;
    for await (const chunk of readAhead(FILE, () => thread.start(), { timer: thread.clock.timer })) {
      taken += chunk.length;
      await turn();
      if (taken < 4 * MB || isHeldUp) continue;
      isHeldUp = true;
      // As many turns as the file has pieces: the thread could read all of it.
      for (let i = BYTES.length / PIECE_BYTES; i > 0; i--) await turn();
    }
    expect(taken).toBe(BYTES.length);
    // One chunk may lie above the limit.
    expect(thread.mostAheadBytes).toBeGreaterThan(8 * MB);
    expect(thread.mostAheadBytes).toBeLessThanOrEqual(8 * MB + PIECE_BYTES);
  });

  it.each<[string, Faults]>([
    ['never starts', { onStart: () => undefined }],
    ['fails to start', { onStart: (t) => t.onerror?.(new Event('error') as ErrorEvent) }],
    ['ends in the middle', { endsAt: 20 }],
    ['falls silent', { silentAt: 20 }],
  ])('reads to the end by itself where the thread %s', async (_, faults) => {
    const thread = new Thread(faults);
    expect((await readAll(thread)).equals(BYTES)).toBe(true);
    expect(thread.isStopped).toBe(true);
  });

  it('does not wait at the end for a worker that never started', async () => {
    const thread = new Thread({ onStart: () => undefined });
    let bytes = 0;
    for await (const chunk of readAhead(FILE, () => thread.start(), { timer: thread.clock.timer }))
      bytes += chunk.length;
    expect(bytes).toBe(BYTES.length);
    expect(thread.isStopped).toBe(true);
  });

  it('reads in its own thread if no worker can be started', async () => {
    const refuse = (): never => {
      throw new ReferenceError('Worker is not defined');
    };
    let bytes = 0;
    for await (const chunk of readAhead(FILE, refuse, { timer: new HandClock().timer }))
      bytes += chunk.length;
    expect(bytes).toBe(BYTES.length);
  });

  it('stops the second worker when it is closed', async () => {
    const thread = new Thread();
    for await (const _ of readAhead(FILE, () => thread.start(), { timer: thread.clock.timer })) {
      if (thread.sentBytes > MB) break;
      await turn();
    }
    expect(thread.isStopped).toBe(true);
  });

  it('passes on the browser’s error for a file that cannot be read', async () => {
    const gone = Object.assign(new Blob([BYTES]), {
      stream: () =>
        new ReadableStream({
          pull: (controller) => controller.error(new DOMException('gone', 'NotReadableError')),
        }),
    });
    await expect(readAll(new Thread(), gone)).rejects.toThrow('gone');
  });
});

describe('a gzip that is decompressed by another thread', () => {
  // Bytes that deflate leaves nearly as long as they are: enough of them are stored.
  const text = new Uint8Array(5 * MB);
  for (let i = 0, x = 1; i < text.length; i++) {
    x = (Math.imul(x, 1_103_515_245) + 12_345) >>> 0;
    text[i] = x >>> 24;
  }
  const packed = new Uint8Array(gzipSync(text, { level: 1 }));
  const gzip = { compression: 'gzip' } as const;

  /** What is read, and the error that ends it. */
  async function readPacked(thread: Thread, file: Blob) {
    const chunks: Bytes[] = [];
    let storedBytes = 0;
    const onRead = (bytes: number): void => {
      storedBytes = bytes;
    };
    let error: unknown = null;
    try {
      for await (const chunk of readAhead(file, () => thread.start(), {
        ...gzip,
        onRead,
        timer: thread.clock.timer,
      })) {
        chunks.push(chunk);
        await turn();
      }
    } catch (thrown) {
      error = thrown;
    }
    return { bytes: Buffer.concat(chunks), storedBytes, error };
  }

  it('gives the same bytes, most of them from the other thread', async () => {
    const thread = new Thread();
    const { bytes, storedBytes, error } = await readPacked(thread, inPieces(packed));
    expect(error).toBeNull();
    expect(bytes.equals(text)).toBe(true);
    expect(storedBytes).toBe(packed.length);
    expect(thread.sentBytes).toBeGreaterThan(text.length / 2);
    expect(thread.isStopped).toBe(true);
  });

  it('is read with all of its members', async () => {
    const members = new Uint8Array([...packed, ...gzipSync('and more')]);
    const { bytes } = await readPacked(new Thread(), inPieces(members));
    expect(bytes.length).toBe(text.length + 8);
    expect(bytes.subarray(-8).toString()).toBe('and more');
  });

  it.each([
    ['is cut', packed.subarray(0, 4 * MB)],
    ['is damaged', Uint8Array.from(packed, (byte, i) => (i > 4 * MB ? byte ^ 0x5a : byte))],
  ])('that %s gives what stands before, and the same error as here', async (_, bytes) => {
    const apart = await readPacked(new Thread(), inPieces(bytes as Bytes));
    const here = await readPacked(new Thread({ onStart: () => undefined }), inPieces(bytes as Bytes));
    expect(apart.error).toBeInstanceOf(DamagedCompression);
    expect({ ...(apart.error as Error) }).toEqual({ ...(here.error as Error) });
    expect((apart.error as Error).message).toBe((here.error as Error).message);
    expect(apart.bytes.equals(here.bytes)).toBe(true);
    expect(apart.bytes.length).toBeGreaterThan(3 * MB);
  });

  it.each<[string, Faults]>([
    ['fails', { endsAt: 5 }],
    ['falls silent', { silentAt: 5 }],
  ])('is read to its end here where the thread %s', async (_, faults) => {
    const { bytes, error } = await readPacked(new Thread(faults), inPieces(packed));
    expect(error).toBeNull();
    expect(bytes.equals(text)).toBe(true);
  });
});
