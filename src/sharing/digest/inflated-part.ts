/** Inflates bytes from outside as far as they are sound, within a limit: a bomb is put out while it inflates. */
import { Inflate } from 'fflate';

/** Compressed bytes handed on at once: each grows by a factor of 1,032 at most. */
const PIECE_BYTES = 512;

interface InflatedPart {
  /** What came before the problem. */
  readonly bytes: Uint8Array;
  /** Why there is no more, as a clause; null for the whole. */
  readonly problem: string | null;
}

/** Never throws. @param maxBytes beyond which it stops. */
export function inflatedPart(deflated: Uint8Array, maxBytes: number): InflatedPart {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  let problem: string | null = null;
  const stream = new Inflate((piece, final) => {
    size += piece.length;
    ended ||= final;
    pieces.push(piece);
  });
  const push = (piece: Uint8Array, isLast: boolean): void => {
    try {
      stream.push(piece, isLast);
    } catch {
      problem = 'its bytes cannot be inflated';
    }
  };
  for (let at = 0; at < deflated.length && problem === null; at += PIECE_BYTES) {
    push(deflated.slice(at, at + PIECE_BYTES), false);
    if (size > maxBytes) problem = 'it grows beyond what a digest may hold';
  }
  // By itself: what the last piece gives is kept where the end is missing.
  if (problem === null) push(new Uint8Array(0), true);
  if (problem === null && !ended) problem = 'it ends too early';
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { bytes, problem };
}
