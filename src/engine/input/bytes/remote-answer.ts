/**
 * The one place where something is asked for over the network, and where its answer is read: whoever reads says how many
 * bytes it may have. An answer to a range request is a 206 with that range, and exactly as long. Whatever is not read is
 * given up, so that no connection stays open after it.
 *
 * Source: RFC 9110 §14.4 (Content-Range), §15.3.7 (206), §15.4 (redirects).
 */
import { type Bytes, type Chunks, concat } from './chunks';
import { RemoteFailure } from './errors';

/** Opens a request. Who reads the answer ends it with `leave`. Rejects as `fetch` does. */
export async function begin(url: string | URL, init: RequestInit): Promise<RemoteAnswer> {
  return new RemoteAnswer(await fetch(url, init), String(url), init);
}

/** @param take reads the answer, or nothing of it: what it leaves is given up. Rejects as `fetch` and `take` do. */
export async function ask<T>(
  url: string | URL,
  init: RequestInit,
  take: (answer: RemoteAnswer) => T | Promise<T>,
): Promise<T> {
  const answer = await begin(url, init);
  try {
    return await take(answer);
  } finally {
    await answer.leave();
  }
}

/** Bytes [from, to) of a file, and what the answer said of the file. */
export interface RangeAnswer {
  readonly bytes: Bytes;
  /** Of the whole file; null where the host does not tell it, or a browser hides it. */
  readonly sizeBytes: number | null;
}

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i;

export class RemoteAnswer {
  /** Where it came from. */
  readonly url: string;
  /** Bytes of the body that the host announced; null where it did not, or they are those of a content coding. */
  readonly lengthBytes: number | null;
  readonly #response: Response;
  readonly #init: RequestInit;
  #reader: ReadableStreamDefaultReader<Bytes> | null = null;

  /** @param asked address of the request; that of the answer is left out by some. @param init of the request. */
  constructor(response: Response, asked: string, init: RequestInit) {
    this.#response = response;
    this.#init = init;
    this.url = response.url || asked;
    const header = response.headers.get('content-length');
    const length = header === null ? Number.NaN : Number(header);
    this.lengthBytes = this.isEncoded || !Number.isSafeInteger(length) ? null : length;
  }

  get status(): number {
    return this.#response.status;
  }

  get statusText(): string {
    return this.#response.statusText;
  }

  /** A status from 200 to 299. */
  get isOk(): boolean {
    return this.#response.ok;
  }

  /** Of a request whose redirects are not followed. A browser hides status and target of a redirect, Node shows them. */
  get isRedirect(): boolean {
    if (this.#response.type === 'opaqueredirect') return true;
    return this.#init.redirect === 'manual' && [301, 302, 303, 307, 308].includes(this.status);
  }

  /** The bytes delivered are others than those sent. */
  get isEncoded(): boolean {
    return (this.header('content-encoding') ?? 'identity') !== 'identity';
  }

  header(name: string): string | null {
    return this.#response.headers.get(name);
  }

  /**
   * The body as it comes.
   * @throws RemoteFailure after the last chunk within `most` bytes (`too-long`), or where the connection ends before it
   * (`broken-off`); the reason of the request's signal.
   */
  async *chunks(most: number): Chunks {
    let receivedBytes = 0;
    try {
      this.#reader ??= (this.#response.body as ReadableStream<Bytes> | null)?.getReader() ?? null;
      for (;;) {
        const next = await this.#next(receivedBytes);
        if (next === null) return;
        receivedBytes += next.length;
        if (receivedBytes > most) throw tooLong(this.url, most);
        yield next;
      }
    } finally {
      await this.leave();
    }
  }

  /** @returns null at the end. */
  async #next(receivedBytes: number): Promise<Bytes | null> {
    try {
      const next = await this.#reader?.read();
      return next?.value ?? null;
    } catch (error) {
      this.#init.signal?.throwIfAborted();
      const { lengthBytes } = this;
      const facts = { receivedBytes, lengthBytes, detail: wordsOf(error) };
      throw new RemoteFailure('broken-off', hostOf(this.url), facts);
    }
  }

  /** The whole body. @throws what `chunks` throws; before the first byte where the host announces more than `most`. */
  async atMost(most: number): Promise<Bytes> {
    await this.refuseLonger(most);
    const pieces: Bytes[] = [];
    for await (const chunk of this.chunks(most)) pieces.push(chunk);
    return concat(pieces);
  }

  /** As `atMost`, as UTF-8. */
  async textAtMost(most: number): Promise<string> {
    return new TextDecoder().decode(await this.atMost(most));
  }

  /**
   * The bytes [from, to), which were asked for. A browser may hide `Content-Range` of another origin: the number of bytes
   * is compared then.
   * @throws RemoteFailure (`other-range`) for any other answer; what `chunks` throws.
   */
  async range(from: number, to: number): Promise<RangeAnswer> {
    const refuse = (came: string): RemoteFailure =>
      new RemoteFailure('other-range', hostOf(this.url), {
        address: addressOf(this.url),
        detail: `asked for bytes ${from}-${to - 1}, it ${came}`,
      });
    try {
      if (this.status !== 206) throw refuse(`answered ${this.status}`);
      const header = this.header('content-range');
      const [, first, last, size] = CONTENT_RANGE.exec(header ?? '') ?? [];
      const isHidden = header === null && this.#response.type === 'cors';
      if (!isHidden && (Number(first) !== from || Number(last) !== to - 1))
        throw refuse(header === null ? 'gave a part without saying which' : `gave ${header.slice(0, 80)}`);
      const wanted = to - from;
      if (this.lengthBytes !== null && this.lengthBytes !== wanted)
        throw refuse(`gave ${this.lengthBytes} bytes`);
      // Whole from its first chunk on: pieces that are joined at the end would take twice the memory.
      let bytes: Bytes | null = null;
      let received = 0;
      try {
        for await (const chunk of this.chunks(wanted)) {
          bytes ??= new Uint8Array(wanted);
          bytes.set(chunk, received);
          received += chunk.length;
        }
      } catch (error) {
        const isLonger = error instanceof RemoteFailure && error.reason === 'too-long';
        throw isLonger ? refuse(`gave more than ${wanted} bytes`) : error;
      }
      if (bytes === null || received !== wanted) throw refuse(`gave ${received} bytes`);
      return { bytes, sizeBytes: size === undefined || size === '*' ? null : Number(size) };
    } finally {
      await this.leave();
    }
  }

  /** Gives up what was not read, and the connection with it. Never rejects. */
  async leave(): Promise<void> {
    const { body } = this.#response;
    await (this.#reader ?? body)?.cancel().catch(() => undefined);
  }

  /** @throws RemoteFailure (`too-long`) where more bytes than `most` are announced: none of them is taken. */
  async refuseLonger(most: number): Promise<void> {
    if (this.lengthBytes === null || this.lengthBytes <= most) return;
    await this.leave();
    throw tooLong(this.url, most);
  }
}

/** @param most bytes that an answer of this address may have. */
export function tooLong(url: string, most: number): RemoteFailure {
  return new RemoteFailure('too-long', hostOf(url), { address: addressOf(url), limitBytes: most });
}

export function hostOf(url: string): string {
  return urlOf(url)?.host ?? url;
}

const MAX_PATH = 120;

/** Host and path: a query may hold a credential. */
function addressOf(url: string): string {
  const { host, pathname } = urlOf(url) ?? { host: url, pathname: '' };
  return `${host}${pathname.length > MAX_PATH ? `${pathname.slice(0, MAX_PATH)}…` : pathname}`;
}

/** Relative to the page; null for what is no URL. */
function urlOf(url: string): URL | null {
  const base = typeof location === 'undefined' ? undefined : location.href;
  return URL.canParse(url, base) ? new URL(url, base) : null;
}

export function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
