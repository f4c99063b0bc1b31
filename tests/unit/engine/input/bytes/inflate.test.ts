/** Sniffing and inflating: what is delivered, and what is said when the stored bytes are not whole. */
import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../../../../../src/engine/input/bytes/byte-source';
import {
  DamagedGzip,
  type InflateOptions,
  openText,
  UnsupportedCompression,
} from '../../../../../src/engine/input/bytes/inflate.ts';
import {
  type Bytes,
  gzip,
  join,
  noisyText,
  readSource,
  sourceOf,
} from '../../../../support/bytes-sources.ts';
import { utf8 } from '../../../../support/split-all.ts';

type Native = NonNullable<InflateOptions['makeNative']>;

/** Delivers the given bytes and fails then: browsers do so after the first member. */
const failingAfter =
  (delivered: Bytes): Native =>
  () =>
    new TransformStream<Bytes, Bytes>({
      start: (controller) => controller.enqueue(delivered),
      transform: () => undefined,
      flush: () => {
        throw new TypeError('junk after the end of the stream');
      },
    });

const run = (source: ByteSource, makeNative?: Native) =>
  readSource(source, makeNative === undefined ? {} : { makeNative });

describe('inflate', () => {
  it('passes uncompressed bytes on and counts every stored byte', async () => {
    const result = await run(sourceOf(utf8('{"qlog_version":"0.3"}'), 5));
    expect(result.text).toBe('{"qlog_version":"0.3"}');
    expect(result.error).toBeNull();
    expect(result.compressions).toEqual(['none']);
    expect(result.reads.at(-1)).toBe(22);
  });

  it('inflates gzip by its magic bytes, whatever the name', async () => {
    const text = noisyText(100_000);
    const stored = gzip(text);
    const result = await run(sourceOf(stored));
    expect(result.text).toBe(text);
    expect(result.error).toBeNull();
    expect(result.compressions).toEqual(['gzip']);
    expect(result.reads.at(-1)).toBe(stored.length);
  });

  it('gives the native decompressor no piece that can grow beyond 17 MB, however large the chunks of the file', async () => {
    const stored = gzip(noisyText(400_000));
    const handed: number[] = [];
    const watched: Native = () => {
      const watch = new TransformStream<Bytes, Bytes>({
        transform: (chunk, controller) => {
          handed.push(chunk.length);
          controller.enqueue(chunk);
        },
      });
      const inflated = watch.readable.pipeThrough(new DecompressionStream('gzip'));
      return { writable: watch.writable, readable: inflated as ReadableStream<Bytes> };
    };
    const { text, error } = await run(sourceOf(stored, stored.length), watched);
    expect([text.length, error]).toEqual([400_000, null]);
    expect(stored.length).toBeGreaterThan(100_000);
    expect(handed.reduce((sum, bytes) => sum + bytes, 0)).toBe(stored.length);
    // Deflate makes at most 1032 bytes of one.
    expect(Math.max(...handed) * 1032).toBeLessThan(17e6);
  });

  it('reads gzip and plain files that come one byte at a time', async () => {
    const text = noisyText(3000);
    expect((await run(sourceOf(gzip(text), 1))).text).toBe(text);
    expect((await run(sourceOf(utf8(text), 1))).text).toBe(text);
  });

  it('takes an empty file and one of a single byte as plain', async () => {
    expect(await run(sourceOf(new Uint8Array(0)))).toMatchObject({ text: '', error: null });
    expect(await run(sourceOf(utf8('{')))).toMatchObject({ text: '{', error: null, compressions: ['none'] });
  });

  it('reads all members when the native decompressor stops after the first', async () => {
    const first = noisyText(4000);
    const parts = [first, 'second member', noisyText(1000)];
    const stored = join(...parts.map(gzip));
    for (const chunkBytes of [1, 999, stored.length]) {
      const result = await run(sourceOf(stored, chunkBytes), failingAfter(utf8(first)));
      expect(result.text).toBe(parts.join(''));
      expect(result.error).toBeNull();
    }
  });

  it('delivers no byte twice when the native decompressor stopped inside the first member', async () => {
    const text = noisyText(20_000);
    const stored = join(gzip(text), gzip('tail'));
    const result = await run(sourceOf(stored), failingAfter(utf8(text.slice(0, 7001))));
    expect(result.text).toBe(`${text}tail`);
    expect(result.error).toBeNull();
  });

  it('gives every good byte of a truncated gzip and then reports the offsets', async () => {
    const text = noisyText(200_000);
    const stored = gzip(text);
    const cutAt = Math.floor(stored.length / 2);
    const result = await run(sourceOf(stored.slice(0, cutAt)));
    // Deflate codes this text at a nearly even rate, so that half the bytes hold nearly half the text.
    expect(text.startsWith(result.text)).toBe(true);
    expect(result.text.length).toBeGreaterThan(text.length * 0.45);
    expect(result.error).toBeInstanceOf(DamagedGzip);
    expect(result.error).toMatchObject({
      truncated: true,
      compressedOffset: cutAt,
      inflatedOffset: result.text.length,
    });
  });

  it('reports a gzip with a wrong checksum as damaged', async () => {
    const text = noisyText(30_000);
    const wrong = gzip(text);
    wrong[wrong.length - 6]! ^= 0xff;
    const result = await run(sourceOf(wrong));
    expect(result.text).toBe(text);
    expect(result.error).toBeInstanceOf(DamagedGzip);
    expect(result.error).toMatchObject({ truncated: false, inflatedOffset: text.length });
  });

  it.each([1, 4, 8])(
    'reports a gzip as truncated when %i bytes of its trailer are missing',
    async (missing) => {
      const text = noisyText(30_000);
      const stored = gzip(text).slice(0, -missing);
      const result = await run(sourceOf(stored));
      expect(result.text).toBe(text);
      expect(result.error).toBeInstanceOf(DamagedGzip);
      expect(result.error).toMatchObject({
        truncated: true,
        compressedOffset: stored.length,
        inflatedOffset: text.length,
      });
    },
  );

  it('reports a later member that ends in its header as truncated', async () => {
    const text = noisyText(20_000);
    const stored = join(gzip(text), gzip('second').slice(0, 6));
    const result = await run(sourceOf(stored), failingAfter(utf8(text)));
    expect(result.text).toBe(text);
    expect(result.error).toMatchObject({ truncated: true, compressedOffset: stored.length });
  });

  it('reports damage at most 4 KiB before its offset, however large the chunks are', async () => {
    const text = noisyText(150_000);
    const whole = gzip(text);
    const stored = join(whole, utf8('this is no gzip member'));
    for (const chunkBytes of [1000, stored.length]) {
      const result = await run(sourceOf(stored, chunkBytes));
      const { compressedOffset, truncated } = result.error as DamagedGzip;
      expect(truncated).toBe(false);
      expect(compressedOffset).toBeGreaterThan(whole.length - 4096);
      expect(compressedOffset).toBeLessThanOrEqual(stored.length);
    }
  });

  it('keeps the whole member before bytes that are not gzip, and reports the damage', async () => {
    const text = noisyText(20_000);
    const result = await run(sourceOf(join(gzip(text), utf8('this is no gzip member'))));
    expect(result.text).toBe(text);
    expect(result.error).toBeInstanceOf(DamagedGzip);
    expect(result.error).toMatchObject({ inflatedOffset: text.length });
  });

  it('reports a file that ends inside the gzip header', async () => {
    for (const length of [2, 3, 6]) {
      const result = await run(sourceOf(gzip('text').slice(0, length)));
      expect(result.text).toBe('');
      expect(result.error).toBeInstanceOf(DamagedGzip);
      expect(result.error).toMatchObject({ truncated: true, compressedOffset: length });
    }
  });

  it.each([
    ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0]],
    ['bzip2', [0x42, 0x5a, 0x68, 0x39]],
    ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
    ['rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
    ['lz4', [0x04, 0x22, 0x4d, 0x18]],
  ])('refuses %s before the first chunk, even when it comes byte by byte', async (format, magic) => {
    const result = await run(sourceOf(new Uint8Array(magic), 1));
    expect(result.text).toBe('');
    expect(result.error).toBeInstanceOf(UnsupportedCompression);
    expect(result.error).toMatchObject({ format });
  });

  it('refuses brotli by its name alone, and reads plain text of that name', async () => {
    const brotli = await run(sourceOf(new Uint8Array([0x8b, 0x02, 0x80, 0x7b, 0x7d]), 2, 'a.qlog.BR'));
    expect(brotli.error).toMatchObject({ format: 'brotli' });
    expect((await run(sourceOf(utf8(' {"a":1}'), 2, 'a.qlog.br'))).text).toBe(' {"a":1}');
  });

  it('gives the same text when a part is read again, with or without the native decompressor', async () => {
    const text = noisyText(20_000);
    const callbacks = {
      onRead: () => undefined,
      onCompression: () => undefined,
      onEncoding: () => undefined,
    };
    for (const stored of [utf8(text), gzip(text)]) {
      for await (const part of openText(sourceOf(stored), callbacks)) {
        for (let reading = 0; reading < 3; reading++) {
          const chunks: Bytes[] = [];
          for await (const chunk of part.chunks()) chunks.push(chunk);
          expect(new TextDecoder().decode(join(...chunks))).toBe(text);
        }
      }
    }
  });

  it('closes the source when a part is closed early, or never read', async () => {
    let cancelled = 0;
    const endless: ByteSource = {
      ...sourceOf(utf8('')),
      stream: async () =>
        new ReadableStream<Bytes>({
          pull: (controller) => controller.enqueue(utf8('{"time":1}\n'.repeat(10))),
          cancel: () => {
            cancelled++;
          },
        }),
    };
    const callbacks = {
      onRead: () => undefined,
      onCompression: () => undefined,
      onEncoding: () => undefined,
    };
    for await (const _part of openText(endless, callbacks));
    expect(cancelled).toBe(1);
    for await (const part of openText(endless, callbacks)) {
      for await (const _chunk of part.chunks()) break;
      for await (const _chunk of part.chunks()) break;
    }
    expect(cancelled).toBe(3);
  });

  it('passes on the error of a source that cannot be read', async () => {
    const failing: ByteSource = {
      name: 'gone',
      sizeBytes: 10,
      file: null,
      blob: async () => new Blob([]),
      stream: async () =>
        new ReadableStream<Bytes>({
          pull: (controller) => controller.error(new Error('the file changed')),
        }),
    };
    expect((await run(failing)).error).toMatchObject({ message: 'the file changed' });
  });
});
