/**
 * One trace of an open file: a connection as one endpoint logged it. It holds the newest snapshot of the file's backend,
 * the newest windows of columns (`Windows` requests them), and sends requests about its connection. The view and its
 * changes are in `trace-view.ts`, the file in `open-file.ts`.
 */

import { subjectOf } from '../../../drawing/view/chosen';
import { leastAround, type TimeRange } from '../../../drawing/view/view';
import { withRemarks } from '../../../engine/base/text/remarks';
import type { AnswerOf, BodyOf, RequestKind } from '../../../engine/reading/contract/requests';
import type { Message, Snapshot, WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { findingTimes, longestTime, type Stretches } from '../../../engine/reading/contract/stretches';
import type { OutsideMark } from '../../../sharing/outside/outside-mark';
import type { RequestOptions } from '../../backend/backend';
import { type FeatureState, FeatureStates } from '../feature-states';
import { createStore, type Store } from '../store';
import { joinedAnswer } from './joined-answer';
import { ShownRows } from './shown-rows';
import type { TraceFile } from './trace-file';
import type { TraceSet } from './trace-set';
import type { TraceState } from './trace-state';
import { TraceView } from './trace-view';
import { type PanelData, Windows } from './windows';

export type OpenSet = TraceSet<OpenTrace>;

export interface ChosenStretches extends Stretches {
  readonly key: string;
}

/** What happened beside the connection (`features/outside-marks`). */
export interface TraceOutside {
  /** By time, µs from the start of the trace. */
  readonly marks: readonly OutsideMark[];
  /** What of them links, digests and reports have, as text (`sharing/outside/outside-text.ts`); empty until the user ticks it. */
  readonly shared: string;
}

export const NOTHING_OUTSIDE: TraceOutside = { marks: [], shared: '' };

const NO_STRETCHES = new Float64Array(0);

/** How far a trace has come on the page: see docs/hooks.md. */
export type OpeningStep = 'opened' | 'first picture' | 'first finding' | 'verdict' | 'rest';

export class OpenTrace extends TraceView<OpenTrace> {
  readonly file: TraceFile;
  readonly connection: number;
  readonly snapshot: Store<Snapshot | null> = createStore<Snapshot | null>(null);
  readonly answer: Store<WindowAnswer | null> = createStore<WindowAnswer | null>(null);
  readonly overview: Store<WindowAnswer | null> = createStore<WindowAnswer | null>(null);
  /** Of what is chosen, with its key; null before they are there. */
  readonly stretches: Store<ChosenStretches | null> = createStore<ChosenStretches | null>(null);
  readonly outside: Store<TraceOutside> = createStore(NOTHING_OUTSIDE);
  /** Those of streams and requests that are shown of it. */
  readonly rows: ShownRows;
  readonly #windows: Windows;
  #wanted: PanelData = { series: [], parts: [] };
  /** Number of pending requests, and further conditions of being busy. */
  #waiting = 0;
  readonly #waitsFor: (() => boolean)[] = [];
  readonly #endListeners: ((reason: string) => void)[] = [];
  /** Of what the stretches were asked last. */
  #asked: string | null = null;
  readonly #features = new FeatureStates<OpenTrace>(this);
  readonly #reached = new Set<OpeningStep>();

  constructor(file: TraceFile, connection: number) {
    super(`${file.id}.${connection}`);
    this.file = file;
    this.connection = connection;
    this.rows = new ShownRows({
      answer: this.answer,
      request: (request, of) => this.request('window', request, { supersedes: of }),
    });
    this.#windows = new Windows({
      request: (request, options) =>
        this.request('window', { ...request, ...this.rows.shown.get() }, options),
      onAnswer: (use, answer, isFurther) => {
        const newest = use === 'panels' ? this.answer : this.overview;
        const before = newest.get();
        newest.set(isFurther && before !== null ? joinedAnswer(before, answer) : answer);
        this.#ensureWindows();
      },
      onWhole: () => this.overview.set(this.answer.get()),
      onDue: () => this.#ensureWindows(),
    });
    this.view.subscribe(() => {
      this.#ensureWindows();
      this.#ensureStretches();
    });
    this.reach('opened');
  }

  get name(): string {
    return this.file.name;
  }

  get source(): TraceFile['source'] {
    return this.file.source;
  }

  get digest(): TraceFile['digest'] {
    return this.file.digest;
  }

  get crash(): Store<Message | null> {
    return this.file.crash;
  }

  get includesName(): Store<boolean> {
    return this.file.includesName;
  }

  /** `ready`: read; `failed`: could not be read, or its worker ended. */
  get state(): Extract<TraceState, 'loading' | 'ready' | 'failed'> {
    if (this.crash.get() !== null) return 'failed';
    const phase = this.snapshot.get()?.phase;
    return phase === 'ready' || phase === 'failed' ? phase : 'loading';
  }

  /** True while a request is pending. */
  get isAsking(): boolean {
    return this.#waiting > 0 || this.#windows.waiting || this.#waitsFor.some((waits) => waits());
  }

  /** Takes a newer snapshot of the file's backend; null where the file is read again. */
  take(snapshot: Snapshot | null): void {
    if (snapshot === null) {
      this.#reached.clear();
      this.reach('opened');
      this.stretches.set(null);
      this.#asked = null;
    }
    this.snapshot.set(snapshot);
    this.#ensureWindows();
    this.#ensureStretches();
  }

  /** Marks the time in the browser's timeline (User Timing), once per reading. */
  reach(step: OpeningStep): void {
    if (this.#reached.has(step) || this.file.axis === 'bytes') return;
    this.#reached.add(step);
    performance.mark(`qlogscope ${step}`, { detail: { trace: this.key } });
  }

  /**
   * Sends a request about the connection. The trace is busy until the caller has handled the answer.
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
    { supersedes, ...options }: RequestOptions<K>,
  ): Promise<AnswerOf<K>> {
    const about = { ...body, connection: this.connection } as BodyOf<K>;
    // Requests about another connection of the file stay.
    const own = supersedes === undefined ? {} : { supersedes: `${supersedes} ${this.connection}` };
    return this.file.request(kind, about, { ...options, ...own });
  }

  /** The trace is busy while this returns true; call `changed` when the result may have changed. */
  busyWhile(waits: () => boolean): void {
    this.#waitsFor.push(waits);
  }

  /** Calls back when the worker ended, or reads the file again: pending requests get no answer. */
  onEnd(listener: (reason: string) => void): void {
    this.#endListeners.push(listener);
  }

  /** The backend ended, or reads the file again. */
  end(reason: string): void {
    this.#windows.forget();
    for (const listener of this.#endListeners) listener(reason);
  }

  changed(): void {
    this.file.changed();
  }

  feature<T>(key: FeatureState<OpenTrace, T>): T {
    return this.#features.get(key);
  }

  #whileWaiting<T>(answer: Promise<T>): Promise<T> {
    this.#waiting++;
    this.changed();
    const settled = answer.then(
      () => undefined,
      () => undefined,
    );
    // One microtask after the callers that await the answer.
    void settled.then(() => {
      this.#waiting--;
      this.changed();
    });
    return answer;
  }

  get extent(): TimeRange {
    return this.snapshot.get()?.extent ?? { fromUs: 0, toUs: 0 };
  }

  /** Chooses what a key names (drawing/view/chosen.ts): its times are shaded, and the range goes to the longest. */
  choose(key: string): void {
    const snapshot = this.snapshot.get();
    const finding = snapshot && withRemarks(snapshot).find((one) => one.key === key);
    const longest = finding && longestTime(findingTimes(finding));
    if (longest) this.goToChosen(key, longest, this.leastUs);
    else if (subjectOf(key).kind !== 'finding') void this.#chooseHeld(key);
  }

  /** Length of the shortest range that a choice shows, µs. */
  get leastUs(): number {
    return leastAround(this.snapshot.get()?.summary.minRttUs ?? Number.NaN);
  }

  /** A part of the account, or a stream: where it holds the worker says. */
  async #chooseHeld(key: string): Promise<void> {
    const answer = await this.askStretches(key);
    if (answer?.longest != null) this.goToChosen(key, answer.longest, this.leastUs);
  }

  /** From and to of each time of a chosen part of the account or stream, µs; null where a finding is chosen, or nothing. */
  get stretchesUs(): Float64Array | null {
    const stretches = this.stretches.get();
    const { chosen } = this.view.get();
    if (chosen === null || subjectOf(chosen).kind === 'finding') return null;
    return stretches?.key === chosen ? stretches.timesUs : NO_STRETCHES;
  }

  /** A link, or a step back, chose something: where it holds is asked once. */
  #ensureStretches(): void {
    const { chosen } = this.view.get();
    if (chosen !== this.#asked && chosen !== null && this.state === 'ready') void this.askStretches(chosen);
  }

  /** Where it holds; null where something else was asked for meanwhile, or the worker ended. */
  async askStretches(key: string): Promise<Stretches | null> {
    this.#asked = key;
    const answer = await this.request('stretches', { of: subjectOf(key) }, { supersedes: 'stretches' }).catch(
      () => null,
    );
    if (this.#asked !== key) return null;
    if (answer !== null) this.stretches.set({ ...answer, key });
    return answer;
  }

  /** The panels in sight need this data from now on. */
  want(wanted: PanelData): void {
    this.#wanted = wanted;
    this.#ensureWindows();
  }

  /** True where the newest answer holds all of this that the trace has. */
  holds(data: PanelData): boolean {
    return this.#windows.holds(data);
  }

  #ensureWindows(): void {
    const snapshot = this.snapshot.get();
    const { extent, viewport } = this;
    if (snapshot !== null && viewport.width > 0 && extent.toUs > extent.fromUs) {
      const { model } = this.view.get();
      this.#windows.ensure(snapshot, viewport, { ...this.#wanted, model });
    }
    this.changed();
  }
}
