/** Files and streams as sources: read in pieces, a stream once, a compressed stream as often as it takes. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ByteSource } from '../../../../../src/engine/input/bytes/byte-source';
import { readTexts } from '../../../../../src/node/cli/reading/read-text.ts';
import { fileSource, reusingSource, streamedSource } from '../../../../../src/node/cli/reading/sources.ts';
import { makeZip } from '../../../../support/bytes-zip.ts';
import { readTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const FILE = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const TEXT = readTrace(FILE);
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-sources-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function lengthOf({ stream }: ByteSource): Promise<number> {
  let length = 0;
  for await (const chunk of (await stream()) as unknown as AsyncIterable<Uint8Array>) length += chunk.length;
  return length;
}

async function eventsOf(source: ByteSource): Promise<readonly (number | string)[]> {
  const found: (number | string)[] = [];
  for await (const { text, failures } of readTexts(source))
    found.push(failures[0]?.reason ?? text?.pipeline.events ?? 'nothing');
  return found;
}

const spools = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => /^qlogscope-\w{6}$/.test(name));

describe('a file', () => {
  test('streams all its bytes, repeatedly, and is a blob without being read', async () => {
    const path = join(folder, 'plain.sqlog');
    writeFileSync(path, TEXT);
    const { source } = fileSource(path);
    expect([await lengthOf(source), await lengthOf(source)]).toEqual([TEXT.length, TEXT.length]);
    expect((await source.blob()).size).toBe(TEXT.length);
  });

  test('that does not exist is a failure with a message, not an exception', async () => {
    const { source } = fileSource(join(folder, 'gone.qlog'));
    expect(await eventsOf(source)).toEqual(['no such file or folder']);
  });
});

describe('a file of which nothing is kept', () => {
  const PIECE_BYTES = 256 * 1024;
  const written = (name: string, bytes: Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  async function* chunksOf(path: string): AsyncGenerator<Uint8Array, void, undefined> {
    const { chunks } = reusingSource(path).source;
    if (chunks !== undefined) yield* chunks();
  }
  const text = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => 32 + ((i * 7919) % 90));

  test.each([0, 1, 100, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES + 7])(
    'of %i bytes gives them all, each piece until the next is asked for',
    async (length) => {
      const bytes = text(length);
      const read: Uint8Array[] = [];
      for await (const chunk of chunksOf(written('reused.sqlog', bytes))) read.push(chunk.slice());
      expect(Buffer.concat(read).equals(Buffer.from(bytes))).toBe(true);
    },
  );

  test('has two buffers in turn for text, and one for each piece of what is compressed', async () => {
    const buffersOf = async (path: string): Promise<readonly [number, number]> => {
      const buffers: ArrayBufferLike[] = [];
      for await (const { buffer } of chunksOf(path)) buffers.push(buffer);
      return [buffers.length, new Set(buffers).size];
    };
    expect(await buffersOf(written('four.sqlog', text(4 * PIECE_BYTES)))).toEqual([4, 2]);
    const stored = text(4 * PIECE_BYTES);
    stored.set(gzipSync('{}'));
    expect(await buffersOf(written('four.sqlog.gz', stored))).toEqual([4, 4]);
  });

  test('is read as any other, and one that is gone is a failure with a message', async () => {
    const paths = [FILE, written('plain-too.sqlog', TEXT), join(folder, 'gone.qlog')];
    for (const path of paths)
      expect(await eventsOf(reusingSource(path).source)).toEqual(await eventsOf(fileSource(path).source));
  });

  test('is closed where the reader stops early', async () => {
    const path = written('long.sqlog', text(4 * PIECE_BYTES));
    const openFiles = (): number => readdirSync('/proc/self/fd').length;
    const before = openFiles();
    for await (const chunk of chunksOf(path)) if (chunk.length > 0) break;
    expect(openFiles()).toBe(before);
  });
});

describe('a stream', () => {
  const streamed = (bytes: Uint8Array, pieceBytes = 10_000) => {
    const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, i) =>
      Buffer.from(bytes.subarray(i * pieceBytes, (i + 1) * pieceBytes)),
    );
    return streamedSource(Readable.from(pieces), 'standard input');
  };

  test('of plain text is streamed, once, without a temporary file', async () => {
    const before = spools();
    const { source, dispose } = await streamed(TEXT);
    expect(spools()).toEqual(before);
    expect(await lengthOf(source)).toBe(TEXT.length);
    await expect(source.stream()).rejects.toThrow('can be read once only');
    await dispose();
  });

  test('that is compressed can be read as often as its container needs, and leaves nothing after', async () => {
    const half = TEXT.length >> 1;
    const members = Buffer.concat([gzipSync(TEXT.subarray(0, half)), gzipSync(TEXT.subarray(half))]);
    const zip = makeZip([{ name: 'a.sqlog', content: TEXT, method: 8 }]).bytes;
    const before = spools();
    for (const bytes of [gzipSync(TEXT), members, zip]) {
      const { source, dispose } = await streamed(bytes);
      const [events] = await eventsOf(source);
      expect(events).toBeGreaterThan(1000);
      await dispose();
    }
    expect(spools()).toEqual(before);
  });

  test('that ends early reports it after its data', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from(TEXT.subarray(0, 200_000));
        throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
      })(),
    );
    const { source, dispose } = await streamedSource(broken, 'standard input');
    const [reason] = await eventsOf(source);
    expect(reason).toMatch(/^the device failed; the [\d,]+ events before it were judged$/);
    await dispose();
  });

  test('of one byte, and of none, is no trace', async () => {
    for (const bytes of [new Uint8Array([0x7b]), new Uint8Array(0)]) {
      const { source, dispose } = await streamed(bytes);
      const [reason] = await eventsOf(source);
      expect(reason).toMatch(/^(Not a qlog trace|There is nothing to read)/);
      await dispose();
    }
  });
});

test('a text is not kept: only columns are', async () => {
  for await (const { text } of readTexts(fileSource(FILE).source)) {
    expect(text?.store.isFast).toBe(false);
    expect(text?.store.sizeBytes).toBe(TEXT.length);
  }
});
