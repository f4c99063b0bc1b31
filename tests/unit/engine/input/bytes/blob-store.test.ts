/** Bytes kept in pieces, and read again across their borders. */
import { describe, expect, it } from 'vitest';
import { BlobStore } from '../../../../../src/engine/input/bytes/blob-store.ts';

const MIB = 1024 ** 2;

/** The byte at a place; no two places near a border of pieces look alike. */
const byteAt = (at: number): number => (at * 7 + (at >> 8)) & 0xff;
function bytesFrom(from: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = byteAt(from + i);
  return bytes;
}

describe('KeptBlobs', () => {
  it.each([
    ['one chunk larger than a piece', [9 * MIB]],
    ['chunks that do not fit into pieces', [3 * MIB + 1, 3 * MIB + 7, 3 * MIB - 8]],
    ['many small chunks', Array(144).fill(MIB / 16)],
  ])('gives %s across every border', async (_, lengths) => {
    const kept = new BlobStore();
    let at = 0;
    for (const length of lengths) {
      const chunk = bytesFrom(at, length);
      kept.append(chunk);
      chunk.fill(0);
      at += length;
    }
    expect(kept.sizeBytes).toBe(at);
    for (const border of [0, 4 * MIB, 8 * MIB]) {
      const from = Math.max(0, border - 5);
      expect(await kept.read(from, border + 5)).toEqual(bytesFrom(from, border + 5 - from));
    }
    expect(kept.blob().size).toBe(at);
  });

  it('accepts more bytes after a read, and after its last piece was written to a Blob', async () => {
    const kept = new BlobStore();
    kept.append(bytesFrom(0, 10));
    expect(await kept.read(2, 4)).toEqual(bytesFrom(2, 2));
    kept.append(bytesFrom(10, 10));
    kept.putAway(true);
    kept.append(bytesFrom(20, 10));
    expect(await kept.read(5, 25)).toEqual(bytesFrom(5, 20));
  });
});
