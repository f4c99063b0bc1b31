/**
 * Backend of an open file: a worker that reads its file (`worker-backend.ts`) or a digest
 * (`digest-backend.ts`). The possible requests are the engine's map.
 */
import type { SourceSpec } from '../../engine/input/bytes/source';
import type { AnswerOf, BodyOf, ProgressOf, RequestKind } from '../../engine/reading/contract/requests';
import type { Message, Snapshot } from '../../engine/reading/contract/snapshot';

export interface RequestOptions<K extends RequestKind> {
  /** Fires when the answer is no longer needed. */
  readonly signal?: AbortSignal;
  /** Not called after the promise is settled. */
  readonly onProgress?: (progress: ProgressOf<K>) => void;
  /** Aborts the previous request with this key. */
  readonly supersedes?: string;
}

export interface Backend {
  /**
   * Rejects with `RequestFailed` where there is no answer, with `BackendEnded` where the backend ended before, and with an
   * `AbortError` where the request was superseded or its signal fired.
   */
  request<K extends RequestKind>(kind: K, body: BodyOf<K>, options?: RequestOptions<K>): Promise<AnswerOf<K>>;
  /** True while it must read the file again before it can answer: its worker was given to another trace. */
  isPreparing(): boolean;
  /** The trace is shown: prepares to answer requests. */
  wake(): void;
  /** Starts again. @param reason why pending requests are rejected. @param source in place of the one before. */
  restart(reason: string, source: SourceSpec): void;
  /** Ends permanently and frees its resources. */
  stop(): void;
}

export interface BackendListener {
  /** @param main index of the file's default connection. */
  readonly onSnapshot: (snapshot: Snapshot, main: number) => void;
  /** The worker crashed: all requests are rejected. */
  readonly onCrash: (message: Message) => void;
  /** The worker does not respond; null when it responds again. */
  readonly onSilence: (message: Message | null) => void;
}

/** The backend ended, for the reason in the message; pending requests are rejected with this. */
export class BackendEnded extends Error {
  override readonly name = 'BackendEnded';
}

/** The answer, or null where the request was aborted or the backend ended. */
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
