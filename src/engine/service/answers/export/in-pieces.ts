/**
 * A reader that reads ahead where reads are expensive: from a source that must be inflated again for every read, it reads
 * large pieces and serves small reads of records from the current piece.
 */
import type { TextReader } from '../records/text-reader';

const PIECE_BYTES = 64 * 1024 * 1024;

export function readInPieces(reader: TextReader, pieceBytes = PIECE_BYTES): TextReader {
  let start = 0;
  let piece: Uint8Array = new Uint8Array(0);
  return {
    get fast() {
      return reader.fast;
    },
    async read(from, to, options) {
      if (reader.fast || to - from >= pieceBytes) return reader.read(from, to, options);
      if (from < start || to > start + piece.length) {
        piece = await reader.read(from, from + pieceBytes, options);
        start = from;
      }
      return piece.subarray(from - start, to - start);
    },
  };
}
