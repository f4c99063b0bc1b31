/**
 * The store of traces as the page speaks to it: HEAD, GET and PUT of `<base><name>`, the least that every object store
 * has. Where the host names a signer, that presigns each PUT. What may go wrong there is a `StoreFailure` whose message
 * says what to do. Reading a trace out of it is the worker's (`engine/input/bytes/url-source.ts`).
 *
 * Source: RFC 9110 §9.3 (methods), §13.1.2 (If-None-Match).
 */
import { amount, count } from '../../engine/base/text/figures';
import { ANSWER_BYTES } from '../../engine/input/bytes/answer-limits';
import { RemoteFailure } from '../../engine/input/bytes/errors';
import { ask, type RemoteAnswer } from '../../engine/input/bytes/remote-answer';
import { sha256OfBytes } from '../../engine/input/bytes/sha256';
import type { StoreConfig } from '../../sharing/host/config';
import { hostOf } from '../../sharing/link/remote-url';
import { sha256Of } from '../../sharing/link/stored-name';
import { readSigned, type SignedPut, signingRequest } from '../../sharing/store/signed-put';

/** How long an answer that holds little is waited for. */
const MAX_WAIT_MS = 30_000;

export class StoreFailure extends Error {}

/** How the page asks a store: no redirect is followed, and cookies go to the page's own host only. */
function asking(url: string): RequestInit {
  const isOwn = new URL(url).origin === location.origin;
  return { credentials: isOwn ? 'same-origin' : 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' };
}

/** Reads an answer; what it leaves is given up. */
type Take<T> = (answer: RemoteAnswer) => T | Promise<T>;

export class StoreClient {
  readonly #config: StoreConfig;
  readonly #maxWaitMs: number;

  constructor(config: StoreConfig, maxWaitMs = MAX_WAIT_MS) {
    this.#config = config;
    this.#maxWaitMs = maxWaitMs;
  }

  get host(): string {
    return hostOf(this.#config.base);
  }

  /** Of the signer, which says where objects are put; null where they are put where they are read. */
  get signer(): string | null {
    const { sign } = this.#config;
    return sign && hostOf(sign);
  }

  urlOf(name: string): string {
    return `${this.#config.base}${name}`;
  }

  /** @throws StoreFailure where the store takes nothing as large. */
  checkSize(bytes: number): void {
    const { maxBytes } = this.#config;
    if (maxBytes !== null && bytes > maxBytes)
      throw new StoreFailure(
        `It has ${amount(bytes)}, and the store takes ${amount(maxBytes)} at most. Share a shorter range: export it and open the export.`,
      );
  }

  /** True where the store gives an object of this name and size; hosts that answer every address with a page give another. */
  async has(name: string, bytes: number, signal: AbortSignal): Promise<boolean> {
    return this.#askSoon(
      this.urlOf(name),
      { method: 'HEAD' },
      signal,
      // Stores that do not list answer 403 for what they do not have.
      (answer) => answer.isOk && Number(answer.header('content-length') ?? -1) === bytes,
    );
  }

  /** Puts an object, unless it is there. @throws StoreFailure, or the signal's reason. */
  async put(name: string, content: Blob, signal: AbortSignal): Promise<void> {
    this.checkSize(content.size);
    if (await this.has(name, content.size, signal)) return;
    const { sign } = this.#config;
    const { url, headers } =
      sign === null
        ? { url: this.urlOf(name), headers: { 'if-none-match': '*' } }
        : await this.#signed(sign, name, content.size, signal);
    const init = { method: 'PUT', headers: { ...headers }, body: content };
    await this.#ask(url, init, signal, (answer) => {
      // It came there meanwhile: the name says that it is the same.
      if (!answer.isOk && answer.status !== 412)
        throw new StoreFailure(refusalWords(hostOf(url), answer, content.size));
    });
    if (!(await this.has(name, content.size, signal)))
      throw new StoreFailure(
        `${hostOf(url)} answered as if it had taken the object, but ${this.host} does not give it. The page's host must see to it that "base" in config.json is where objects are read, and that pages may read it there (CORS).`,
      );
  }

  /** A small object, checked against its name. @throws StoreFailure, or the signal's reason. */
  async get(name: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    const bytes = await this.#askSoon(this.urlOf(name), {}, signal, (answer) => {
      if (answer.isRedirect)
        throw new StoreFailure(`${this.host} leads on to another address, which is not followed.`);
      if (!answer.isOk) throw new StoreFailure(absenceWords(this.host, answer.status));
      return answer.atMost(maxBytes);
    });
    if (sha256OfBytes(bytes) !== sha256Of(name))
      throw new StoreFailure(
        `${this.host} gave other bytes than the link names: their SHA-256 is another one. They were changed or damaged there or on the way, or the host answers every address with a page.`,
      );
    return bytes;
  }

  async #signed(sign: string, name: string, bytes: number, signal: AbortSignal): Promise<SignedPut> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: signingRequest(name, bytes),
    };
    const host = hostOf(sign);
    const text = await this.#askSoon(sign, init, signal, (answer) => {
      if (!answer.isOk) throw new StoreFailure(refusalWords(host, answer, bytes));
      return answer.textAtMost(ANSWER_BYTES.signed);
    });
    const signed = readSigned(text, name);
    if (signed === null)
      throw new StoreFailure(
        `${host} does not answer as a signer does (docs/store): it should give a URL for this name and its headers.`,
      );
    return signed;
  }

  /** A request whose answer is small: it is not waited for without end. */
  #askSoon<T>(url: string, init: RequestInit, signal: AbortSignal, take: Take<T>): Promise<T> {
    return this.#ask(url, init, AbortSignal.any([signal, AbortSignal.timeout(this.#maxWaitMs)]), take);
  }

  async #ask<T>(url: string, init: RequestInit, signal: AbortSignal, take: Take<T>): Promise<T> {
    const host = hostOf(url);
    try {
      return await ask(url, { ...asking(url), ...init, signal }, take);
    } catch (error) {
      if (error instanceof StoreFailure) throw error;
      if (error instanceof RemoteFailure)
        throw new StoreFailure(`${error.message}.${error.reason === 'broken-off' ? ' Try again.' : ''}`);
      if (error instanceof Error && error.name === 'TimeoutError')
        throw new StoreFailure(
          `${host} did not answer within ${count(this.#maxWaitMs / 1000)} s. Try again later.`,
        );
      signal.throwIfAborted();
      throw new StoreFailure(
        `${host} gave no answer that this page may read. The browser does not tell a page why: the store cannot be reached from here, or it does not let this page (${location.origin}) in, which its CORS rules say (docs/store).`,
      );
    }
  }
}

function refusalWords(host: string, { status, isRedirect }: RemoteAnswer, bytes: number): string {
  if (isRedirect)
    return `${host} leads on to another address, where nothing is sent. The page's host must name the address itself in config.json.`;
  if (status === 401 || status === 403)
    return `${host} does not let this page put traces there (${status}). Sign in there, or ask whoever runs the store.`;
  if (status === 404 || status === 405)
    return `${host} is no store, or not there (${status}): "base" or "sign" in config.json is wrong.`;
  if (status === 413) return `${host} does not take an object of ${amount(bytes)} (413).`;
  if (status === 400 || status === 422)
    return `${host} refused the object (${status}): what arrived has another hash or size than was said. Try again.`;
  if (status === 507) return `${host} is full (507). Ask whoever runs the store to remove old traces.`;
  if (status === 429 || status >= 500) return `${host} cannot take it now (${status}). Try again later.`;
  return `${host} answered ${status}.`;
}

function absenceWords(host: string, status: number): string {
  if (status === 401 || status === 403)
    return `${host} does not give it (${status}): it is not there any more, or you must sign in there first.`;
  if (status === 404 || status === 410)
    return `${host} does not have it (${status}): it was removed, as stores do after some time, or the link was changed, or was made with another store. Ask the sender to put it there again.`;
  if (status === 429 || status >= 500) return `${host} cannot give it now (${status}). Try again later.`;
  return `${host} answered ${status}.`;
}
