/** Encodings and limits of what is inflated. */
import { describe, expect, it } from 'vitest';
import { InflationLimit } from '../../../../../src/engine/input/bytes/inflate.ts';
import { LIMITS, MAX_INFLATED_BYTES, MAX_RATIO } from '../../../../../src/engine/input/bytes/limits.ts';
import { openSource, sourceName } from '../../../../../src/engine/input/bytes/source.ts';
import {
  type Bytes,
  gzip,
  join,
  noisyText,
  readSource,
  sourceOf,
} from '../../../../support/bytes-sources.ts';
import { makeZip } from '../../../../support/bytes-zip.ts';
import { utf8 } from '../../../../support/split-all.ts';

const TEXT = '\x1e{"title":"Zürich – 東京 😀"}\n\x1e{"time":1}\n';

function utf16(text: string, isBig: boolean): Bytes {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), !isBig);
  return bytes;
}

describe('UTF-16', () => {
  it.each([
    ['utf-16le', false, 'with a mark', '\ufeff'],
    ['utf-16le', false, 'without a mark', ''],
    ['utf-16be', true, 'with a mark', '\ufeff'],
    ['utf-16be', true, 'without a mark', ''],
  ])('%s becomes UTF-8 for any chunks', async (encoding, isBig, _, mark) => {
    const bytes = utf16(mark + TEXT, isBig);
    for (const chunkBytes of [1, 7, 1000]) {
      const result = await readSource(sourceOf(bytes, chunkBytes));
      expect(result).toMatchObject({
        text: TEXT,
        error: null,
        encodings: [encoding],
        compressions: ['none'],
      });
    }
  });

  it('is detected in gzip and in a zip', async () => {
    const bytes = utf16(`\ufeff${TEXT}`, false);
    const inZip = makeZip([{ name: 'a.qlog', content: bytes }]).bytes;
    const inGzip = new Uint8Array((await import('node:zlib')).gzipSync(bytes));
    for (const stored of [inZip, inGzip]) {
      expect(await readSource(sourceOf(stored))).toMatchObject({ text: TEXT, encodings: ['utf-16le'] });
    }
  });

  it('that ends in half a character gives U+FFFD for it', async () => {
    const bytes = utf16(TEXT, false).slice(0, -1);
    expect((await readSource(sourceOf(bytes))).text).toBe(`${TEXT.slice(0, -1)}\ufffd`);
  });
});

describe('UTF-8', () => {
  it('is passed on byte for byte, with its byte order mark and its invalid bytes', async () => {
    const bytes = join(utf8('\ufeff{"a":"'), new Uint8Array([0xff, 0xfe, 0x00, 0x80]), utf8('"}'));
    const result = await readSource(sourceOf(bytes, 1));
    expect(result.encodings).toEqual(['utf-8']);
    expect(result.text).toBe(new TextDecoder().decode(bytes));
  });

  it('is the encoding of an empty file and of a single byte', async () => {
    for (const text of ['', '{']) {
      expect(await readSource(sourceOf(utf8(text)))).toMatchObject({ text, encodings: ['utf-8'] });
    }
  });
});

describe('limits', () => {
  const limits = { inflatedBytes: 200_000, ratio: 20, ratioFromBytes: 50_000 };

  it('stop a file that decompresses too far, with figures, and keep the data before', async () => {
    const text = noisyText(150_000);
    const stored = join(gzip(text), gzip(text));
    const result = await readSource(sourceOf(stored), { limits });
    expect(result.error).toBeInstanceOf(InflationLimit);
    expect(result.error).toMatchObject({ reason: 'size' });
    expect((result.error as InflationLimit).inflatedBytes).toBeGreaterThan(200_000);
    expect((result.error as Error).message).toContain('the limit is 200000 bytes');
    expect((text + text).startsWith(result.text)).toBe(true);
    expect(result.text.length).toBeGreaterThan(100_000);
  });

  it.each([
    ['gzip', (content: Bytes) => gzip(new TextDecoder().decode(content))],
    ['zip', (content: Bytes) => makeZip([{ name: 'a', content }]).bytes],
    [
      'gzip in a zip',
      (content: Bytes) => makeZip([{ name: 'a.gz', content: gzip(new TextDecoder().decode(content)) }]).bytes,
    ],
  ])('stop %s that inflates out of all proportion', async (_, pack) => {
    const result = await readSource(sourceOf(pack(utf8('{}\n'.repeat(60_000)))), { limits });
    expect(result.error).toMatchObject({ reason: 'ratio' });
    expect(result.parts[0]!.error).toBeInstanceOf(InflationLimit);
  });

  it('do not apply to a small file or to an uncompressed one', async () => {
    const text = '{}\n'.repeat(15_000);
    expect(await readSource(sourceOf(gzip(text)), { limits })).toMatchObject({ text, error: null });
    const plain = noisyText(150_000);
    expect(await readSource(sourceOf(utf8(plain)), { limits })).toMatchObject({ error: null });
  });

  it('are 8 GiB, and a ratio of 1000 from 64 MiB on', () => {
    expect(LIMITS).toEqual({
      inflatedBytes: MAX_INFLATED_BYTES,
      ratio: MAX_RATIO,
      ratioFromBytes: 64 * 1024 * 1024,
    });
    expect(MAX_INFLATED_BYTES).toBe(8 * 1024 ** 3);
    expect(MAX_RATIO).toBe(1000);
  });
});

describe('openSource', () => {
  it('gives pasted text as UTF-8, repeatedly, with its size', async () => {
    const source = openSource({ kind: 'text', text: TEXT, name: 'pasted' });
    expect(sourceName({ kind: 'text', text: TEXT, name: 'pasted' })).toBe('pasted');
    expect(source).toMatchObject({ name: 'pasted', sizeBytes: utf8(TEXT).length, file: null });
    for (let i = 0; i < 2; i++) expect((await readSource(source)).text).toBe(TEXT);
  });

  it('gives a file with random access', async () => {
    const file = new File([makeZip([{ name: 'a.qlog', content: utf8(TEXT) }]).bytes], 'a.zip');
    const source = openSource({ kind: 'file', file });
    expect(source).toMatchObject({ name: 'a.zip', sizeBytes: file.size, file });
    expect((await readSource(source)).parts).toMatchObject([{ name: 'a.qlog', text: TEXT }]);
  });
});
