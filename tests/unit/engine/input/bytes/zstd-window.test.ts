/** Windows of zstd frames: what a file asks for is not what it is given. Memory and work are counted, not timed. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Bytes, join, readSource, sourceOf } from '../../../../support/bytes-sources.ts';
import { LONG, PACKED_LONG, PACKED_SHORT, SHORT } from '../../../../support/bytes-zstd.ts';

afterEach(() => vi.restoreAllMocks());

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** A frame with a window of 2^(10 + log) bytes, of blocks that repeat one byte so many times. */
function frame(log: number, repeats: readonly number[]): Bytes {
  const blocks = repeats.flatMap((times, i) => {
    const value = (times << 3) | 2 | (i === repeats.length - 1 ? 1 : 0);
    return [value & 255, (value >> 8) & 255, value >> 16, 0x61];
  });
  return new Uint8Array([...MAGIC, 0, log << 3, ...blocks]);
}

describe('the window of a zstd frame', () => {
  it('is moved at every block only as far as it is filled', async () => {
    const { copyWithin } = Uint8Array.prototype;
    let moved = 0;
    vi.spyOn(Uint8Array.prototype, 'copyWithin').mockImplementation(function (this: Uint8Array, ...args) {
      moved += this.length;
      return copyWithin.apply(this, args);
    });
    const { text, error } = await readSource(sourceOf(frame(17, Array(20).fill(1000))));
    expect(error).toBeNull();
    expect(text).toBe('a'.repeat(20_000));
    expect(moved).toBeLessThan(20 * 1024 ** 2);
  });

  it('is one for all frames of a file, as large as their content', async () => {
    const given: number[] = [];
    const { set } = Uint8Array.prototype;
    vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(function (this: Uint8Array, ...args) {
      given.push(this.buffer.byteLength);
      return set.apply(this, args);
    });
    const frames = join(...Array.from({ length: 8 }, () => frame(17, [50_000, 50_000])));
    const { text, error } = await readSource(sourceOf(frames));
    expect(error).toBeNull();
    expect(text.length).toBe(800_000);
    expect(Math.max(...given)).toBeLessThan(2_000_000);
  });

  it('has the size of its own frame, in any order of frames', async () => {
    const bytes = join(PACKED_LONG, PACKED_SHORT, frame(17, [3]), PACKED_LONG, PACKED_SHORT);
    for (const chunkBytes of [7, 5000]) {
      const { text, error } = await readSource(sourceOf(bytes, chunkBytes));
      expect(error).toBeNull();
      expect(text === `${LONG}${SHORT}aaa${LONG}${SHORT}`).toBe(true);
    }
  });
});
