/**
 * Backend of a digest: answers with the windows that the digest holds, and
 * rejects every other request with a sentence. Loaded with the first digest that is opened.
 */
import type { AnswerOf, BodyOf, RequestKind } from '../../engine/reading/contract/requests';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import type { RequestMessage } from '../../engine/service/answers/serve';
import { answerFrom, snapshotOf } from '../../sharing/digest/answer';
import type { Digest } from '../../sharing/digest/digest';
import { stretchesFrom } from '../../sharing/digest/stretches';
import { type Backend, BackendEnded, type BackendListener, type RequestOptions } from './backend';
import { PendingRequests } from './pending-requests';

const NO_OUTLINE =
  'This digest holds nothing to compare it by: it was made by an older qlogscope, or had to be small. Open the trace itself here: it replaces its digest.';
const NOT_HELD = 'A digest holds no events. Open the trace itself here to list them: it replaces its digest.';

export class DigestBackend implements Backend {
  readonly #digest: Digest;
  readonly #listener: BackendListener;
  readonly #snapshot: Snapshot;
  readonly #pending = new PendingRequests({
    send: (message) => queueMicrotask(() => this.#answer(message)),
    cancel: () => undefined,
  });
  #stopped = false;

  /** @param sizeBytes of the digest, packed. */
  constructor(digest: Digest, sizeBytes: number, listener: BackendListener) {
    this.#digest = digest;
    this.#listener = listener;
    this.#snapshot = snapshotOf(digest, sizeBytes);
    queueMicrotask(() => this.#sendSnapshot());
  }

  request<K extends RequestKind>(
    kind: K,
    body: BodyOf<K>,
    options: RequestOptions<K> = {},
  ): Promise<AnswerOf<K>> {
    return this.#stopped
      ? Promise.reject(new BackendEnded('The digest was closed.'))
      : this.#pending.request(kind, body, options);
  }

  isPreparing(): boolean {
    return false;
  }

  wake(): void {
    // A digest is always ready.
  }

  restart(): void {
    // A digest has nothing to start again.
  }

  stop(): void {
    this.#stopped = true;
    this.#pending.rejectAll(new BackendEnded('The digest was closed.'));
  }

  #sendSnapshot(): void {
    if (!this.#stopped) this.#listener.onSnapshot(this.#snapshot, this.#snapshot.connection);
  }

  /** Called in a microtask, so that the answer comes asynchronously, as a worker's. A digest holds one connection. */
  #answer({ id, kind, body }: RequestMessage): void {
    if (kind === 'window') {
      this.#pending.take({ type: 'answer', id, answer: answerFrom(this.#digest, body) });
    } else if (kind === 'stretches') {
      this.#pending.take({ type: 'answer', id, answer: stretchesFrom(this.#digest, body.of) });
    } else if (kind === 'outline' && this.#digest.outline !== null) {
      this.#pending.take({ type: 'answer', id, answer: this.#digest.outline });
    } else if (kind === 'outline') {
      this.#pending.take({ type: 'failed', id, reason: NO_OUTLINE });
    } else if (kind === 'watch') {
      this.#sendSnapshot();
      this.#pending.take({ type: 'answer', id, answer: null });
    } else this.#pending.take({ type: 'failed', id, reason: NOT_HELD });
  }
}
