/**
 * What stands behind a trace of which there is only a digest: it answers at once from what the digest holds, and says
 * in words what it does not. It is fetched with the first digest that is opened.
 */

import type { EventsRequest, RecordRequest } from '../../engine/contract/events';
import type { CutRequest } from '../../engine/contract/export';
import type { Query, Snapshot } from '../../engine/contract/messages';
import type { MeasureRequest, RowsRequest } from '../../engine/contract/parts';
import { answerFrom, snapshotOf } from '../../sharing/digest/answer';
import type { Digest } from '../../sharing/digest/digest';
import type { TraceConnection, TraceListener } from './trace-client';

const NO_EVENTS =
  'A digest holds no events. Open the trace itself here to list them: it takes the place of its digest.';
const NOTHING_TO_CUT =
  'A digest holds no events to cut from. Open the trace itself here: it takes the place of its digest.';

export class DigestConnection implements TraceConnection {
  readonly #digest: Digest;
  readonly #listener: TraceListener;
  readonly #snapshot: Snapshot;
  #seq = 0;
  #stopped = false;

  /** @param sizeBytes of the digest, packed. */
  constructor(digest: Digest, sizeBytes: number, listener: TraceListener) {
    this.#digest = digest;
    this.#listener = listener;
    this.#snapshot = snapshotOf(digest, sizeBytes);
    this.#later(() => listener.onSnapshot(this.#snapshot));
  }

  /** Everything is answered before anybody can ask. */
  pending(): boolean {
    return false;
  }

  ask(query: Omit<Query, 'seq'>): void {
    const seq = ++this.#seq;
    this.#later(() => this.#listener.onAnswer(answerFrom(this.#digest, { ...query, seq })));
  }

  /** A digest is of one connection. */
  select(): void {
    this.#later(() => this.#listener.onSnapshot(this.#snapshot));
  }

  wake(): void {
    // A digest is always there.
  }

  restart(): void {
    // Nothing of it can end early.
  }

  forget(): void {
    // What was asked is answered by now.
  }

  askEvents({ seq, first }: EventsRequest): void {
    this.#later(() =>
      this.#listener.onEvents({
        seq,
        first,
        filterError: null,
        matches: 0,
        looked: 0,
        total: 0,
        done: true,
        rows: [],
        anchor: null,
        readError: NO_EVENTS,
      }),
    );
  }

  askRecord({ seq, row }: RecordRequest): void {
    this.#later(() =>
      this.#listener.onRecord({
        seq,
        row,
        offset: 0,
        sizeBytes: 0,
        text: null,
        cut: false,
        error: NO_EVENTS,
        progress: 1,
      }),
    );
  }

  /** Nothing in a digest is exact: the page says so in place of figures. */
  askMeasure({ seq, fromUs, toUs }: MeasureRequest): void {
    const unknown = Number.NaN;
    this.#later(() =>
      this.#listener.onMeasured({
        seq,
        fromUs,
        toUs,
        sentBytes: unknown,
        ackedBytes: unknown,
        receivedBytes: unknown,
        packetsSent: unknown,
        packetsLost: unknown,
        transitions: unknown,
        ptos: unknown,
        ptoMethod: this.#digest.summary.ptos.method,
        rttUs: unknown,
        rttOrigin: 'logged',
        roundTrips: unknown,
        cwndFromBytes: unknown,
        cwndToBytes: unknown,
      }),
    );
  }

  askRows({ seq, fromUs }: RowsRequest): void {
    this.#later(() => this.#listener.onRows({ seq, fromUs, columns: [] }));
  }

  askCut(request: CutRequest | null): void {
    if (request === null) return;
    const { seq } = request;
    this.#later(() => this.#listener.onCut({ seq, state: 'failed', reason: NOTHING_TO_CUT }));
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Behind whoever asks, as an answer of a worker comes. */
  #later(run: () => void): void {
    queueMicrotask(() => {
      if (!this.#stopped) run();
    });
  }
}
