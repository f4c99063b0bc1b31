/**
 * Inflates zstd with a library that is loaded when the first such file is opened: browsers know no zstd. All
 * frames are read, skippable ones are skipped, and what is whole before a cut or damage is delivered. The
 * checksums of frames are not looked at.
 */
import type { Bytes, Chunks, Opener } from './chunks';
import { DamagedCompression } from './errors';
import { ZstdFrames } from './zstd-frames';
import { ZstdWindow } from './zstd-window';

/** Stored bytes handed to the library at once: it does not say at which of them it stops. */
const PIECE_BYTES = 4096;

/** @throws DamagedCompression after the last good block of a cut or damaged file. */
export async function* unzstd(open: Opener): Chunks {
  const { Decompress } = await import('fzstd');
  const frames = new ZstdFrames();
  let queue: Bytes[] = [];
  let inflated = 0;
  let read = 0;
  const window = new ZstdWindow();
  const decompress = new Decompress((block) => {
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
