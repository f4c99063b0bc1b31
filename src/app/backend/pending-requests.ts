/**
 * Pending requests of one backend: ids, promises, progress, and the only place where an answer is dropped. The
 * backend transports them.
 */
import { RequestFailed } from '../../engine/reading/contract/request-failed';
import type { AnswerOf, BodyOf, ProgressOf, RequestKind } from '../../engine/reading/contract/requests';
import type { RequestMessage, ResponseMessage } from '../../engine/service/answers/serve';
import type { RequestOptions } from './backend';

interface Transport {
  readonly send: (message: RequestMessage) => void;
  /** The request was aborted. */
  readonly cancel: (id: number) => void;
}

interface Pending {
  readonly resolve: (answer: AnswerOf<RequestKind>) => void;
  readonly reject: (error: unknown) => void;
  readonly progress: (progress: ProgressOf<RequestKind>) => void;
  readonly supersedes: string | null;
  readonly stopListening: () => void;
}

export class PendingRequests {
  readonly #transport: Transport;
  readonly #pending = new Map<number, Pending>();
  /** The newest request per `supersedes` key. */
  readonly #newest = new Map<string, number>();
  #lastId = 0;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get size(): number {
    return this.#pending.size;
  }

  request<K extends RequestKind>(
    kind: K,
    body: BodyOf<K>,
    { signal, onProgress, supersedes }: RequestOptions<K> = {},
  ): Promise<AnswerOf<K>> {
    if (signal?.aborted) return Promise.reject(aborted());
    this.#lastId++;
    const id = this.#lastId;
    const { promise, resolve, reject } = deferred<AnswerOf<K>>();
    const abort = (): void => this.#abort(id);
    signal?.addEventListener('abort', abort, { once: true });
    this.#pending.set(id, {
      resolve: resolve as Pending['resolve'],
      reject,
      progress: (onProgress ?? (() => undefined)) as Pending['progress'],
      supersedes: supersedes ?? null,
      stopListening: () => signal?.removeEventListener('abort', abort),
    });
    const older = supersedes === undefined ? undefined : this.#newest.get(supersedes);
    if (supersedes !== undefined) this.#newest.set(supersedes, id);
    // Sent before the abort: the handler may reuse work done for the older one.
    this.#transport.send({ type: 'request', id, kind, body } as RequestMessage);
    if (older !== undefined) this.#abort(older);
    return promise;
  }

  /** Handles a response; one to a dropped request is ignored. */
  take(message: ResponseMessage): void {
    if (message.type === 'progress') this.#pending.get(message.id)?.progress(message.progress);
    else if (message.type === 'answer') this.#settle(message.id)?.resolve(message.answer);
    else this.#settle(message.id)?.reject(new RequestFailed(message.reason));
  }

  rejectAll(error: Error): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(error);
  }

  #abort(id: number): void {
    const pending = this.#settle(id);
    if (pending === null) return;
    this.#transport.cancel(id);
    pending.reject(aborted());
  }

  #settle(id: number): Pending | null {
    const pending = this.#pending.get(id);
    if (pending === undefined) return null;
    this.#pending.delete(id);
    pending.stopListening();
    const { supersedes } = pending;
    if (supersedes !== null && this.#newest.get(supersedes) === id) this.#newest.delete(supersedes);
    return pending;
  }
}

function aborted(): DOMException {
  return new DOMException('The request was aborted.', 'AbortError');
}

function deferred<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
