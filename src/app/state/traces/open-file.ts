/**
 * One open file: what was opened, and the backend that answers for it (a worker that reads it, or a digest). It holds one
 * trace per connection, created when it is needed; its tab shows one of them, the worst at first.
 */
import type { SourceSpec } from '../../../engine/input/bytes/source';
import type { AnswerOf, BodyOf, RequestKind } from '../../../engine/reading/contract/requests';
import type { Message, Snapshot } from '../../../engine/reading/contract/snapshot';
import type { Backend, BackendListener, RequestOptions } from '../../backend/backend';
import { type FeatureState, FeatureStates } from '../feature-states';
import { createStore, type Store } from '../store';
import { type OpenSet, OpenTrace } from './open-trace';
import type { ShownDigest } from './shown-digest';
import type { TraceFile } from './trace-file';
import type { TraceState } from './trace-state';

/** @param file the caller, still under construction: its fields may be read later only. */
export type Connect = (listener: BackendListener, file: OpenFile) => Backend;

export interface OpenFileOptions {
  readonly id: number;
  readonly name: string;
  readonly source: SourceSpec;
  /** Called whenever something may have become idle or busy. */
  readonly onActivity: () => void;
  /** Called when its tab shows another trace. */
  readonly onTurn: (file: OpenFile, from: OpenTrace) => void;
  /** Set for a digest shown in place of the file. */
  readonly digest?: ShownDigest;
  /** Creates the backend. */
  readonly connect: Connect;
}

export class OpenFile implements TraceFile {
  readonly id: number;
  readonly name: string;
  readonly axis = 'time';
  readonly digest: ShownDigest | null;
  readonly crash: Store<Message | null> = createStore<Message | null>(null);
  readonly includesName: Store<boolean> = createStore(false);
  #source: SourceSpec;
  readonly #options: OpenFileOptions;
  readonly #backend: Backend;
  readonly #traces = new Map<number, OpenTrace>();
  /** The trace that the tab shows, and whether the user selected it. */
  #current: OpenTrace;
  #isChosen = false;
  /** Number of pending requests of the file itself. */
  #waiting = 0;
  readonly #closing = new AbortController();
  readonly #features = new FeatureStates<TraceFile>(this);
  readonly #listeners = new Set<() => void>();

  constructor(options: OpenFileOptions) {
    const { id, name, source, digest, connect } = options;
    this.id = id;
    this.name = name;
    this.#source = source;
    this.digest = digest ?? null;
    this.#options = options;
    this.#current = this.trace(0);
    const listener: BackendListener = {
      onSnapshot: (snapshot, main) => this.#take(snapshot, main),
      onCrash: (message) => {
        this.#end(message.text);
        this.#fail(message);
      },
      onSilence: (message) => this.#fail(message),
    };
    this.#backend = connect(listener, this);
  }

  /** The trace of a connection. Its snapshots come where the tab shows it, or after `watch`. */
  trace(connection: number): OpenTrace {
    const trace = this.#traces.get(connection) ?? new OpenTrace(this, connection);
    this.#traces.set(connection, trace);
    return trace;
  }

  get source(): SourceSpec {
    return this.#source;
  }

  /** The trace that the tab shows. */
  get current(): OpenTrace {
    return this.#current;
  }

  /** The set that the tab shows: the trace's own, to which others may have been added. */
  get set(): OpenSet {
    return this.#current.home;
  }

  get state(): Extract<TraceState, 'loading' | 'ready' | 'failed'> {
    return this.#current.state;
  }

  /** Fires when the file is closed, or its reading cancelled: whatever the page itself asks its address ends with it. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** True while the worker reads or a request is pending. */
  get isBusy(): boolean {
    if (this.crash.get() !== null) return false;
    const isAsking = this.#waiting > 0 || [...this.#traces.values()].some((trace) => trace.isAsking);
    return this.state === 'loading' || isAsking || this.#backend.isPreparing();
  }

  request<K extends RequestKind>(
    kind: K,
    body: BodyOf<K>,
    options: RequestOptions<K> = {},
  ): Promise<AnswerOf<K>> {
    return this.#backend.request(kind, body, options);
  }

  changed(): void {
    this.#options.onActivity();
  }

  feature<T>(key: FeatureState<TraceFile, T>): T {
    return this.#features.get(key);
  }

  /**
   * Requests the snapshots of a connection. @returns its trace, which has one; rejects where the file does not hold the
   * connection, or its backend ended.
   */
  async watch(connection: number): Promise<OpenTrace> {
    const trace = this.trace(connection);
    if (trace.snapshot.get() !== null) return trace;
    this.#waiting++;
    this.changed();
    try {
      await this.request('watch', { connection });
      return trace;
    } finally {
      this.#waiting--;
      // One microtask after the callers that await the trace.
      queueMicrotask(() => this.changed());
    }
  }

  /** The tab shows another trace of the file, as the user wants it. */
  turnTo(trace: OpenTrace): void {
    this.#isChosen = true;
    this.#turn(trace);
  }

  #turn(trace: OpenTrace): void {
    const from = this.#current;
    if (trace === from) return;
    this.#current = trace;
    this.#options.onTurn(this, from);
    this.#tell();
  }

  #turnToDefault(trace: OpenTrace): void {
    const from = this.#current;
    if (trace === from) return;
    this.#turn(trace);
    // No further snapshots of it come: `watch` requests them again.
    from.take(null);
  }

  /** Calls back when the file was read further, failed, or its tab turned. @returns the function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #fail(message: Message | null): void {
    this.crash.set(message);
    this.changed();
    this.#tell();
  }

  #take(snapshot: Snapshot, main: number): void {
    const trace = this.trace(snapshot.connection);
    trace.take(snapshot);
    if (!this.#isChosen && snapshot.connection === main) this.#turnToDefault(trace);
    this.#tell();
  }

  /** The tab is shown: where its worker was taken, the file is read again. */
  wake(): void {
    this.#backend.wake();
  }

  /** Reads the file again, after its worker crashed or stopped responding. The views stay. */
  readAgain(): void {
    const reason = 'The file is read again.';
    this.#end(reason);
    this.#isChosen = false;
    this.crash.set(null);
    for (const trace of this.#traces.values()) trace.take(null);
    this.#backend.restart(reason, this.#source);
    this.changed();
    this.#tell();
  }

  /** Its source is a run that the user is asked about first: nothing was read. */
  get isAskedAbout(): boolean {
    return this.#current.snapshot.get()?.messages.some(({ kind }) => kind === 'run-question') === true;
  }

  /** The user wants that run, whatever it costs. */
  runAnyway(): void {
    if (this.#source.kind !== 'run') return;
    this.#source = { ...this.#source, isAgreed: true };
    this.readAgain();
  }

  /** Another file was closed: its traces are in no set of this one any more. */
  forget(file: OpenFile): void {
    for (const { home } of this.#traces.values()) for (const gone of file.#traces.values()) home.drop(gone);
  }

  /** Stops the backend. */
  close(): void {
    this.#end('The file was closed.');
    this.#closing.abort();
    this.#backend.stop();
    this.changed();
  }

  #end(reason: string): void {
    for (const trace of this.#traces.values()) trace.end(reason);
  }
}
