/**
 * Byte streams as async generators, and conversion from and to browser streams. A reader that stops early releases the
 * source: every generator here closes its source when it is closed.
 */

export type Bytes = Uint8Array<ArrayBuffer>;
export type Chunks = AsyncGenerator<Bytes, void, undefined>;
/** Opens a new stream from the first byte; may be called repeatedly. */
export type Opener = () => Chunks;

/** Reads a browser stream; cancels it when the reader stops. */
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

/** Reports how many bytes have passed so far. */
export async function* counted(chunks: Chunks, onRead: (bytes: number) => void): Chunks {
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    onRead(read);
    if (chunk.length > 0) yield chunk;
  }
}

export interface Peeked {
  /** At least the wanted bytes; fewer only where the stream ends earlier. */
  readonly head: Bytes;
  /** The whole stream, including the head. */
  readonly all: Chunks;
  /** Closes the source; needed where `all` is never read, because a generator that was not started closes nothing. */
  release(): Promise<void>;
}

/**
 * Reads until `wanted` bytes are available, so that short chunks do not affect format detection. If the stream fails
 * before that, `all` yields the received bytes and then fails; if no byte was received, this function fails.
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

/** Skips the first `delivered` bytes. */
export async function* skipBytes(chunks: Chunks, delivered: number): Chunks {
  let left = delivered;
  for await (const chunk of chunks) {
    if (chunk.length > left) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}
