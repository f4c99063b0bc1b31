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
import { EventList } from './event-list';
import { type Left, LookedAt } from './looked-at';
import { MeasureTool } from './measure-tool';
import type { TraceState } from './pending-traces';
import { RangeExport } from './range-export';
import type { ShownDigest } from './shown-digest';
import { createStore, type Store } from './store';
import { TraceNotes } from './trace-notes';
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
  readonly events: EventList;
  readonly measure: MeasureTool;
  readonly notes = new TraceNotes();
  /** The user ticked the file's name in some dialog: links, the address and names of saved files tell it from then on. */
  readonly nameTold: Store<boolean> = createStore(false);
  readonly rangeExport: RangeExport;
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
  /** Requests of `request` under way. */
  #waiting = 0;

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
        this.events.grow(snapshot.revision);
        this.measure.grow(snapshot.revision);
      },
      onCrash: (message) => {
        this.#windows.forget();
        this.events.end(message.text);
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
    this.measure = new MeasureTool((range, signal) => this.request('measure', range, { signal }));
    this.rangeExport = new RangeExport((request, options) => this.request('export', request, options));
    this.events = new EventList({
      events: (request, options) => this.#ask('events', request, options),
      record: (request, options) => this.#ask('record', request, options),
      showTime: (timeUs) => this.showTime(timeUs),
      onActivity,
    });
    this.view.subscribe(() => {
      const { range, selection, pinnedUs } = this.view.get();
      this.#ensureWindows();
      this.events.follow({ visible: range, marked: selection, pinnedUs });
    });
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
    const isAsking = this.#waiting > 0 || this.#windows.waiting || this.events.pending;
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
    return this.#whileWaiting(this.#ask(kind, body, options));
  }

  /** As `request`, for the event list: it waits for nothing while it is closed. */
  #ask<K extends RequestKind>(
    kind: K,
    body: Omit<BodyOf<K>, 'connection'>,
    options: RequestOptions<K>,
  ): Promise<AnswerOf<K>> {
    return this.#backend.request(kind, { ...body, connection: this.#connection } as BodyOf<K>, options);
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
    this.events.startOver();
    this.measure.clear();
    this.notes.turnTo(connection);
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

  /** Measures a range that a hand draws, cut like a mark. @param held it is still being drawn. */
  measureDrawn(range: TimeRange, held: boolean): void {
    this.measure.span(this.cutToVisible(range), held);
  }

  /** Measures the marked range, or the visible one where none is marked. */
  measureShown(): void {
    const { fromUs, toUs } = this.view.get().selection ?? this.viewport;
    this.measure.span({ fromUs, toUs });
  }

  /** Esc: lets go of measurement, mark, pin and band, in this order, one at a time. */
  clear(): void {
    const { selection, pinnedUs } = this.view.get();
    if (this.measure.current.get() !== null) this.measure.clear();
    else if (selection !== null) this.select(null);
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
    this.#windows.forget();
    this.events.end(reason);
    this.measure.clear();
    this.#chosen = null;
    this.crash.set(null);
    this.snapshot.set(null);
    this.events.startOver();
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
