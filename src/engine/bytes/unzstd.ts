/**
 * Inflates zstd with a library that is loaded when the first such file is opened: browsers know no zstd. All
 * frames are read, skippable ones are skipped, and what is whole before a cut or damage is delivered. The
 * checksums of frames are not looked at.
 */
import type { Decompress } from 'fzstd';
import type { Bytes, Chunks, Opener } from './chunks';
import { DamagedCompression } from './errors';
import { ZstdFrames } from './zstd-frames';

/** Stored bytes handed to the library at once: it does not say at which of them it stops. */
const PIECE_BYTES = 4096;
/** A window is given so much at first, and grows by this factor. */
const FIRST_WINDOW_BYTES = 256 * 1024;
const WINDOW_GROWTH = 1.5;

/** @throws DamagedCompression after the last good block of a cut or damaged file. */
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
  /** @returns false when the library refuses the bytes. */
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
  // The library holds back the last few bytes until it knows that no more come.
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
 * The window of the frame that is being inflated: what a block may refer to. The library takes as much memory for each
 * frame as that asks for, and moves all of it at every block, so that a megabyte of frames can hold gigabytes. Here all
 * frames share one buffer, and of it they have as much as they have inflated to.
 *
 * This leans on how fzstd keeps its state (`s.w`, the window, newest byte last, and `s.e`, its length), which its types do
 * not show: the version is pinned, and the tests of zstd fail where that changes.
 */
class ZstdWindow {
  #buffer = new Uint8Array(0);
  #frame: FrameState | null = null;
  #declaredBytes = 0;
  /** What the open frame has inflated to. */
  #inflatedBytes = 0;

  /** To be called with each block, before the library moves it into its window. */
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

  /** The window ends where the buffer does: a larger one begins earlier in it. */
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
