/** A backend's `request` by hand: what was asked with which options, and promises that a test settles. */
import type { RequestOptions } from '../../src/app/backend/backend.ts';
import type { AnswerOf, RequestKind } from '../../src/engine/reading/contract/requests';

export interface StubbedRequest<K extends RequestKind, Body> {
  readonly body: Body;
  readonly options: RequestOptions<K>;
  /** Each returns when those who wait have dealt with it. */
  readonly answer: (answer: AnswerOf<K>) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

/** Longer than any chain of promises of those who wait. */
async function dealtWith(): Promise<void> {
  for (let step = 0; step < 10; step++) await null;
}

/** Rejects by itself when the signal fires, as a backend does. */
export function stubRequest<K extends RequestKind, Body>(): {
  readonly asked: StubbedRequest<K, Body>[];
  readonly request: (body: Body, options?: RequestOptions<K>) => Promise<AnswerOf<K>>;
} {
  const asked: StubbedRequest<K, Body>[] = [];
  const request = (body: Body, options: RequestOptions<K> = {}): Promise<AnswerOf<K>> =>
    new Promise((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      asked.push({
        body,
        options,
        answer: (answer) => {
          resolve(answer);
          return dealtWith();
        },
        fail: (error) => {
          reject(error);
          return dealtWith();
        },
      });
    });
  return { asked, request };
}
