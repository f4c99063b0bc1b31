/**
 * What a handler gets and gives. A handler answers one kind of request about one open file, and knows neither messages nor
 * who asks. The map of kinds is `requests.ts`.
 */
import type { Analysis } from '../reading/analysis';
import type { FileConnection } from '../reading/connection-list';
import type { ModelRuns } from './model-runs';
import type { AnswerOf, BodyOf, ProgressOf, RequestKind } from './requests';

/** The open file, as far as handlers need it. It may grow from request to request. */
export interface OpenFile {
  /** Of the newest snapshot. */
  readonly revision: number;
  /** Null before the trace is judged. */
  readonly models: ModelRuns | null;
  /** @throws RequestFailed for an index that the file does not have. */
  connection(index: number): FileConnection;
  /** Undefined before the connection is judged. */
  analysis(index: number): Analysis | undefined;
  /** Looks at another connection: a snapshot of it is sent. @throws RequestFailed as `connection`. */
  select(index: number): void;
  /** What a handler keeps from one request to the next: one instance of the class per file. */
  keep<T>(Kept: new () => T): T;
}

export interface HandlerTools<K extends RequestKind> {
  /** Fires when the answer is not wanted any more; what the handler gives or throws then is dropped. */
  readonly signal: AbortSignal;
  readonly progress: (progress: ProgressOf<K>) => void;
}

/**
 * Answers requests of one kind. What it throws as `RequestFailed` is the reason that the asker gets; it answers at once
 * where it can, so that the answer is about the columns as they are when it is asked.
 */
export type Handler<K extends RequestKind> = (
  file: OpenFile,
  body: BodyOf<K>,
  tools: HandlerTools<K>,
) => Given<AnswerOf<K>> | Promise<Given<AnswerOf<K>>>;

/** An answer; all of it is copied to the page unless it says what is transferred. */
export type Given<Answer> = Answer | Transferring<Answer>;

export class Transferring<Answer> {
  readonly value: Answer;
  readonly buffers: readonly ArrayBuffer[];

  constructor(value: Answer, buffers: readonly ArrayBuffer[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

/** An answer whose buffers go to the page: the worker must not keep any of them. */
export function transferring<Answer>(value: Answer, buffers: readonly ArrayBuffer[]): Transferring<Answer> {
  return new Transferring(value, buffers);
}
