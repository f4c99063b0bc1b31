/** Zips: one text per entry, whatever is around them, and what is said of entries that cannot be read. */
import { describe, expect, it } from 'vitest';
import { DamagedCompression, UnreadableEntry } from '../../../../../src/engine/input/bytes/inflate.ts';
import { gzip, join, noisyText, readSource, sourceOf } from '../../../../support/bytes-sources.ts';
import { makeZip } from '../../../../support/bytes-zip.ts';
import { utf8 } from '../../../../support/split-all.ts';

const LONG = noisyText(50_000);
const ENTRIES = [
  { name: 'a.sqlog', content: utf8(LONG) },
  { name: 'logs/b.qlog', content: utf8('{"b":1}'), method: 0 },
  { name: 'c.qlog', content: utf8('{"c":1}'), hasDescriptor: true },
  { name: 'd.qlog', content: utf8('{"d":1}'), is64: true },
];
const TEXTS = [LONG, '{"b":1}', '{"c":1}', '{"d":1}'];

const read = (bytes: Uint8Array<ArrayBuffer>, chunkBytes = 1000) => readSource(sourceOf(bytes, chunkBytes));

describe('a zip', () => {
  it.each([1, 7, 1_000_000])(
    'gives each entry as its own text, stored in chunks of %i bytes',
    async (chunk) => {
      const { parts, compressions, error } = await read(makeZip(ENTRIES).bytes, chunk);
      expect(error).toBeNull();
      expect(compressions).toEqual(['zip']);
      expect(parts.map(({ name }) => name)).toEqual(ENTRIES.map(({ name }) => name));
      expect(parts.map(({ text }) => text)).toEqual(TEXTS);
    },
  );

  it('skips directories and the files that macOS adds', async () => {
    const junk = ['logs/', '__MACOSX/._a.sqlog', '.DS_Store', 'logs/.DS_Store'].map((name) => ({
      name,
      content: utf8(''),
      method: 0,
    }));
    const { parts } = await read(makeZip([...junk, ENTRIES[1]!]).bytes);
    expect(parts.map(({ name }) => name)).toEqual(['logs/b.qlog']);
  });

  it('gives no part and no error for a zip without entries', async () => {
    expect(await read(makeZip([]).bytes)).toMatchObject({ parts: [], error: null, compressions: ['zip'] });
  });

  it('reads an entry that is gzip itself, and the entries of one that is a zip', async () => {
    const inner = makeZip([ENTRIES[1]!]).bytes;
    const { parts } = await read(
      makeZip([
        { name: 'a.qlog.gz', content: gzip(LONG), method: 0 },
        { name: 'inner.zip', content: inner },
        ENTRIES[2]!,
      ]).bytes,
    );
    expect(parts.map(({ text }) => text)).toEqual([LONG, '{"b":1}', '{"c":1}']);
    expect(parts.map(({ name }) => name)).toEqual(['a.qlog.gz', 'inner.zip/logs/b.qlog', 'c.qlog']);
  });

  it('refuses a zip in a zip in a zip, and one that is damaged', async () => {
    const inner = makeZip([ENTRIES[1]!]).bytes;
    const middle = makeZip([{ name: 'inner.zip', content: inner }, ENTRIES[2]!]).bytes;
    const cut = { name: 'cut.zip', content: inner.slice(0, 40) };
    const { parts } = await read(makeZip([{ name: 'middle.zip', content: middle }, cut, ENTRIES[3]!]).bytes);
    expect(parts.map(({ name, text }) => [name, text])).toEqual([
      ['middle.zip/inner.zip', ''],
      ['middle.zip/c.qlog', '{"c":1}'],
      ['cut.zip', ''],
      ['d.qlog', '{"d":1}'],
    ]);
    expect(parts[0]!.error).toBeInstanceOf(UnreadableEntry);
    expect(parts[0]!.error).toMatchObject({ entry: 'inner.zip', reason: 'zip' });
    expect(parts[2]!.error).toBeInstanceOf(DamagedCompression);
  });

  it('reports encrypted entries and unknown methods, and reads the others', async () => {
    const { parts } = await read(
      makeZip([
        { name: 'secret.qlog', content: utf8('x'), isEncrypted: true },
        { name: 'lzma.qlog', content: utf8('x'), method: 14 },
        ENTRIES[1]!,
      ]).bytes,
    );
    expect(parts.map(({ error }) => (error as UnreadableEntry | null)?.reason ?? null)).toEqual([
      'encrypted',
      'method',
      null,
    ]);
    expect((parts[0]!.error as Error).message).toContain('secret.qlog is encrypted');
    expect(parts[2]!.text).toBe('{"b":1}');
  });

  it('keeps the good part of a damaged entry, and every other entry', async () => {
    const { bytes } = makeZip(ENTRIES);
    bytes.fill(0xff, 15_000, 15_100);
    const { parts } = await read(bytes);
    expect(parts[0]!.error).toBeInstanceOf(DamagedCompression);
    expect(LONG.startsWith(parts[0]!.text.slice(0, 10_000))).toBe(true);
    expect(parts[0]!.text.length).toBeGreaterThan(15_000);
    expect(parts.slice(1).map(({ text }) => text)).toEqual(TEXTS.slice(1));
  });

  it('reports an entry with a wrong checksum, and gives its text', async () => {
    const { bytes } = makeZip([ENTRIES[1]!]);
    bytes[Buffer.from(bytes).indexOf('{"b"') + 2] = 0x78;
    const { parts } = await read(bytes);
    expect(parts[0]!.text).toBe('{"x":1}');
    expect(parts[0]!.error).toMatchObject({ format: 'zip', truncated: false, inflatedOffset: 7 });
  });

  it('is read from its local headers if the directory is missing, with a report', async () => {
    const { bytes, directoryOffset } = makeZip(ENTRIES);
    for (const end of [directoryOffset, directoryOffset + 60]) {
      const { parts, error } = await read(bytes.slice(0, end));
      expect(parts.map(({ text }) => text)).toEqual(TEXTS);
      expect(error).toBeInstanceOf(DamagedCompression);
      expect(error).toMatchObject({ format: 'zip', truncated: true });
    }
  });

  it('keeps the bytes of an entry in which the file ends', async () => {
    for (const hasDescriptor of [false, true]) {
      const { bytes } = makeZip([ENTRIES[1]!, { ...ENTRIES[0]!, hasDescriptor }]);
      const { parts } = await read(bytes.slice(0, 20_000));
      expect(parts[0]!.text).toBe('{"b":1}');
      expect(LONG.startsWith(parts[1]!.text)).toBe(true);
      expect(parts[1]!.text.length).toBeGreaterThan(20_000);
      expect(parts[1]!.error).toMatchObject({ format: 'zip', truncated: true });
    }
  });

  it('is read with a comment after its directory', async () => {
    const { bytes } = makeZip([ENTRIES[1]!]);
    const commented = join(bytes.slice(0, -2), new Uint8Array([3, 0]), utf8('hey'));
    expect((await read(commented)).text).toBe('{"b":1}');
  });

  it('whose directory points outside the file gives no bytes and an error', async () => {
    const { bytes, directoryOffset } = makeZip([ENTRIES[1]!]);
    bytes.fill(0x7f, directoryOffset + 42, directoryOffset + 46);
    const { parts } = await read(bytes);
    expect(parts[0]!.text).toBe('');
    expect(parts[0]!.error).toMatchObject({ format: 'zip', truncated: true });
  });
});
