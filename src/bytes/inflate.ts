/**
 * From stored bytes to the bytes of the qlog: looks at the first bytes, not at the name, and inflates
 * gzip with the browser's own decompressor.
 *
 * The native one stops with an error after the first member of a concatenated gzip, and says nothing
 * useful about a truncated one. Then the library takes over: it inflates again from the start, skips
 * what was already delivered, and either goes through all members or names the place of the damage.
 *
 *   native   ████████████ error (junk / truncated / damaged)
 *   library  ░░░░░░░░░░░░████████████ end, or DamagedGzip at a byte offset
 */
import { Gunzip } from 'fflate';
import type { ByteSource } from './source';

export type Compression = 'none' | 'gzip';

/** Formats recognised by their magic bytes that this build does not inflate. */
export type UnreadableFormat = 'zstd' | 'zip';

export class UnsupportedCompression extends Error {
  readonly format: UnreadableFormat;
  constructor(format: UnreadableFormat) {
    super(`${format} compression is not supported: unpack the file first`);
    this.format = format;
  }
}

/** A gzip stream that ends early or is damaged; everything before it has been delivered. */
export class DamagedGzip extends Error {
  /** Where the stored bytes end, or up to `PIECE_BYTES` before the byte at which the damage shows. */
  readonly compressedOffset: number;
  readonly inflatedOffset: number;
  readonly truncated: boolean;
  constructor(compressedOffset: number, inflatedOffset: number, truncated: boolean) {
    super(truncated ? 'the gzip stream is truncated' : 'the gzip stream is damaged');
    this.compressedOffset = compressedOffset;
    this.inflatedOffset = inflatedOffset;
    this.truncated = truncated;
  }
}

export interface InflateCallbacks {
  /** Stored bytes read so far from the current pass, for progress. */
  readonly onRead: (storedBytes: number) => void;
  /** Called once, when the first bytes have been looked at. */
  readonly onCompression: (compression: Compression) => void;
}

type Bytes = Uint8Array<ArrayBuffer>;
type NativeInflater = () => TransformStream<Bytes, Bytes>;

const nativeGunzip: NativeInflater = () =>
  new DecompressionStream('gzip') as unknown as TransformStream<Bytes, Bytes>;

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function sniff(head: Uint8Array): Compression {
  if (startsWith(head, [0x1f, 0x8b])) return 'gzip';
  if (startsWith(head, [0x28, 0xb5, 0x2f, 0xfd])) throw new UnsupportedCompression('zstd');
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) throw new UnsupportedCompression('zip');
  return 'none';
}

/** Reads until at least `wanted` bytes are there, so that a one-byte chunk cannot fool the sniffing. */
async function readHead(reader: ReadableStreamDefaultReader<Bytes>, wanted: number): Promise<Bytes> {
  let head = new Uint8Array(0);
  while (head.length < wanted) {
    const { done, value } = await reader.read();
    if (done) break;
    const joined = new Uint8Array(head.length + value.length);
    joined.set(head);
    joined.set(value, head.length);
    head = joined;
  }
  return head;
}

/** The head that was read for sniffing, then the rest; counts stored bytes as they pass. */
function replayed(
  head: Bytes,
  reader: ReadableStreamDefaultReader<Bytes>,
  onRead: InflateCallbacks['onRead'],
): ReadableStream<Bytes> {
  let read = 0;
  const pass = (controller: ReadableStreamDefaultController<Bytes>, chunk: Bytes): void => {
    read += chunk.length;
    onRead(read);
    if (chunk.length > 0) controller.enqueue(chunk);
  };
  return new ReadableStream<Bytes>({
    start: (controller) => pass(controller, head),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else pass(controller, value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Stored bytes handed to the library at once: it does not say at which of them it stops. */
const PIECE_BYTES = 4096;
/** The header of a member without name: the library sees it as one only right behind a whole member. */
const MEMBER_HEADER = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0]);

/** Inflates with the library from the start and yields what lies beyond `delivered` inflated bytes. */
async function* inflateWithLibrary(
  source: ByteSource,
  delivered: number,
  onRead: InflateCallbacks['onRead'],
): AsyncGenerator<Bytes> {
  const reader = (await source.stream()).getReader();
  let queue: Bytes[] = [];
  let inflated = 0;
  let read = 0;
  const gunzip = new Gunzip((chunk) => {
    const from = Math.max(0, delivered - inflated);
    inflated += chunk.length;
    if (from < chunk.length) queue.push(chunk.slice(from));
  });
  /** Where the members behind the first begin. */
  const members: number[] = [];
  gunzip.onmember = (offset) => members.push(offset);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (let at = 0; at < value.length; at += PIECE_BYTES) {
      const piece = value.subarray(at, at + PIECE_BYTES);
      try {
        gunzip.push(piece);
      } catch {
        yield* queue;
        await reader.cancel();
        throw new DamagedGzip(read, inflated, false);
      }
      read += piece.length;
    }
    onRead(read);
    yield* queue;
    queue = [];
  }
  const several = members.length > 0;
  const inflatedBytes = inflated;
  if (!endsWithMember(gunzip, members, read)) throw new DamagedGzip(read, inflatedBytes, true);
  // The native one refused a single member that is whole: its length or checksum does not fit.
  if (!several) throw new DamagedGzip(read, inflatedBytes, false);
}

/** Nothing is missing at `end`: the next member would begin there. The last use of this `gunzip`. */
function endsWithMember(gunzip: Gunzip, members: readonly number[], end: number): boolean {
  try {
    gunzip.push(MEMBER_HEADER);
  } catch {
    return false;
  }
  return members[members.length - 1] === end;
}

/**
 * Streams the inflated bytes of a source, in chunks of any size.
 * @throws UnsupportedCompression before the first chunk for zstd and zip; DamagedGzip after the last
 * good byte of a cut or damaged gzip; whatever the source throws when it cannot be read.
 */
export async function* inflate(
  source: ByteSource,
  callbacks: InflateCallbacks,
  makeNative: NativeInflater = nativeGunzip,
): AsyncGenerator<Bytes> {
  const reader = (await source.stream()).getReader();
  const head = await readHead(reader, 4);
  const compression = sniff(head);
  callbacks.onCompression(compression);
  const stored = replayed(head, reader, callbacks.onRead);
  if (compression === 'none') {
    yield* chunksOf(stored);
    return;
  }
  let delivered = 0;
  let failed = false;
  const inflated = stored.pipeThrough(makeNative()).getReader();
  for (;;) {
    const chunk = await inflated.read().catch(() => null);
    if (chunk === null) failed = true;
    if (chunk === null || chunk.done) break;
    delivered += chunk.value.length;
    yield chunk.value;
  }
  if (failed) yield* inflateWithLibrary(source, delivered, callbacks.onRead);
}

async function* chunksOf(stream: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
