/**
 * The window of the frame that is being inflated: what a block may refer to. The library takes as much memory for each
 * frame as that asks for, and moves all of it at every block, so that a megabyte of frames can hold gigabytes. Here all
 * frames share one buffer, and of it they have as much as they have inflated to.
 *
 * This leans on how fzstd keeps its state (`s.w`, the window, newest byte last, and `s.e`, its length), which its types do
 * not show: the version is pinned, and the tests of zstd fail where that changes.
 */
import type { Decompress } from 'fzstd';

interface FrameState {
  w: Uint8Array;
  e: number;
}

/** Given at first, and the factor by which the window grows. */
const FIRST_BYTES = 256 * 1024;
const GROWTH = 1.5;

export class ZstdWindow {
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
    const bytes = Math.min(this.#declaredBytes, Math.max(FIRST_BYTES, Math.ceil(neededBytes * GROWTH)));
    if (this.#buffer.length < bytes) {
      const larger = new Uint8Array(bytes);
      larger.set(this.#buffer, bytes - this.#buffer.length);
      this.#buffer = larger;
    }
    state.w = this.#buffer.subarray(this.#buffer.length - bytes);
    state.e = bytes;
  }
}
