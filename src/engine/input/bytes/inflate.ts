/**
 * Decompresses a stored file to the text of the qlog: detects the format by the first bytes, not by the name, and
 * converts UTF-16 to UTF-8. A file holds one text, a zip one per entry; an entry may itself be gzip, zstd or a zip, one level
 * deep. The code for zip and zstd is loaded with the first such file.
 */

import type { RangeReader } from './blob-store';
import type { ByteSource } from './byte-source';
import { type Chunks, chunksOf, counted, type Opener, peek } from './chunks';
import { UnreadableEntry } from './errors';
import type { NativeInflater } from './gunzip';
import { InflationMeter, LIMITS, type Limits, limited, type TextMeter } from './limits';
import { type Compression, compressionOf, type Encoding, encodingOf, SNIFF_BYTES } from './sniff';
import { unpacked } from './unpack';
import type { ZipEntry } from './zip-directory';

/** A zip in a zip is held whole while its entries are read. */
const MAX_INNER_ZIP_BYTES = 256 * 1024 ** 2;

export {
  DamagedCompression,
  DamagedGzip,
  InflationLimit,
  OverlappingEntries,
  RemoteFailure,
  TooManyEntries,
  UnreadableEntry,
  type UnreadableFormat,
  UnsupportedCompression,
} from './errors';
export type { Compression, Encoding } from './sniff';

export interface InflateCallbacks {
  /** Stored bytes read so far in the current pass, for progress. */
  readonly onRead: (storedBytes: number) => void;
  /** Called once, after the first bytes of the file have been examined. */
  readonly onCompression: (compression: Compression) => void;
  /** Called once per pass over a part, before its first chunk. */
  readonly onEncoding: (encoding: Encoding) => void;
}

/** What the bytes of a text are to those of its file: the same, decompressed, or written anew in UTF-8. */
export type TextForm = 'stored' | 'inflated' | 'transcoded';

/** One text of a file. */
export interface TextPart {
  /** The entry's name in a zip; null for a file that is no zip. */
  readonly name: string | null;
  readonly form: TextForm;
  /** The file itself where it is uncompressed UTF-8, so that ranges can be read from it again. */
  readonly original: File | null;
  /** Reads ranges of the text again where that needs neither a copy nor decompression; absent where it does. */
  readonly ranges?: RangeReader | null;
  /**
   * The text from its first byte, in UTF-8, in chunks of any size. May be called again.
   * @throws UnsupportedCompression and UnreadableEntry before the first chunk; DamagedCompression and InflationLimit
   * after the last good one; whatever the source throws when it cannot be read.
   */
  chunks(): Chunks;
}

/** For tests: another native decompressor, other limits. */
export interface InflateOptions {
  readonly makeNative?: NativeInflater;
  readonly limits?: Limits;
}

/**
 * The texts of a source, one after the other. A part is opened when its chunks are read. A part that fails does not
 * stop the next one, unless the file as a whole exceeded its decompression limit.
 * @throws UnsupportedCompression before the first part; what `zipEntries` throws after the last one of a zip; whatever
 * the source throws when it cannot be read.
 */
export async function* openText(
  source: ByteSource,
  callbacks: InflateCallbacks,
  options: InflateOptions = {},
): AsyncGenerator<TextPart, void, undefined> {
  const limits = options.limits ?? LIMITS;
  const open = opener(source);
  const { head, all, release } = await peek(open(), SNIFF_BYTES);
  let first: Chunks | null = all;
  try {
    const compression = compressionOf(head, source.name);
    callbacks.onCompression(compression);
    if (compression === 'zip') {
      const parts = zipParts(await source.blob(callbacks.onRead), callbacks, limits);
      yield* parts;
      return;
    }
    const sizes = new InflationMeter(limits).text();
    const form = compression !== 'none' ? 'inflated' : encodingOf(head) === 'utf-8' ? 'stored' : 'transcoded';
    const isPlain = form === 'stored';
    yield {
      name: null,
      form,
      original: isPlain ? source.file : null,
      ranges: isPlain ? (source.ranges?.() ?? null) : null,
      chunks: () => {
        const meter = new Meter(callbacks.onRead);
        const apart = compression === 'none' ? null : (source.inflate?.(compression, meter.read) ?? null);
        if (apart !== null) return encoded(limited(apart, meter.stored, sizes), callbacks);
        // The stream opened for format detection is used for the first pass.
        const begun = first;
        first = null;
        let openedOnce = false;
        const fresh: Opener = () => {
          const chunks = begun !== null && !openedOnce ? begun : open();
          openedOnce = true;
          return counted(chunks, meter.read);
        };
        const inflated = unpacked(fresh, compression, options.makeNative ?? source.gunzip);
        return encoded(limited(inflated, meter.stored, sizes), callbacks);
      },
    };
  } finally {
    if (first !== null) await release();
  }
}

/** @param all of the zips that this one lies in. @param within its name and a slash, where it lies in another zip; empty for none. */
async function* zipParts(
  zip: Blob,
  callbacks: InflateCallbacks,
  limits: Limits,
  all = new InflationMeter(limits),
  within = '',
): AsyncGenerator<TextPart, void, undefined> {
  const [{ zipEntries }, { entryChunks }] = await Promise.all([
    import('./zip-directory'),
    import('./zip-entry'),
  ]);
  for await (const entry of zipEntries(zip)) {
    const sizes = all.text();
    const plain = (chunks: () => Chunks): TextPart => ({
      name: within + entry.name,
      form: 'inflated',
      original: null,
      chunks,
    });
    const inner = within === '' && isInnerZip(entry) ? await unzipped(entry, entryChunks, sizes) : null;
    if (inner !== null) {
      const apart = { ...callbacks, onRead: () => callbacks.onRead(entry.offset + entry.data.size) };
      try {
        yield* zipParts(inner, apart, limits, all, `${entry.name}/`);
      } catch (error) {
        // The other entries can be read.
        yield plain(() => failing(error));
      }
    } else
      yield plain(() => {
        const meter = new Meter((bytes) => callbacks.onRead(entry.offset + bytes));
        // A nested compressed entry may decompress to little that itself decompresses to much.
        const own = new InflationMeter(limits).text();
        const open: Opener = () => limited(entryChunks(entry, meter.read), meter.stored, own);
        return encoded(limited(entryText(entry.name, open), meter.stored, sizes), callbacks);
      });
    if (all.isSpent) return;
  }
}

const isInnerZip = ({ name, inflated }: ZipEntry): boolean =>
  /\.zip$/i.test(name) && (inflated?.sizeBytes ?? Number.POSITIVE_INFINITY) <= MAX_INNER_ZIP_BYTES;

/** The bytes of a zip in a zip; null where they are damaged, or no zip. */
async function unzipped(
  entry: ZipEntry,
  entryChunks: (entry: ZipEntry, onRead: (bytes: number) => void) => Chunks,
  sizes: TextMeter,
): Promise<Blob | null> {
  const meter = new Meter(() => undefined);
  const chunks: BlobPart[] = [];
  try {
    for await (const chunk of limited(entryChunks(entry, meter.read), meter.stored, sizes))
      chunks.push(chunk.slice());
  } catch {
    return null;
  }
  const blob = new Blob(chunks);
  const head = new Uint8Array(await blob.slice(0, SNIFF_BYTES).arrayBuffer());
  return compressionOf(head, entry.name) === 'zip' ? blob : null;
}

async function* failing(error: unknown): Chunks {
  yield await Promise.reject(error);
}

/** An entry may be compressed again. */
async function* entryText(name: string, open: Opener): Chunks {
  const { head, all, release } = await peek(open(), SNIFF_BYTES);
  try {
    const compression = compressionOf(head, name);
    if (compression === 'zip') throw new UnreadableEntry(name, 'zip');
    yield* compression === 'none' ? all : unpacked(open, compression);
  } finally {
    await release();
  }
}

async function* encoded(chunks: Chunks, callbacks: InflateCallbacks): Chunks {
  const { head, all, release } = await peek(chunks, SNIFF_BYTES);
  try {
    const encoding = encodingOf(head);
    callbacks.onEncoding(encoding);
    yield* transcode(all, encoding);
  } finally {
    await release();
  }
}

/**
 * UTF-16 to UTF-8 as a stream, so that all later stages read one encoding. The byte order mark is removed; invalid
 * UTF-16 becomes U+FFFD, which the decoder counts. UTF-8 is passed on unchanged, with invalid bytes and byte order
 * mark: offsets are those of the file.
 */
async function* transcode(chunks: Chunks, encoding: Encoding): Chunks {
  if (encoding === 'utf-8') {
    yield* chunks;
    return;
  }
  const decoder = new TextDecoder(encoding, { fatal: false });
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text.length > 0) yield encoder.encode(text);
  }
  const rest = decoder.decode();
  if (rest.length > 0) yield encoder.encode(rest);
}

/** Counts the stored bytes of one pass. */
class Meter {
  readonly #onRead: (bytes: number) => void;
  #stored = 0;

  constructor(onRead: (bytes: number) => void) {
    this.#onRead = onRead;
  }

  readonly read = (bytes: number): void => {
    this.#stored = bytes;
    this.#onRead(bytes);
  };

  readonly stored = (): number => this.#stored;
}

function opener(source: ByteSource): Opener {
  if (source.chunks !== undefined) return source.chunks;
  return async function* () {
    yield* chunksOf(await source.stream());
  };
}
