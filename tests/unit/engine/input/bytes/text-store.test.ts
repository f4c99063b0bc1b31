/** Ranges of a text, read again: from the file, from what was kept, and by inflating once more. */
import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../../../../../src/engine/input/bytes/byte-source';
import { SourceChanged } from '../../../../../src/engine/input/bytes/errors.ts';
import { openText, type TextPart } from '../../../../../src/engine/input/bytes/inflate.ts';
import { openSource } from '../../../../../src/engine/input/bytes/source.ts';
import { type StoreBudget, TextStore } from '../../../../../src/engine/input/bytes/text-store.ts';
import { gzip, noisyText, sourceOf } from '../../../../support/bytes-sources.ts';
import { utf8 } from '../../../../support/split-all.ts';

const TEXT = noisyText(300_000);
const SILENT = { onRead: () => undefined, onCompression: () => undefined, onEncoding: () => undefined };

/** Reads the first part to its end, as the session does. */
async function stored(
  source: ByteSource,
  budget?: StoreBudget,
): Promise<{ store: TextStore; part: TextPart }> {
  for await (const part of openText(source, SILENT)) {
    const store = budget === undefined ? new TextStore(part) : new TextStore(part, budget);
    for await (const chunk of part.chunks()) {
      store.append(chunk);
      if (part.original === null) chunk.fill(0x21);
    }
    return { store, part };
  }
  throw new Error('the source has no part');
}

const asText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const RANGES = [
  [0, 10],
  [65_530, 65_550],
  [299_990, 300_000],
  [299_990, 400_000],
  [-5, 3],
  [12, 12],
  [300_000, 300_010],
] as const;

describe.each([
  ['a plain file', () => openSource({ kind: 'file', file: new File([TEXT], 'a.qlog') })],
  ['a gzip file', () => openSource({ kind: 'file', file: new File([gzip(TEXT)], 'a.qlog.gz') })],
  ['pasted text', () => openSource({ kind: 'text', text: TEXT, name: 'pasted' })],
])('a store of %s', (_, open) => {
  it('gives every range as it was streamed, limited to the text', async () => {
    const { store } = await stored(open());
    expect(store.sizeBytes).toBe(TEXT.length);
    for (const [from, to] of RANGES)
      expect(asText(await store.read(from, to))).toBe(TEXT.slice(Math.max(0, from), to));
  });
});

describe('TextStore', () => {
  it('keeps no copy of a plain file', async () => {
    const budget = { leftBytes: 1000 };
    const { store, part } = await stored(
      openSource({ kind: 'file', file: new File([TEXT], 'a.qlog') }),
      budget,
    );
    expect(part.original).not.toBeNull();
    expect(budget.leftBytes).toBe(1000);
    expect(asText(await store.read(200_000, 200_010))).toBe(TEXT.slice(200_000, 200_010));
  });

  it('returns appended bytes while the rest is still being read', async () => {
    const { part } = await stored(sourceOf(gzip(TEXT)));
    const store = new TextStore(part);
    store.append(utf8('first '));
    store.append(utf8('second '));
    expect(asText(await store.read(3, 9))).toBe('st sec');
    store.append(utf8('third'));
    expect(asText(await store.read(0, 100))).toBe('first second third');
  });

  it('decompresses again for ranges beyond the budget, and reports progress', async () => {
    const budget = { leftBytes: 100_000 };
    const { store } = await stored(sourceOf(gzip(TEXT)), budget);
    expect(budget.leftBytes).toBeGreaterThanOrEqual(0);
    const progress: (readonly [number, number])[] = [];
    const onProgress = (...figures: [number, number]): void => void progress.push(figures);
    expect(asText(await store.read(10, 20, { onProgress }))).toBe(TEXT.slice(10, 20));
    expect(progress).toEqual([]);
    expect(asText(await store.read(250_000, 250_010, { onProgress }))).toBe(TEXT.slice(250_000, 250_010));
    expect(progress.at(-1)).toEqual([250_010, 250_010]);
  });

  it('decompresses once more for the rest, shared by all readers, and keeps it then', async () => {
    const budget = { leftBytes: 1e6, earlyBytes: 50_000 };
    const { part } = await stored(sourceOf(gzip(TEXT)));
    let passes = 0;
    const chunks = () => {
      passes++;
      return part.chunks();
    };
    const store = new TextStore({ ...part, chunks }, budget);
    for await (const chunk of part.chunks()) store.append(chunk);
    expect(store.isFast).toBe(false);
    expect(asText(await store.read(0, 10))).toBe(TEXT.slice(0, 10));
    store.end();
    expect(store.isFast).toBe(true);
    expect(budget.leftBytes).toBe(1e6 - TEXT.length);
    const progress: (readonly [number, number])[] = [];
    const onProgress = (...figures: [number, number]): void => void progress.push(figures);
    const read = await Promise.all([
      store.read(200_000, 200_010, { onProgress }),
      store.read(290_000, 290_010),
      store.read(60_000, 60_010),
    ]);
    expect(read.map(asText)).toEqual([200_000, 290_000, 60_000].map((at) => TEXT.slice(at, at + 10)));
    expect(progress.length).toBeGreaterThan(0);
    expect(asText(await store.read(250_000, 250_010))).toBe(TEXT.slice(250_000, 250_010));
    expect(asText(await store.read(0, 300_000))).toBe(TEXT);
    expect(passes).toBe(1);
  });

  it('lets one reader abort while the others wait', async () => {
    const { part } = await stored(sourceOf(gzip(TEXT)));
    const store = new TextStore(part, { leftBytes: 1e6, earlyBytes: 0 });
    for await (const chunk of part.chunks()) store.append(chunk);
    store.end();
    const abort = new AbortController();
    const left = store.read(290_000, 290_010, { signal: abort.signal });
    const waiting = store.read(290_000, 290_010);
    abort.abort(new Error('enough'));
    await expect(left).rejects.toThrow('enough');
    expect(asText(await waiting)).toBe(TEXT.slice(290_000, 290_010));
  });

  it('returns the bytes of a truncated file again', async () => {
    const whole = gzip(TEXT);
    const { part } = await (async () => {
      for await (const first of openText(sourceOf(whole.slice(0, whole.length >> 1)), SILENT))
        return { part: first };
      throw new Error('the source has no part');
    })();
    const store = new TextStore(part, { leftBytes: 1e6, earlyBytes: 10_000 });
    await expect(
      (async () => {
        for await (const chunk of part.chunks()) store.append(chunk);
      })(),
    ).rejects.toThrow('truncated');
    store.end();
    const { sizeBytes } = store;
    expect(sizeBytes).toBeGreaterThan(100_000);
    expect(asText(await store.read(0, 1e6))).toBe(TEXT.slice(0, sizeBytes));
    expect(asText(await store.read(sizeBytes - 5, sizeBytes))).toBe(TEXT.slice(sizeBytes - 5, sizeBytes));
  });

  it('shares one budget among the parts of a file', async () => {
    const budget = { leftBytes: 350_000 };
    await stored(sourceOf(gzip(TEXT)), budget);
    const { store } = await stored(sourceOf(gzip(TEXT)), budget);
    let isInflated = false;
    const onProgress = (): void => {
      isInflated = true;
    };
    expect(asText(await store.read(290_000, 290_009, { onProgress }))).toBe(TEXT.slice(290_000, 290_009));
    expect(isInflated).toBe(true);
  });

  it('stops decompressing when it is aborted', async () => {
    const { store } = await stored(sourceOf(gzip(TEXT)), { leftBytes: 0 });
    const abort = new AbortController();
    const reading = store.read(290_000, 290_010, {
      signal: abort.signal,
      onProgress: () => abort.abort(new Error('enough')),
    });
    await expect(reading).rejects.toThrow('enough');
    await expect(store.read(0, 1, { signal: abort.signal })).rejects.toThrow('enough');
  });

  it.each([
    ['is another size', (file: File) => Object.defineProperty(file, 'size', { value: 5 })],
    ['has another date', (file: File) => Object.defineProperty(file, 'lastModified', { value: 5 })],
    [
      'cannot be read any more',
      (file: File) =>
        Object.defineProperty(file, 'slice', {
          value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
        }),
    ],
    [
      'is shorter than it was',
      (file: File) => Object.defineProperty(file, 'slice', { value: () => new Blob(['x']) }),
    ],
  ])('says that the file changed when it %s', async (_, change) => {
    const file = new File([TEXT], 'a.qlog');
    const { store } = await stored(openSource({ kind: 'file', file }));
    change(file);
    await expect(store.read(0, 10)).rejects.toBeInstanceOf(SourceChanged);
    await expect(store.read(0, 10)).rejects.toThrow('a.qlog changed on disk');
  });
});
