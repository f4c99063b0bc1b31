/** A trace on the page whose worker is the test: it says snapshots, and answers what it was asked, in any order. */
import type { BackendListener } from '../../src/app/backend/backend.ts';
import { PendingRequests } from '../../src/app/backend/pending-requests.ts';
import type { AppState } from '../../src/app/state/app-state.ts';
import type { OpenFile } from '../../src/app/state/traces/open-file.ts';
import type { OpenTrace } from '../../src/app/state/traces/open-trace.ts';
import type { AnswerOf, RequestKind } from '../../src/engine/reading/contract/requests';
import type { Snapshot } from '../../src/engine/reading/contract/snapshot.ts';
import { emptySummary } from '../../src/engine/reading/facts/summary.ts';
import type { RequestMessage } from '../../src/engine/service/answers/serve.ts';
import type { TraceRef } from '../../src/sharing/link/state.ts';

/** Of a sender's trace of 10 s that was read: nothing was found, nothing is known but what is given. */
export function madeSnapshot(known: Partial<Snapshot> = {}): Snapshot {
  return {
    ...{ phase: 'ready', connection: 0, revision: 1, extent: { fromUs: 0, toUs: 10e6 }, connectionCount: 1 },
    ...{ summary: { ...emptySummary('none'), side: 'sender' }, catalogue: [], connections: [] },
    ...{ findings: [], remarks: [] },
    progress: {
      readBytes: 0,
      totalBytes: 0,
      inflatedBytes: 0,
      megabytesPerSecond: 0,
      events: 0,
      skippedRecords: 0,
      columnBytes: 0,
    },
    ...{ notFound: [], notJudged: [], messages: [], models: null, quality: null },
    ...known,
  } as unknown as Snapshot;
}

export class HandTrace {
  readonly file: OpenFile;
  /** Not answered yet. */
  readonly asked: RequestMessage[] = [];
  readonly #pending: PendingRequests;
  #listener: BackendListener | null = null;

  /** @param ref what a link would call the trace that it is a digest of. */
  constructor(app: AppState, name = 'a.sqlog', ref: TraceRef | null = null) {
    this.#pending = new PendingRequests({
      send: (message) => this.asked.push(message),
      cancel: (id) => this.#forget(id),
    });
    this.file = app.files.openDigest(name, { ref, encoded: null, place: null }, (listener) => {
      this.#listener = listener;
      return {
        request: (kind, body, options) => this.#pending.request(kind, body, options),
        ...{
          isPreparing: () => false,
          wake: () => undefined,
          restart: () => undefined,
          stop: () => undefined,
        },
      };
    });
  }

  get trace(): OpenTrace {
    return this.file.current;
  }

  say(snapshot: Partial<Snapshot> = {}): void {
    this.#listener?.onSnapshot(madeSnapshot(snapshot), 0);
  }

  bodies(kind: RequestKind): readonly unknown[] {
    return this.asked.filter((one) => one.kind === kind).map(({ body }) => body);
  }

  /** Answers the oldest question of the kind. @throws where there is none. */
  answer<K extends RequestKind>(kind: K, answer: AnswerOf<K>): Promise<void> {
    return this.#settle(kind, (id) => this.#pending.take({ type: 'answer', id, answer } as never));
  }

  fail(kind: RequestKind, reason: string): Promise<void> {
    return this.#settle(kind, (id) => this.#pending.take({ type: 'failed', id, reason }));
  }

  async #settle(kind: RequestKind, settle: (id: number) => void): Promise<void> {
    const question = this.asked.find((one) => one.kind === kind);
    if (question === undefined) throw new Error(`it was not asked for ${kind}`);
    this.#forget(question.id);
    settle(question.id);
    for (let step = 0; step < 20; step++) await null;
  }

  #forget(id: number): void {
    const at = this.asked.findIndex((one) => one.id === id);
    if (at >= 0) this.asked.splice(at, 1);
  }
}
