/**
 * One open trace: the newest snapshot of its backend, the newest windows of columns (`Windows` requests them), and
 * requests about the shown connection. The view and its changes are in `trace-view.ts`.
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
import type { TraceState } from './pending-traces';
import type { ShownDigest } from './shown-digest';
import { createStore, type Store } from './store';
import { type SavedView, TraceView } from './trace-view';
import { Windows } from './windows';

export interface OpenTraceOptions {
  readonly id: number;
  readonly name: string;
  readonly source: SourceSpec;
  /** Called whenever something may have become idle or busy. */
  readonly onActivity: () => void;
  /** Set for a digest shown in place of the trace. */
  readonly digest?: ShownDigest;
  /** Creates the backend: a worker that reads the source, or a digest. */
  readonly connect: Connect;
}

/** @param trace the caller, still under construction: its fields may be read later only. */
export type Connect = (listener: BackendListener, trace: OpenTrace) => Backend;

export class OpenTrace extends TraceView {
  readonly id: number;
  readonly name: string;
  readonly source: SourceSpec;
  /** Null for a trace that is read from its source. */
  readonly digest: ShownDigest | null;
  readonly snapshot: Store<Snapshot | null> = createStore<Snapshot | null>(null);
  readonly answer: Store<WindowAnswer | null> = createStore<WindowAnswer | null>(null);
  readonly overview: Store<WindowAnswer | null> = createStore<WindowAnswer | null>(null);
  readonly crash: Store<Message | null> = createStore<Message | null>(null);
  /** The user ticked the file name in a dialog: links, the address and names of saved files include it from then on. */
  readonly includesName: Store<boolean> = createStore(false);
  readonly #backend: Backend;
  readonly #windows: Windows;
  readonly #onActivity: () => void;
  #width = 0;
  #wanted: readonly string[] = [];
  #parts: readonly AnswerPart[] = [];
  /** The connection that the user selected, null for the worker's default; and the shown one. */
  #chosen: number | null = null;
  #connection = 0;
  readonly #savedViews = new Map<number, SavedView>();
  /** Number of pending requests, and further conditions of being busy. */
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
        // Sent before the worker received the user's selection.
        if (this.#chosen !== null && snapshot.connection !== this.#chosen) return;
        if (snapshot.connection === this.#connection) this.snapshot.set(snapshot);
        else this.#switchConnection(snapshot);
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

  /** `ready`: read; `failed`: could not be read, or its worker ended. */
  get state(): Extract<TraceState, 'loading' | 'ready' | 'failed'> {
    if (this.crash.get() !== null) return 'failed';
    const phase = this.snapshot.get()?.phase;
    return phase === 'ready' || phase === 'failed' ? phase : 'loading';
  }

  /** True while the worker reads or a request is pending. */
  get isBusy(): boolean {
    if (this.crash.get() !== null) return false;
    const isAsking = this.#waiting > 0 || this.#windows.waiting || this.#waitsFor.some((waits) => waits());
    return this.state === 'loading' || isAsking || this.#backend.isPreparing();
  }

  /**
   * Sends a request about the shown connection. The trace is busy until the caller has handled the answer.
   * Rejects as `Backend.request`.
   */
  request<K extends RequestKind>(
    kind: K,
    body: Omit<BodyOf<K>, 'connection'>,
    options: RequestOptions<K> = {},
  ): Promise<AnswerOf<K>> {
    return this.#whileWaiting(this.ask(kind, body, options));
  }

  /** As `request`, for callers that use `busyWhile` instead. */
  ask<K extends RequestKind>(
    kind: K,
    body: Omit<BodyOf<K>, 'connection'>,
    options: RequestOptions<K>,
  ): Promise<AnswerOf<K>> {
    return this.#backend.request(kind, { ...body, connection: this.#connection } as BodyOf<K>, options);
  }

  /** The trace is busy while this returns true; call `changed` when the result may have changed. */
  busyWhile(waits: () => boolean): void {
    this.#waitsFor.push(waits);
  }

  /** Calls back when the worker ended, or reads the file again: pending requests get no answer. */
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

  /** The state of a feature for this trace, created on first use. */
  feature<T>(key: FeatureState<OpenTrace, T>): T {
    return this.#features.get(key);
  }

  /** Index of the shown connection. */
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
    // One microtask after the callers that await the answer.
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

  /** Shows another connection of the file, with its saved view. */
  choose(connection: number): void {
    if (connection === this.#connection && this.#chosen !== null) return;
    this.#chosen = connection;
    const selected = this.#backend.request('select', { connection }, { supersedes: 'select' });
    this.#whileWaiting(selected).catch((error: unknown) => {
      // The shown connection does not change.
      if (error instanceof RequestFailed && this.#chosen === connection) this.#chosen = null;
    });
  }

  /** Saves the view of the previous connection and restores that of the new one. */
  #switchConnection(snapshot: Snapshot): void {
    const { connection } = snapshot;
    this.#savedViews.set(this.#connection, this.saveView());
    this.#connection = connection;
    this.#windows.forget();
    this.answer.set(null);
    this.overview.set(null);
    this.snapshot.set(snapshot);
    this.restoreView(this.#savedViews.get(connection));
  }

  /** Sets the width of the plot area, CSS pixels. */
  setWidth(width: number): void {
    if (width === this.#width) return;
    this.#width = width;
    this.#ensureWindows();
    // Redraws at once from the current answer.
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

  /** The trace is shown: where its worker was taken, the file is read again. */
  wake(): void {
    this.#backend.wake();
  }

  /** Reads the file again, after its worker crashed or stopped responding. The view is kept. */
  readAgain(): void {
    const reason = 'The file is read again.';
    this.#end(reason);
    this.#chosen = null;
    this.crash.set(null);
    this.snapshot.set(null);
    this.#backend.restart(reason);
    this.#onActivity();
  }

  /** Stops the backend. */
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
