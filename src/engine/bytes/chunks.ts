/**
 * Streams of bytes as async generators, and the way between them and the browser's streams. Whoever stops
 * reading early releases what is behind: every generator here gives up its source when it is left.
 */

export type Bytes = Uint8Array<ArrayBuffer>;
export type Chunks = AsyncGenerator<Bytes, void, undefined>;
/** A fresh stream from the first byte; may be called again and again. */
export type Opener = () => Chunks;

/** Reads a browser's stream; cancels it when the reader stops. */
export async function* chunksOf(stream: ReadableStream<Bytes>): Chunks {
  const reader = stream.getReader();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isDone = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!isDone) await reader.cancel().catch(() => undefined);
  }
}

export function streamOf(chunks: Chunks): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>({
    async pull(controller) {
      for (;;) {
        const next = await chunks.next();
        if (next.done === true) return controller.close();
        if (next.value.length > 0) return controller.enqueue(next.value);
      }
    },
    cancel: async () => {
      await chunks.return();
    },
  });
}

/** Tells how many bytes have passed so far. */
export async function* counted(chunks: Chunks, onRead: (bytes: number) => void): Chunks {
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    onRead(read);
    if (chunk.length > 0) yield chunk;
  }
}

export interface Peeked {
  /** At least the wanted bytes, fewer only where the stream ends before. */
  readonly head: Bytes;
  /** The whole stream, the head included. */
  readonly all: Chunks;
  /** Gives up the source; needed where `all` is never read, as a generator that was not begun releases nothing. */
  release(): Promise<void>;
}

/**
 * Reads until `wanted` bytes are there, so that a one-byte chunk cannot fool the sniffing. Where the stream fails
 * before that, `all` fails behind the bytes that came; where none came, this does.
 */
export async function peek(chunks: Chunks, wanted: number): Promise<Peeked> {
  const pieces: Bytes[] = [];
  let length = 0;
  let failure: Failure | null = null;
  while (length < wanted && failure === null) {
    try {
      const next = await chunks.next();
      if (next.done === true) break;
      pieces.push(next.value);
      length += next.value.length;
    } catch (error) {
      if (length === 0) throw error;
      failure = { error };
    }
  }
  const head = concat(pieces);
  const release = async (): Promise<void> => {
    await chunks.return();
  };
  return { head, all: followed(head, failure, chunks), release };
}

interface Failure {
  readonly error: unknown;
}

async function* followed(head: Bytes, failure: Failure | null, rest: Chunks): Chunks {
  try {
    if (head.length > 0) yield head;
    if (failure !== null) throw failure.error;
    yield* rest;
  } finally {
    await rest.return();
  }
}

export function concat(pieces: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** Leaves out the first `delivered` bytes. */
export async function* behind(chunks: Chunks, delivered: number): Chunks {
  let left = delivered;
  for await (const chunk of chunks) {
    if (chunk.length > left) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}
