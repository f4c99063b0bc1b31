import { describe, expect, it } from 'vitest';
import { bytesOfChunks, CHUNK_SHIFT, chunkUpTo, IN_CHUNK } from '../../../../src/engine/columns/chunks';

const CHUNK = IN_CHUNK + 1;

/** Writes 0, 1, 2 … as a column does, `step` values at a time. */
function filled(count: number, step: number): Uint32Array[] {
  const chunks: Uint32Array[] = [];
  for (let from = 0; from < count; from += step) {
    const chunk = chunkUpTo(chunks, Uint32Array, from + step);
    for (let i = from; i < from + step; i++) chunk[i & IN_CHUNK] = i;
  }
  return chunks;
}

describe('chunks of a column', () => {
  it('hold every value at its index, over the border of a chunk', () => {
    const count = 2 * CHUNK + 64;
    const chunks = filled(count, 64);
    expect(chunks).toHaveLength(3);
    for (let i = 0; i < count; i++) {
      const chunk = chunks[i >>> CHUNK_SHIFT] as Uint32Array;
      if (chunk[i & IN_CHUNK] !== i) throw new Error(`value ${chunk[i & IN_CHUNK]} at ${i}`);
    }
  });

  it('begin small: a column of a few values takes no more than twice their bytes', () => {
    expect(bytesOfChunks(filled(64, 64))).toBe(64 * 4);
    expect(bytesOfChunks(filled(192, 64))).toBeLessThanOrEqual(2 * 192 * 4);
    expect(bytesOfChunks([])).toBe(0);
  });

  it('keep the first chunk at its length once it is full', () => {
    const chunks = filled(CHUNK, 64);
    const [first] = chunks;
    expect(first).toHaveLength(CHUNK);
    chunkUpTo(chunks, Uint32Array, CHUNK + 1);
    expect(chunks[0]).toBe(first);
    expect(bytesOfChunks(chunks)).toBe(2 * CHUNK * 4);
  });
});
