/**
 * The backend of an open trace, as the page sees it: a worker that reads its file (`worker-backend.ts`) or a digest
 * (`digest-backend.ts`). What can be asked is the engine's map of requests.
 */
import type { AnswerOf, BodyOf, ProgressOf, RequestKind } from '../../engine/answers/requests';
import type { Message, Snapshot } from '../../engine/contract/snapshot';

export interface RequestOptions<K extends RequestKind> {
  /** Fires when the answer is not wanted any more. */
  readonly signal?: AbortSignal;
  /** Not called any more once the promise is settled. */
  readonly onProgress?: (progress: ProgressOf<K>) => void;
  /** Aborts the request before with this key. Without a key no request is ever dropped. */
  readonly supersedes?: string;
}

export interface Backend {
  /**
   * Rejects with `RequestFailed` where there is no answer, with `BackendEnded` where the backend ended before, and with an
   * `AbortError` where the request was superseded or its signal fired.
   */
  request<K extends RequestKind>(kind: K, body: BodyOf<K>, options?: RequestOptions<K>): Promise<AnswerOf<K>>;
  /** True while it must read before it can answer: a file again whose worker was taken. */
  isPreparing(): boolean;
  /** The trace is shown: what is needed to answer is fetched before it is asked. */
  wake(): void;
  /** Begins anew, whatever is under way. @param reason why what is under way has no answer. */
  restart(reason: string): void;
  /** Ends for good; what it holds is given back. */
  stop(): void;
}

export interface BackendListener {
  readonly onSnapshot: (snapshot: Snapshot) => void;
  /** The worker itself broke down: all requests are rejected. */
  readonly onCrash: (message: Message) => void;
  /** The worker has said nothing for long, or says something again: then null. */
  readonly onSilence: (message: Message | null) => void;
}

/** The backend ended, for the reason in the message: no request under way has an answer. */
export class BackendEnded extends Error {
  override readonly name = 'BackendEnded';
}

/** The answer, or null where nobody wants it any more or nothing is there to give one. */
export async function answerIfAny<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof BackendEnded || isAbort(error)) return null;
    throw error;
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
