/**
 * The messages between a page and the worker of a file, and the worker's side of them.
 *
 *   page   ── open ───────────────────► worker     first, once
 *          ◄── snapshot ───────────────            while reading and at the end
 *          ── request {id, kind, body} ─►          any number at a time
 *          ◄── progress {id} ───────────
 *          ◄── answer {id} | failed {id} ──        one of them, unless it was cancelled
 *          ── cancel {id} ─────────────►           no further message about this request
 *          ── ping ────────────────────►
 *          ◄── alive ──────────────────
 *
 *   page   ── survey {id} ─────────────►           any number of files in place of `open`, one after the other:
 *          ◄── surveyed {id} ──────────            nothing of them is kept
 *
 *   page   ── sample {id} ─────────────►           likewise, for the groups of a table
 *          ◄── sampled {id} ───────────
 *
 * There is no message to cancel the reading: the page terminates the worker.
 */
import type { SourceSpec } from '../../input/bytes/source';
import { RequestFailed } from '../../reading/contract/request-failed';
import type { AnswerOf, BodyOf, ProgressOf, RequestKind } from '../../reading/contract/requests';
import type { FileSamples } from '../../reading/contract/samples';
import type { Snapshot } from '../../reading/contract/snapshot';
import type { FileSurvey } from '../../reading/contract/survey';
import type { HandlerTools } from './handler';
import type { TraceSession } from './session';

export type RequestMessage = {
  readonly [K in RequestKind]: {
    readonly type: 'request';
    readonly id: number;
    readonly kind: K;
    readonly body: BodyOf<K>;
  };
}[RequestKind];

export type ToWorker =
  /** `threads`: so many may read a large file together, this worker among them. */
  | { readonly type: 'open'; readonly source: SourceSpec; readonly threads: number }
  /** Checks that the worker responds: `alive` follows. */
  | { readonly type: 'ping' }
  /** Reads a file for a table of traces. */
  | { readonly type: 'survey'; readonly id: number; readonly source: SourceSpec }
  /** Reads it again for groups of traces. */
  | {
      readonly type: 'sample';
      readonly id: number;
      readonly source: SourceSpec;
      readonly connections: readonly number[];
    }
  | RequestMessage
  | { readonly type: 'cancel'; readonly id: number };

/** Messages about a request. */
export type ResponseMessage =
  | { readonly type: 'progress'; readonly id: number; readonly progress: ProgressOf<RequestKind> }
  | { readonly type: 'answer'; readonly id: number; readonly answer: AnswerOf<RequestKind> }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };

export type FromWorker =
  /** Of a watched connection. `main`: index of the file's default connection. */
  | { readonly type: 'snapshot'; readonly snapshot: Snapshot; readonly main: number }
  | { readonly type: 'alive' }
  | SurveyedMessage
  | SampledMessage
  | ResponseMessage;

/** `survey` is null where the code that makes it could not be fetched from the page's server. */
export interface SurveyedMessage {
  readonly type: 'surveyed';
  readonly id: number;
  readonly survey: FileSurvey | null;
}

/** `samples` is null where the code that makes them could not be fetched from the page's server. */
export interface SampledMessage {
  readonly type: 'sampled';
  readonly id: number;
  readonly samples: FileSamples | null;
}

export interface ServeOptions {
  readonly post: (message: FromWorker, transfer: readonly ArrayBuffer[]) => void;
  /** Called with anything a handler throws that is not `RequestFailed`; the page gets it like any error in a worker. */
  readonly onDefect: (error: unknown) => void;
}

/** Serves the messages of one page. @returns the message handler. */
export function serve(
  session: Pick<TraceSession, 'open' | 'answer'>,
  { post, onDefect }: ServeOptions,
): (message: ToWorker) => void {
  const open = new Map<number, AbortController>();

  const answer = async <K extends RequestKind>(id: number, kind: K, body: BodyOf<K>): Promise<void> => {
    const abort = new AbortController();
    const { signal } = abort;
    const progress: HandlerTools<K>['progress'] = (state) => {
      if (!signal.aborted) post({ type: 'progress', id, progress: state }, []);
    };
    open.set(id, abort);
    try {
      const { value, buffers } = await session.answer(kind, body, { signal, progress });
      if (!signal.aborted) post({ type: 'answer', id, answer: value }, buffers);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RequestFailed) post({ type: 'failed', id, reason: error.message }, []);
      else onDefect(error);
    } finally {
      open.delete(id);
    }
  };

  const survey = async (id: number, source: SourceSpec): Promise<void> => {
    const part = await import('./survey').catch(() => null);
    post({ type: 'surveyed', id, survey: part && (await part.surveyFile(source)) }, []);
  };

  const sample = async (id: number, source: SourceSpec, connections: readonly number[]): Promise<void> => {
    const part = await import('./file-samples').catch(() => null);
    post({ type: 'sampled', id, samples: part && (await part.samplesOfFile(source, connections)) }, []);
  };

  return (message) => {
    switch (message.type) {
      case 'open':
        void session.open(message.source, message.threads);
        break;
      case 'ping':
        post({ type: 'alive' }, []);
        break;
      case 'survey':
        survey(message.id, message.source).catch(onDefect);
        break;
      case 'sample':
        sample(message.id, message.source, message.connections).catch(onDefect);
        break;
      case 'request':
        void answer(message.id, message.kind, message.body);
        break;
      case 'cancel':
        open.get(message.id)?.abort();
        break;
    }
  };
}
