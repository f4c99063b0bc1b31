/** Sniffing and inflating: what is delivered, and what is said when the stored bytes are not whole. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DamagedGzip, inflate, UnsupportedCompression } from '../../../src/bytes/inflate.ts';
import type { ByteSource } from '../../../src/bytes/source.ts';
import { utf8 } from '../../support/split-all.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Text that compresses badly enough to fill several deflate blocks. */
function noisyText(length: number): string {
  let seed = 12345;
  let text = '';
  while (text.length < length) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    text += seed.toString(36);
  }
  return text.slice(0, length);
}

const gzip = (text: string): Bytes => new Uint8Array(gzipSync(text));

function join(...parts: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts));
}

function sourceOf(bytes: Bytes, chunkBytes = 1000): ByteSource {
  return {
    name: 'test',
    sizeBytes: bytes.length,
    async stream() {
      let at = 0;
      return new ReadableStream<Bytes>({
        pull(controller) {
          if (at >= bytes.length) return controller.close();
          controller.enqueue(bytes.slice(at, at + chunkBytes));
          at += chunkBytes;
        },
      });
    },
  };
}

type Native = NonNullable<Parameters<typeof inflate>[2]>;

/** Delivers the given bytes and fails then: browsers do so behind the first member. */
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

async function run(source: ByteSource, native?: Native) {
  const chunks: Bytes[] = [];
  const reads: number[] = [];
  const compressions: string[] = [];
  const callbacks = {
    onRead: (bytes: number) => reads.push(bytes),
    onCompression: (compression: string) => compressions.push(compression),
  };
  let error: unknown = null;
  try {
    const stream = native === undefined ? inflate(source, callbacks) : inflate(source, callbacks, native);
    for await (const chunk of stream) chunks.push(chunk);
  } catch (thrown) {
    error = thrown;
  }
  return { text: new TextDecoder().decode(join(...chunks)), error, reads, compressions };
}

describe('inflate', () => {
  it('passes plain bytes on and counts every stored byte', async () => {
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

  it('reads gzip and plain files that come one byte at a time', async () => {
    const text = noisyText(3000);
    expect((await run(sourceOf(gzip(text), 1))).text).toBe(text);
    expect((await run(sourceOf(utf8(text), 1))).text).toBe(text);
  });

  it('takes an empty file and one of a single byte as plain', async () => {
    expect(await run(sourceOf(new Uint8Array(0)))).toMatchObject({ text: '', error: null });
    expect(await run(sourceOf(utf8('{')))).toMatchObject({ text: '{', error: null, compressions: ['none'] });
  });

  it('goes through all members when the native inflater stops after the first', async () => {
    const first = noisyText(20_000);
    const parts = [first, 'second member', noisyText(5000)];
    const stored = join(...parts.map(gzip));
    for (const chunkBytes of [1, 999, stored.length]) {
      const result = await run(sourceOf(stored, chunkBytes), failingAfter(utf8(first)));
      expect(result.text).toBe(parts.join(''));
      expect(result.error).toBeNull();
    }
  });

  it('delivers no byte twice when the native inflater stopped inside the first member', async () => {
    const text = noisyText(20_000);
    const stored = join(gzip(text), gzip('tail'));
    const result = await run(sourceOf(stored), failingAfter(utf8(text.slice(0, 7001))));
    expect(result.text).toBe(`${text}tail`);
    expect(result.error).toBeNull();
  });

  it('gives every good byte of a truncated gzip and then names the offsets', async () => {
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

  it('names a gzip whose checksum does not fit as damaged', async () => {
    const text = noisyText(30_000);
    const wrong = gzip(text);
    wrong[wrong.length - 6]! ^= 0xff;
    const result = await run(sourceOf(wrong));
    expect(result.text).toBe(text);
    expect(result.error).toBeInstanceOf(DamagedGzip);
    expect(result.error).toMatchObject({ truncated: false, inflatedOffset: text.length });
  });

  it.each([1, 4, 8])(
    'names a gzip as truncated when %i bytes of its trailer are missing',
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

  it('names a later member that is cut in its header as truncated', async () => {
    const text = noisyText(20_000);
    const stored = join(gzip(text), gzip('second').slice(0, 6));
    const result = await run(sourceOf(stored), failingAfter(utf8(text)));
    expect(result.text).toBe(text);
    expect(result.error).toMatchObject({ truncated: true, compressedOffset: stored.length });
  });

  it('names damage at most 4 KiB before its place, however large the chunks are', async () => {
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

  it('keeps the whole member before bytes that are no gzip, and names the damage', async () => {
    const text = noisyText(20_000);
    const result = await run(sourceOf(join(gzip(text), utf8('this is no gzip member'))));
    expect(result.text).toBe(text);
    expect(result.error).toBeInstanceOf(DamagedGzip);
    expect(result.error).toMatchObject({ inflatedOffset: text.length });
  });

  it('names a file that ends inside the gzip header', async () => {
    for (const length of [2, 3, 6]) {
      const result = await run(sourceOf(gzip('text').slice(0, length)));
      expect(result.text).toBe('');
      expect(result.error).toBeInstanceOf(DamagedGzip);
      expect(result.error).toMatchObject({ truncated: true, compressedOffset: length });
    }
  });

  it.each([
    ['zstd', [0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2]],
    ['zip', [0x50, 0x4b, 0x03, 0x04, 20, 0, 0]],
  ])('refuses %s before the first chunk, even when it comes byte by byte', async (format, magic) => {
    const result = await run(sourceOf(new Uint8Array(magic), 1));
    expect(result.text).toBe('');
    expect(result.error).toBeInstanceOf(UnsupportedCompression);
    expect(result.error).toMatchObject({ format });
  });

  it('hands on the error of a source that cannot be read', async () => {
    const failing: ByteSource = {
      name: 'gone',
      sizeBytes: 10,
      stream: async () =>
        new ReadableStream<Bytes>({
          pull: (controller) => controller.error(new Error('the file changed')),
        }),
    };
    expect((await run(failing)).error).toMatchObject({ message: 'the file changed' });
  });
});
