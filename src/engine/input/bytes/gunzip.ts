/**
 * Decompresses gzip, and the raw deflate of zip entries, with the browser's own `DecompressionStream`.
 *
 * The native decompressor fails after the first member of a concatenated gzip, and gives no offset for a truncated one.
 * The library is the fallback: it decompresses again from the start, skips what was already delivered, and either reads
 * all members or reports the offset of the damage.
 *
 *   native   ████████████ error (junk / truncated / damaged)
 *   library  ░░░░░░░░░░░░████████████ end, or DamagedGzip at a byte offset
 */
import type { Gunzip } from 'fflate';
import { type Bytes, type Chunks, type Opener, skipBytes, streamOf } from './chunks';
import { DamagedCompression, DamagedGzip } from './errors';

export type NativeInflater = () => TransformStream<Bytes, Bytes>;

const native = (format: 'gzip' | 'deflate-raw'): TransformStream<Bytes, Bytes> =>
  new DecompressionStream(format) as unknown as TransformStream<Bytes, Bytes>;

/**
 * Stored bytes written to the browser's decompressor at once: it decompresses all of them before the first is read, up
 * to 1032 times as much.
 */
const NATIVE_PIECE_BYTES = 16 * 1024;
/** Stored bytes passed to the library at once: it does not report at which of them it fails. */
const PIECE_BYTES = 4096;
/** Header of a gzip member without a name: the library recognises it only directly after a complete member. */
const MEMBER_HEADER = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0]);

/** @throws DamagedGzip after the last good byte of a truncated or damaged gzip. */
export function gunzip(open: Opener, makeNative: NativeInflater = () => native('gzip')): Chunks {
  return nativeFirst(open, makeNative, libraryGunzip);
}

/** Raw deflate. @throws DamagedCompression (`zip`) after the last good byte of a truncated or damaged stream. */
export function inflateRaw(open: Opener): Chunks {
  return nativeFirst(open, () => native('deflate-raw'), libraryInflate);
}

async function* nativeFirst(
  open: Opener,
  makeNative: NativeInflater,
  fallback: (open: Opener) => Chunks,
): Chunks {
  let delivered = 0;
  const stored = new SourceWatch(open());
  const inflated = streamOf(inPieces(stored.chunks())).pipeThrough(makeNative()).getReader();
  let isOver = false;
  try {
    for (;;) {
      const chunk = await inflated.read().catch(() => null);
      isOver = chunk === null || chunk.done;
      if (chunk?.done === true) return;
      if (chunk === null) break;
      delivered += chunk.value.length;
      yield chunk.value;
    }
  } finally {
    if (!isOver) await inflated.cancel().catch(() => undefined);
  }
  if (stored.failure === null) {
    yield* skipBytes(fallback(open), delivered);
    return;
  }
  // The native decompressor dropped its unread output: decompress the rest of the source again.
  const again = skipBytes(fallback(open), delivered);
  try {
    for (let next = await orEnd(again.next()); next !== null; next = await orEnd(again.next())) yield next;
  } finally {
    await again.return();
  }
  throw stored.failure.error;
}

/** Null at the end, and where the source fails again. */
async function orEnd(next: Promise<IteratorResult<Bytes, void>>): Promise<Bytes | null> {
  const { done, value } = await next.catch(() => ({ done: true, value: undefined }) as const);
  return done === true ? null : (value as Bytes);
}

/** Distinguishes an error of the source from one of the decompressor. */
class SourceWatch {
  readonly #chunks: Chunks;
  failure: { readonly error: unknown } | null = null;

  constructor(chunks: Chunks) {
    this.#chunks = chunks;
  }

  async *chunks(): Chunks {
    try {
      yield* this.#chunks;
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}

async function* libraryGunzip(open: Opener): Chunks {
  const { Gunzip } = await import('fflate');
  let queue: Bytes[] = [];
  let inflated = 0;
  let read = 0;
  const gunzip = new Gunzip((chunk) => {
    inflated += chunk.length;
    queue.push(chunk.slice());
  });
  /** Offsets of the members after the first. */
  const members: number[] = [];
  gunzip.onmember = (offset) => members.push(offset);
  for await (const chunk of open()) {
    for (const piece of pieces(chunk, PIECE_BYTES)) {
      try {
        gunzip.push(piece);
      } catch {
        yield* queue;
        throw new DamagedGzip(read, inflated, false);
      }
      read += piece.length;
    }
    yield* queue;
    queue = [];
  }
  const several = members.length > 0;
  const inflatedBytes = inflated;
  if (!endsWithMember(gunzip, members, read)) throw new DamagedGzip(read, inflatedBytes, true);
  // The native decompressor rejected a single, complete member: its length or checksum is wrong.
  if (!several) throw new DamagedGzip(read, inflatedBytes, false);
}

/**
 * True when the gzip is complete at `end`: a member header is accepted there. Must be the last use of this `gunzip`.
 */
function endsWithMember(gunzip: Gunzip, members: readonly number[], end: number): boolean {
  try {
    gunzip.push(MEMBER_HEADER);
  } catch {
    return false;
  }
  return members[members.length - 1] === end;
}

async function* libraryInflate(open: Opener): Chunks {
  const { Inflate } = await import('fflate');
  let queue: Bytes[] = [];
  let inflated = 0;
  let read = 0;
  let truncated = true;
  const inflate = new Inflate((chunk) => {
    inflated += chunk.length;
    queue.push(chunk.slice());
  });
  for await (const chunk of open()) {
    for (const piece of pieces(chunk, PIECE_BYTES)) {
      try {
        inflate.push(piece);
      } catch {
        truncated = false;
      }
      if (!truncated) break;
      read += piece.length;
    }
    yield* queue;
    queue = [];
    if (!truncated) break;
  }
  // The native decompressor rejected these bytes: where the library gives no reason, they are truncated.
  throw new DamagedCompression('zip', read, inflated, truncated);
}

async function* inPieces(chunks: Chunks): Chunks {
  for await (const chunk of chunks) yield* pieces(chunk, NATIVE_PIECE_BYTES);
}

function* pieces(chunk: Bytes, bytes: number): Generator<Bytes> {
  for (let at = 0; at < chunk.length; at += bytes) yield chunk.subarray(at, at + bytes);
}
