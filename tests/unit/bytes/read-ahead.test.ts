/** A large file read by a thread of its own: the same bytes, never far ahead, and to the end whatever becomes of the thread. */
import { describe, expect, it } from 'vitest';
import type { Bytes } from '../../../src/bytes/chunks.ts';
import { type ReaderScope, type ReaderThread, readAhead, serveReads } from '../../../src/bytes/read-ahead.ts';

const MB = 2 ** 20;
const HANG_MS = 50;
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

/** What a thread under test does with its messages instead of passing them on. */
interface Faults {
  /** Called before each message to the page's end; false swallows it. */
  readonly passes?: (message: { readonly type: string }, chunks: number) => boolean;
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
  readonly #scope: ReaderScope;

  constructor({ passes = () => true, onStart }: Faults = {}) {
    this.#scope = {
      onmessage: null,
      postMessage: (data) => {
        if (this.isStopped) return;
        if (data.type === 'chunk') {
          this.chunks++;
          this.sentBytes += data.chunk.length;
          this.mostAheadBytes = Math.max(this.mostAheadBytes, this.sentBytes - this.takenBytes);
        }
        if (!passes(data, this.chunks)) return;
        setTimeout(() => this.onmessage?.({ data } as MessageEvent));
      },
    };
    setTimeout(() => (onStart === undefined ? serveReads(this.#scope) : onStart(this)));
  }

  postMessage(data: Parameters<ReaderThread['postMessage']>[0]): void {
    if (data.type === 'taken') this.takenBytes += data.bytes;
    setTimeout(() => this.#scope.onmessage?.({ data } as MessageEvent));
  }

  terminate(): void {
    this.isStopped = true;
  }
}

async function readAll(thread: Thread, file: Blob = FILE): Promise<Buffer> {
  const chunks: Bytes[] = [];
  for await (const chunk of readAhead(file, () => thread, HANG_MS)) {
    chunks.push(chunk);
    // As a reader that computes: messages come in between.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return Buffer.concat(chunks);
}

describe('readAhead', () => {
  it('gives all bytes in their order, most of them from the thread, and stops it', async () => {
    const thread = new Thread();
    expect((await readAll(thread)).equals(BYTES)).toBe(true);
    expect(thread.sentBytes).toBeGreaterThan(BYTES.length / 2);
    expect(thread.isStopped).toBe(true);
  });

  it('starts no thread for a small file', async () => {
    const small = new File([BYTES.subarray(0, MB)], 'a');
    const start = (): never => {
      throw new Error('a thread was started');
    };
    let bytes = 0;
    for await (const chunk of readAhead(small, start, HANG_MS)) bytes += chunk.length;
    expect(bytes).toBe(MB);
  });

  it('lets the thread read no further ahead than it may', async () => {
    const thread = new Thread();
    let taken = 0;
    for await (const chunk of readAhead(FILE, () => thread, 60_000)) {
      taken += chunk.length;
      await new Promise((resolve) => setTimeout(resolve, taken > 4 * MB && taken < 5 * MB ? 60 : 0));
    }
    expect(taken).toBe(BYTES.length);
    // It was held up in the middle; one chunk may lie above the limit.
    expect(thread.mostAheadBytes).toBeGreaterThan(4 * MB);
    expect(thread.mostAheadBytes).toBeLessThanOrEqual(8 * MB + PIECE_BYTES);
  });

  it.each<[string, Faults]>([
    ['never starts', { onStart: () => undefined }],
    ['fails to start', { onStart: (t) => t.onerror?.(new Event('error') as ErrorEvent) }],
    ['ends in the middle', { passes: ({ type }, chunks) => type !== 'chunk' || chunks < 20 }],
    ['falls silent', { passes: (_, chunks) => chunks < 20 }],
  ])('reads to the end by itself where the thread %s', async (_, faults) => {
    const thread = new Thread(faults);
    expect((await readAll(thread)).equals(BYTES)).toBe(true);
    expect(thread.isStopped).toBe(true);
  });

  it('does not wait at the end for a thread that never started', async () => {
    const thread = new Thread({ onStart: () => undefined });
    let bytes = 0;
    // Beyond the patience of this test.
    for await (const chunk of readAhead(FILE, () => thread, 600_000)) bytes += chunk.length;
    expect(bytes).toBe(BYTES.length);
    expect(thread.isStopped).toBe(true);
  });

  it('reads by itself where no thread can be started', async () => {
    const refuse = (): never => {
      throw new ReferenceError('Worker is not defined');
    };
    let bytes = 0;
    for await (const chunk of readAhead(FILE, refuse, HANG_MS)) bytes += chunk.length;
    expect(bytes).toBe(BYTES.length);
  });

  it('stops the thread when it is left', async () => {
    const thread = new Thread();
    for await (const _ of readAhead(FILE, () => thread, HANG_MS)) {
      if (thread.sentBytes > MB) break;
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(thread.isStopped).toBe(true);
  });

  it('passes on what the browser says of a file that cannot be read', async () => {
    const gone = Object.assign(new Blob([BYTES]), {
      stream: () =>
        new ReadableStream({
          pull: (controller) => controller.error(new DOMException('gone', 'NotReadableError')),
        }),
    });
    await expect(readAll(new Thread(), gone)).rejects.toThrow('gone');
  });
});
