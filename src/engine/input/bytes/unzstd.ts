/**
 * Decompresses zstd with a library that is loaded with the first such file: browsers do not support zstd. All frames
 * are read, skippable ones are skipped, and complete blocks before truncation or damage are delivered. Frame checksums
 * are not verified.
 */
import type { Decompress } from 'fzstd';
import type { Bytes, Chunks, Opener } from './chunks';
import { DamagedCompression } from './errors';
import { ZstdFrames } from './zstd-frames';

/** Stored bytes passed to the library at once: it does not report at which of them it fails. */
const PIECE_BYTES = 4096;
/** Initial size of a window, and its growth factor. */
const FIRST_WINDOW_BYTES = 256 * 1024;
const WINDOW_GROWTH = 1.5;

/** @throws DamagedCompression after the last good block of a truncated or damaged file. */
export async function* unzstd(open: Opener): Chunks {
  const library = await import('fzstd');
  const frames = new ZstdFrames();
  let queue: Bytes[] = [];
  let inflated = 0;
  let read = 0;
  const window = new ZstdWindow();
  const decompress = new library.Decompress((block) => {
    window.take(decompress, block);
    if (block.length === 0) return;
    inflated += block.length;
    queue.push(block.slice());
  });
  /** @returns false when the library rejects the bytes. */
  const push = (piece: Uint8Array, final: boolean): boolean => {
    try {
      decompress.push(piece, final);
      return true;
    } catch {
      return false;
    }
  };
  for await (const chunk of open()) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      const end = frames.push(piece);
      const isGood = push(end === null ? piece : piece.subarray(0, end.goodBytes), false);
      if (!isGood || end !== null) {
        yield* queue;
        throw new DamagedCompression('zstd', read + (end?.goodBytes ?? 0), inflated, false, end?.reason);
      }
      read += piece.length;
      yield* queue;
      queue = [];
    }
  }
  // The library holds back the last few bytes until the input has ended.
  const isWhole = push(new Uint8Array(0), true);
  yield* queue;
  if (!frames.betweenFrames) throw new DamagedCompression('zstd', read, inflated, true);
  if (!isWhole) throw new DamagedCompression('zstd', read, inflated, false);
}

interface FrameState {
  w: Uint8Array;
  e: number;
}

/**
 * The window of the frame being decompressed: the bytes that a block may refer to. The library allocates the window
 * size of each frame and copies all of it at every block, so that a megabyte of frames can allocate gigabytes. Here all
 * frames share one buffer, of which a frame gets as much as it has decompressed.
 *
 * This depends on fzstd internals (`s.w`, the window, newest byte last, and `s.e`, its length), which are not in its
 * types: the version is pinned, and the zstd tests fail if they change.
 */
class ZstdWindow {
  #buffer = new Uint8Array(0);
  #frame: FrameState | null = null;
  #declaredBytes = 0;
  /** Decompressed bytes of the open frame. */
  #inflatedBytes = 0;

  /** Must be called with each block, before the library moves it into its window. */
  take(decompress: Decompress, block: Uint8Array): void {
    const { s: state } = decompress as unknown as { readonly s: FrameState | number | undefined };
    if (typeof state !== 'object') return;
    if (state !== this.#frame) {
      this.#frame = state;
      this.#declaredBytes = state.e;
      this.#inflatedBytes = 0;
      this.#give(state, 0);
    }
    this.#inflatedBytes += block.length;
    const neededBytes = Math.min(this.#declaredBytes, this.#inflatedBytes);
    if (state.w.length < neededBytes) this.#give(state, neededBytes);
  }

  /** Enlarges the frame's window; windows are aligned to the end of the buffer. */
  #give(state: FrameState, neededBytes: number): void {
    const bytes = Math.min(
      this.#declaredBytes,
      Math.max(FIRST_WINDOW_BYTES, Math.ceil(neededBytes * WINDOW_GROWTH)),
    );
    if (this.#buffer.length < bytes) {
      const larger = new Uint8Array(bytes);
      larger.set(this.#buffer, bytes - this.#buffer.length);
      this.#buffer = larger;
    }
    state.w = this.#buffer.subarray(this.#buffer.length - bytes);
    state.e = bytes;
  }
}
