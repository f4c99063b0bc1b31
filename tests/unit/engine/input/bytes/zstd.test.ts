/** zstd: frames made by the reference tool, in every order, whole, cut and damaged. */
import { describe, expect, it } from 'vitest';
import { DamagedCompression } from '../../../../../src/engine/input/bytes/inflate.ts';
import { MAX_WINDOW_BYTES, ZstdFrames } from '../../../../../src/engine/input/bytes/zstd-frames.ts';
import { type Bytes, join, readSource, sourceOf } from '../../../../support/bytes-sources.ts';
import { LONG, PACKED_LONG, PACKED_SHORT, SHORT } from '../../../../support/bytes-zstd.ts';
import { utf8 } from '../../../../support/split-all.ts';

const SKIPPABLE = join(new Uint8Array([0x53, 0x2a, 0x4d, 0x18, 200, 0, 0, 0]), new Uint8Array(200).fill(7));

const read = (bytes: Bytes, chunkBytes = 1000) => readSource(sourceOf(bytes, chunkBytes));

describe('zstd', () => {
  it.each([1, 7, 1_000_000])('is decompressed in chunks of %i bytes', async (chunkBytes) => {
    const { text, error, compressions, reads } = await read(PACKED_LONG, chunkBytes);
    expect(text === LONG).toBe(true);
    expect(error).toBeNull();
    expect(compressions).toEqual(['zstd']);
    expect(reads.at(-1)).toBe(PACKED_LONG.length);
  });

  it.each([1, 7, 1_000_000])(
    'is read through all frames, skippable ones too, in chunks of %i',
    async (chunkBytes) => {
      const bytes = join(SKIPPABLE, PACKED_SHORT, PACKED_LONG, SKIPPABLE, PACKED_SHORT, SKIPPABLE);
      const { text, error } = await read(bytes, chunkBytes);
      expect(text === SHORT + LONG + SHORT).toBe(true);
      expect(error).toBeNull();
    },
  );

  it('reads many small frames in one chunk', async () => {
    const { text, error } = await read(join(...Array.from({ length: 200 }, () => PACKED_SHORT)), 1_000_000);
    expect(text === SHORT.repeat(200)).toBe(true);
    expect(error).toBeNull();
  });

  it('refuses many tiny frames with large windows, and says why', async () => {
    // An empty frame with a window of 128 MiB.
    const empty = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0, 17 << 3, 1, 0, 0]);
    const { text, error } = await read(join(PACKED_SHORT, ...Array.from({ length: 1000 }, () => empty)), 50);
    expect(text).toBe(SHORT);
    expect(error).toMatchObject({ format: 'zstd', truncated: false });
    expect((error as Error).message).toContain('more memory than they hold');
    expect((error as DamagedCompression).compressedOffset).toBeLessThan(300);
  });

  it('keeps complete blocks before a truncation at any offset, and reports the offset', async () => {
    const bytes = join(PACKED_SHORT, PACKED_LONG);
    for (const length of [
      PACKED_SHORT.length + 2,
      PACKED_SHORT.length + 9,
      bytes.length - 3000,
      bytes.length - 1,
    ]) {
      for (const chunkBytes of [7, 1_000_000]) {
        const { text, error } = await read(bytes.slice(0, length), chunkBytes);
        expect(text.startsWith(SHORT)).toBe(true);
        expect((SHORT + LONG).startsWith(text)).toBe(true);
        expect(error).toBeInstanceOf(DamagedCompression);
        expect(error).toMatchObject({ format: 'zstd', truncated: true, compressedOffset: length });
        expect(error).toMatchObject({ inflatedOffset: text.length });
      }
    }
  });

  it('reports damage and keeps the frames before it', async () => {
    const bytes = join(PACKED_SHORT, PACKED_LONG);
    bytes.fill(0xff, PACKED_SHORT.length + 12, PACKED_SHORT.length + 40);
    const { text, error } = await read(bytes);
    expect(text.startsWith(SHORT)).toBe(true);
    expect(error).toMatchObject({ format: 'zstd', truncated: false });
  });

  it('reports bytes after the last frame that are no frame', async () => {
    const { text, error } = await read(join(PACKED_SHORT, utf8('no frame')), 5);
    expect(text).toBe(SHORT);
    expect(error).toMatchObject({ format: 'zstd', truncated: false, compressedOffset: PACKED_SHORT.length });
    expect((error as Error).message).toContain('no zstd frame');
  });

  it('refuses a frame with a too large window before allocating', async () => {
    // A window of 2^(10+21) bytes; then the same as a single segment of 4 GB.
    const window = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0, 21 << 3, 1, 0, 0]);
    const single = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0xff, 0xff, 0xff, 0xff, 1, 0, 0]);
    for (const frame of [window, single]) {
      const { text, error } = await read(join(PACKED_SHORT, frame));
      expect(text).toBe(SHORT);
      expect((error as Error).message).toContain(`the limit is ${MAX_WINDOW_BYTES}`);
    }
  });
});

describe('ZstdFrames', () => {
  it('is between frames only at the end of a frame', () => {
    const frames = new ZstdFrames();
    const ends: number[] = [];
    join(PACKED_SHORT, SKIPPABLE, PACKED_LONG).forEach((byte, i) => {
      expect(frames.push(new Uint8Array([byte]))).toBeNull();
      if (frames.betweenFrames) ends.push(i + 1);
    });
    const second = PACKED_SHORT.length + SKIPPABLE.length;
    expect(ends).toEqual([PACKED_SHORT.length, second, second + PACKED_LONG.length]);
  });
});
