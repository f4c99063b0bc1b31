/**
 * A trace at a URL: streamed with `fetch`, with its size if the server sends it. Bytes that must be read again are kept
 * as stored, in Blobs off the heap: the compressed bytes of a compressed file, the text itself where the server does
 * not support range requests. Otherwise the range is requested from the server. Failures name the host
 * (`RemoteFailure`). The page decides whether the host may be contacted.
 */
import { ANSWER_BYTES } from './answer-limits';
import { BlobStore, MAX_STORED_BYTES, type RangeReader } from './blob-store';
import type { ByteSource } from './byte-source';
import { type Bytes, type Chunks, streamOf } from './chunks';
import { type RemoteFacts, RemoteFailure } from './errors';
import { hostOf, type RemoteAnswer, tooLong } from './remote-answer';
import { type Asking, FOREIGN, OWN, request, requestRange } from './remote-request';
import type { Sha256 } from './sha256';
import { compressionOf, encodingOf, SNIFF_BYTES } from './sniff';

/** The hash that the bytes must have, and what counts it. */
export interface Expected {
  readonly hash: Sha256;
  readonly sha256: string;
}

/** What is waited for of a file whose server does not tell its length, when its reading has ended early. */
const MAX_DRAINED_BYTES = 1024 ** 3;

/**
 * @param url absolute, or relative to the page.
 * @param isOwn the file is of the page's own origin.
 * @param expected null for a file whose hash is not known.
 */
export function urlSource(
  url: string,
  name: string,
  isOwn: boolean,
  expected: Expected | null = null,
): UrlSource {
  return new UrlSource(
    url,
    name,
    isOwn ? { ...OWN, ...(expected && { redirect: 'manual' }) } : FOREIGN,
    expected,
  );
}

class UrlSource implements ByteSource {
  readonly name: string;
  readonly file = null;
  sizeBytes: number | null = null;
  readonly #url: string;
  readonly #asking: Asking;
  readonly #expected: Expected | null;
  /** The newest download; another is started only where this one cannot be read again. */
  #download: Download | null = null;

  constructor(url: string, name: string, asking: Asking, expected: Expected | null) {
    this.#url = url;
    this.name = name;
    this.#asking = asking;
    this.#expected = expected;
  }

  async stream(): Promise<ReadableStream<Bytes>> {
    return streamOf((await this.#begun()).chunks());
  }

  async blob(onRead: (storedBytes: number) => void = () => undefined): Promise<Blob> {
    return (await this.#begun()).drain(onRead);
  }

  ranges(): RangeReader | null {
    return this.#download?.ranges() ?? null;
  }

  /** See `ByteSource.verify`. */
  async verify(): Promise<void> {
    await this.#download?.verify();
  }

  async #begun(): Promise<Download> {
    // A hash is counted once.
    if (this.#download !== null && (this.#download.isRepeatable || this.#expected !== null))
      return this.#download;
    const answer = await request(this.#url, this.#asking);
    const download = new Download(this, this.#asking, answer, this.#expected);
    this.sizeBytes = download.lengthBytes;
    this.#download = download;
    return download;
  }
}

/** One response while it is received, with one reader at a time. */
class Download {
  /** Expected number of stored bytes; null where the server does not state it. */
  readonly lengthBytes: number | null;
  readonly #host: string;
  readonly #asking: Asking;
  readonly #answer: RemoteAnswer;
  readonly #body: Chunks;
  readonly #acceptsRanges: boolean;
  readonly #source: { readonly name: string; sizeBytes: number | null };
  readonly #expected: Expected | null;
  /** Null where nothing is kept; undecided before the first bytes. */
  #stored: BlobStore | null = new BlobStore();
  #receivedBytes = 0;
  #head: Uint8Array = new Uint8Array(0);
  #end: 'open' | 'whole' | 'left' | RemoteFailure = 'open';

  /** @param source is notified when its length is another than the server said. */
  constructor(
    source: { readonly name: string; sizeBytes: number | null },
    asking: Asking,
    answer: RemoteAnswer,
    expected: Expected | null,
  ) {
    this.lengthBytes = answer.lengthBytes;
    this.#source = source;
    this.#expected = expected;
    this.#asking = asking;
    this.#answer = answer;
    this.#host = hostOf(answer.url);
    this.#body = answer.chunks(ANSWER_BYTES.trace);
    // What is read again is what was hashed: it is kept.
    this.#acceptsRanges =
      expected === null &&
      !answer.isEncoded &&
      answer.header('accept-ranges')?.trim().toLowerCase() === 'bytes';
  }

  /** Everything received was kept. */
  get isRepeatable(): boolean {
    return this.#stored !== null;
  }

  /** The kept bytes, then those still to be received. @throws RemoteFailure after the last byte received. */
  async *chunks(): Chunks {
    let isLeft = true;
    try {
      if (this.#receivedBytes > 0 && this.#stored !== null) yield* this.#stored.chunks();
      for (let chunk = await this.#next(); chunk !== null; chunk = await this.#next()) yield chunk;
      isLeft = false;
      if (this.#end instanceof RemoteFailure) throw this.#end;
    } finally {
      // The rest of a file whose hash is known is waited for.
      if (isLeft && this.#end === 'open' && this.#expected === null) await this.#leave();
    }
  }

  /** All bytes, after the download has finished. @throws RemoteFailure (`too-long`) where they are more than are kept. */
  async drain(onRead: (storedBytes: number) => void): Promise<Blob> {
    if (this.#end === 'open') await this.#answer.refuseLonger(ANSWER_BYTES.zip);
    while (this.#receivedBytes <= ANSWER_BYTES.zip && (await this.#next()) !== null)
      onRead(this.#receivedBytes);
    if (this.#end instanceof RemoteFailure) throw this.#end;
    if (this.#end === 'whole' && this.#stored !== null) return this.#stored.blob();
    await this.#leave();
    throw tooLong(this.#answer.url, ANSWER_BYTES.zip);
  }

  /** See `ByteSource.verify`. */
  async verify(): Promise<void> {
    const most = this.lengthBytes ?? MAX_DRAINED_BYTES;
    while (this.#end === 'open' && this.#receivedBytes <= most) await this.#next();
    if (this.#end === 'whole') return;
    if (this.#end === 'open') await this.#leave();
    throw this.#end instanceof RemoteFailure && this.#end.reason === 'other-bytes'
      ? this.#end
      : this.#failure('unchecked');
  }

  #hasOtherBytes(): boolean {
    return this.#expected !== null && this.#expected.hash.digest() !== this.#expected.sha256;
  }

  #failure(reason: RemoteFailure['reason'], detail = ''): RemoteFailure {
    return new RemoteFailure(reason, this.#host, this.#place(detail));
  }

  ranges(): RangeReader | null {
    if (this.#stored === null && !this.#acceptsRanges) return null;
    return { read: (from, to, signal) => this.#range(from, to, signal) };
  }

  async #range(from: number, to: number, signal?: AbortSignal): Promise<Uint8Array> {
    if (this.#stored !== null) return this.#stored.read(from, to, signal);
    return this.#acceptsRanges ? this.#fetchRange(from, to, signal) : new Uint8Array(0);
  }

  /** @returns the next bytes, null at the end or after a failure. */
  async #next(): Promise<Bytes | null> {
    if (this.#end !== 'open') return null;
    try {
      const next = await this.#body.next();
      // The stream that reads ahead may have come to it first.
      if (this.#end !== 'open') return null;
      if (next.done === true) {
        this.#end = this.#hasOtherBytes() ? this.#failure('other-bytes') : 'whole';
        this.#stored?.putAway(true);
        return null;
      }
      this.#take(next.value);
      return next.value;
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error;
      this.#end = error;
      this.#stored?.putAway(true);
      return null;
    }
  }

  #place(detail: string): RemoteFacts {
    return { receivedBytes: this.#receivedBytes, lengthBytes: this.lengthBytes, detail };
  }

  #take(chunk: Bytes): void {
    this.#receivedBytes += chunk.length;
    if (this.lengthBytes !== null && this.#receivedBytes > this.lengthBytes) this.#source.sizeBytes = null;
    this.#expected?.hash.update(chunk);
    if (this.#stored === null) return;
    this.#stored.append(chunk);
    if (this.#head.length < SNIFF_BYTES) this.#head = headOf(this.#head, chunk);
    const isDecided = this.#head.length >= SNIFF_BYTES;
    const isTooMuch = this.#stored.sizeBytes > MAX_STORED_BYTES;
    if (isTooMuch || (isDecided && this.#acceptsRanges && isPlain(this.#head, this.#source.name)))
      this.#stored = null;
  }

  async #leave(): Promise<void> {
    this.#end = 'left';
    this.#stored = null;
    await this.#answer.leave();
  }

  /** Requests a range of the same URL. The server may have replaced the file. */
  async #fetchRange(from: number, to: number, signal?: AbortSignal): Promise<Uint8Array> {
    const { url } = this.#answer;
    const modified = this.#answer.header('last-modified');
    const file = {
      url,
      name: this.#source.name,
      asking: this.#asking,
      sizeBytes: this.lengthBytes,
      modified,
    };
    return (await requestRange(file, from, to, signal)).bytes;
  }
}

function headOf(before: Uint8Array, chunk: Uint8Array): Uint8Array {
  const head = new Uint8Array(Math.min(SNIFF_BYTES, before.length + chunk.length));
  head.set(before);
  head.set(chunk.subarray(0, head.length - before.length), before.length);
  return head;
}

/** True when the stored bytes are the text itself. Unsupported formats count too: they are not read again. */
function isPlain(head: Uint8Array, name: string): boolean {
  try {
    return compressionOf(head, name) === 'none' && encodingOf(head) === 'utf-8';
  } catch {
    return true;
  }
}
