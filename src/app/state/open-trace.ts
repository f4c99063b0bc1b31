/**
 * One trace on the page: the newest snapshot of its backend, the newest windows of columns (`Windows` asks for them), and
 * requests about the connection that is looked at. What is looked at, and how that changes, is `looked-at.ts`.
 */

import type { Viewport } from '../../drawing/surface/viewport';
import { type TimeRange, visibleRange } from '../../drawing/view/view';
import type { AnswerOf, BodyOf, RequestKind } from '../../engine/answers/requests';
import type { SourceSpec } from '../../engine/bytes/source';
import type { AnswerPart } from '../../engine/contract/parts';
import { RequestFailed } from '../../engine/contract/request-failed';
import type { Message, Snapshot, WindowAnswer } from '../../engine/contract/snapshot';
import type { Backend, BackendListener, RequestOptions } from '../backend/backend';
import { type FeatureState, FeatureStates } from './feature-states';
import { type Left, LookedAt } from './looked-at';
import type { TraceState } from './pending-traces';
import type { ShownDigest } from './shown-digest';
import { createStore, type Store } from './store';
import { Windows } from './windows';

export interface OpenTraceOptions {
  readonly id: number;
  readonly name: string;
  readonly source: SourceSpec;
  /** Called whenever something may have become idle or busy. */
  readonly onActivity: () => void;
  /** A digest stands in place of the trace. */
  readonly digest?: ShownDigest;
  /** Begins what answers for the trace: a worker that reads its source, or a digest. */
  readonly connect: Connect;
}

/** @param trace who asks; its own fields may be read later only. */
export type Connect = (listener: BackendListener, trace: OpenTrace) => Backend;

export class OpenTrace extends LookedAt {
  readonly id: number;
  readonly name: string;
  readonly source: SourceSpec;
  /** Null for a trace that is read from its source. */
  readonly digest: ShownDigest | null;
  readonly snapshot: Store<Snapshot | null> = createStore<Snapshot | null>(null);
  readonly answer: Store<WindowAnswer | null> = createStore<WindowAnswer | null>(null);
  readonly overview: Store<WindowAnswer | null> = createStore<WindowAnswer | null>(null);
  readonly crash: Store<Message | null> = createStore<Message | null>(null);
  /** The user ticked the file's name in some dialog: links, the address and names of saved files tell it from then on. */
  readonly includesName: Store<boolean> = createStore(false);
  readonly #backend: Backend;
  readonly #windows: Windows;
  readonly #onActivity: () => void;
  #width = 0;
  #wanted: readonly string[] = [];
  #parts: readonly AnswerPart[] = [];
  /** The connection that the user chose, null while that is left to the worker; and the one looked at. */
  #chosen: number | null = null;
  #connection = 0;
  readonly #left = new Map<number, Left>();
  /** Requests of `request` under way, and what else the trace is busy for. */
  #waiting = 0;
  readonly #waitsFor: (() => boolean)[] = [];
  readonly #endListeners: ((reason: string) => void)[] = [];
  readonly #features = new FeatureStates<OpenTrace>(this);

  constructor({ id, name, source, onActivity, digest, connect }: OpenTraceOptions) {
    super();
    this.id = id;
    this.name = name;
    this.source = source;
    this.digest = digest ?? null;
    this.#onActivity = onActivity;
    const listener: BackendListener = {
      onSnapshot: (snapshot) => {
        // Sent before the worker knew of the user's choice.
        if (this.#chosen !== null && snapshot.connection !== this.#chosen) return;
        if (snapshot.connection === this.#connection) this.snapshot.set(snapshot);
        else this.#turnTo(snapshot);
        this.#ensureWindows();
      },
      onCrash: (message) => {
        this.#end(message.text);
        this.crash.set(message);
        onActivity();
      },
      onSilence: (message) => {
        this.crash.set(message);
        onActivity();
      },
    };
    this.#backend = connect(listener, this);
    this.#windows = new Windows({
      request: (request, options) => this.request('window', request, options),
      onAnswer: (use, answer) => {
        (use === 'panels' ? this.answer : this.overview).set(answer);
        this.#ensureWindows();
      },
    });
    this.view.subscribe(() => this.#ensureWindows());
  }

  /** Nothing more comes of a file that is not loading: it is read, could not be read, or its worker is gone. */
  get state(): Extract<TraceState, 'loading' | 'ready' | 'failed'> {
    if (this.crash.get() !== null) return 'failed';
    const phase = this.snapshot.get()?.phase;
    return phase === 'ready' || phase === 'failed' ? phase : 'loading';
  }

  /** True while the worker reads or a question waits for its answer. */
  get isBusy(): boolean {
    if (this.crash.get() !== null) return false;
    const isAsking = this.#waiting > 0 || this.#windows.waiting || this.#waitsFor.some((waits) => waits());
    return this.state === 'loading' || isAsking || this.#backend.isPreparing();
  }

  /**
   * Asks about the connection that is looked at. The trace is busy until whoever asked has dealt with the answer.
   * Rejects as `Backend.request`.
   */
  request<K extends RequestKind>(
    kind: K,
    body: Omit<BodyOf<K>, 'connection'>,
    options: RequestOptions<K> = {},
  ): Promise<AnswerOf<K>> {
    return this.#whileWaiting(this.ask(kind, body, options));
  }

  /** As `request`, by whoever says itself what the trace is busy for (`busyWhile`). */
  ask<K extends RequestKind>(
    kind: K,
    body: Omit<BodyOf<K>, 'connection'>,
    options: RequestOptions<K>,
  ): Promise<AnswerOf<K>> {
    return this.#backend.request(kind, { ...body, connection: this.#connection } as BodyOf<K>, options);
  }

  /** The trace is busy while this says so; `changed` tells that it may say something else now. */
  busyWhile(waits: () => boolean): void {
    this.#waitsFor.push(waits);
  }

  /** Calls back when the worker is gone, or is to read the file again: what was asked of it is not answered any more. */
  onEnd(listener: (reason: string) => void): void {
    this.#endListeners.push(listener);
  }

  #end(reason: string): void {
    this.#windows.forget();
    for (const listener of this.#endListeners) listener(reason);
  }

  changed(): void {
    this.#onActivity();
  }

  /** The state of a feature for this trace, made when it is first asked for. */
  feature<T>(key: FeatureState<OpenTrace, T>): T {
    return this.#features.get(key);
  }

  /** The connection that is looked at. */
  get connection(): number {
    return this.#connection;
  }

  #whileWaiting<T>(answer: Promise<T>): Promise<T> {
    this.#waiting++;
    this.#onActivity();
    const settled = answer.then(
      () => undefined,
      () => undefined,
    );
    // One step behind those who wait for the answer itself.
    void settled.then(() => {
      this.#waiting--;
      this.#onActivity();
    });
    return answer;
  }

  get extent(): TimeRange {
    return this.snapshot.get()?.extent ?? { fromUs: 0, toUs: 0 };
  }

  protected get findings(): Snapshot['findings'] {
    return this.snapshot.get()?.findings ?? [];
  }

  get viewport(): Viewport {
    return { ...visibleRange(this.view.get(), this.extent), width: this.#width };
  }

  /** Looks at another connection of the file, as it was left. */
  choose(connection: number): void {
    if (connection === this.#connection && this.#chosen !== null) return;
    this.#chosen = connection;
    const selected = this.#backend.request('select', { connection }, { supersedes: 'select' });
    this.#whileWaiting(selected).catch((error: unknown) => {
      // What is looked at stays.
      if (error instanceof RequestFailed && this.#chosen === connection) this.#chosen = null;
    });
  }

  /** What is looked at belongs to a connection: it is put aside, and what was left there taken up again. */
  #turnTo(snapshot: Snapshot): void {
    const { connection } = snapshot;
    this.#left.set(this.#connection, this.leave());
    this.#connection = connection;
    this.#windows.forget();
    this.answer.set(null);
    this.overview.set(null);
    this.snapshot.set(snapshot);
    this.takeUp(this.#left.get(connection));
  }

  /** The plot area became so many CSS pixels wide. */
  setWidth(width: number): void {
    if (width === this.#width) return;
    this.#width = width;
    this.#ensureWindows();
    // Drawn again at once from what is there.
    this.view.update((view) => ({ ...view }));
  }

  /** The panels need these series and parts from now on. */
  want(series: readonly string[], parts: readonly AnswerPart[]): void {
    this.#wanted = series;
    this.#parts = parts;
    this.#ensureWindows();
  }

  /** Esc: clears selection, pin and highlight, in this order, one at a time. */
  clear(): void {
    const { selection, pinnedUs } = this.view.get();
    if (selection !== null) this.select(null);
    else if (pinnedUs !== null) this.pin(null);
    else this.view.update((view) => ({ ...view, finding: null }));
  }

  /** Comes to the page: where its worker was taken, the file is read again. */
  wake(): void {
    this.#backend.wake();
  }

  /** Reads the file from its beginning, after its worker broke down or fell silent. What is looked at stays. */
  readAgain(): void {
    const reason = 'The file is read again.';
    this.#end(reason);
    this.#chosen = null;
    this.crash.set(null);
    this.snapshot.set(null);
    this.#backend.restart(reason);
    this.#onActivity();
  }

  /** Stops the worker; nothing comes from this trace any more. */
  close(): void {
    this.#windows.forget();
    this.#backend.stop();
    this.#onActivity();
  }

  #ensureWindows(): void {
    const snapshot = this.snapshot.get();
    const { extent, viewport } = this;
    if (snapshot !== null && this.#width > 0 && extent.toUs > extent.fromUs) {
      const { model } = this.view.get();
      this.#windows.ensure(snapshot, viewport, { series: this.#wanted, parts: this.#parts, model });
    }
    this.#onActivity();
  }
}
