/**
 * Input and output of a handler. A handler answers one kind of request about one open file, and depends on neither
 * messages nor the caller. The map of kinds is in `reading/contract/requests.ts`.
 */
import type { AnswerOf, BodyOf, ProgressOf, RequestKind } from '../../reading/contract/requests';
import type { Analysis } from '../../reading/stages/analysis';
import type { FileConnection } from '../../reading/stages/connection-list';
import type { ModelRuns } from './model-runs';

/** The open file as handlers see it. It may grow between requests. */
export interface OpenFile {
  /** Of the newest snapshot. */
  readonly revision: number;
  /** Null before the trace is analysed. */
  readonly models: ModelRuns | null;
  /** @throws RequestFailed for an index that the file does not have. */
  connection(index: number): FileConnection;
  /** Undefined before the connection is analysed. */
  analysis(index: number): Analysis | undefined;
  /** Sends snapshots of this connection too, the first one at once. @throws RequestFailed as `connection`. */
  watch(index: number): void;
  /** State that a handler keeps between requests: one instance of the class per file. */
  stateOf<T>(State: new () => T): T;
}

export interface HandlerTools<K extends RequestKind> {
  /** Fires when the answer is no longer needed; the handler's result or error is then dropped. */
  readonly signal: AbortSignal;
  readonly progress: (progress: ProgressOf<K>) => void;
}

/**
 * Answers requests of one kind. A thrown `RequestFailed` is the reason sent to the caller. It should answer
 * synchronously if it can, so that the answer is about the columns at the time of the request.
 */
export type Handler<K extends RequestKind> = (
  file: OpenFile,
  body: BodyOf<K>,
  tools: HandlerTools<K>,
) => Given<AnswerOf<K>> | Promise<Given<AnswerOf<K>>>;

/** An answer; copied to the page except for the buffers to be transferred. */
export type Given<Answer> = Answer | Transferring<Answer>;

export class Transferring<Answer> {
  readonly value: Answer;
  readonly buffers: readonly ArrayBuffer[];

  constructor(value: Answer, buffers: readonly ArrayBuffer[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

/** An answer whose buffers are transferred to the page: the worker must not keep any of them. */
export function transferring<Answer>(value: Answer, buffers: readonly ArrayBuffer[]): Transferring<Answer> {
  return new Transferring(value, buffers);
}
