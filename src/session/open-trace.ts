/**
 * One trace on the page: its worker's newest snapshot, what is looked at, and the newest windows of columns.
 * It asks for a new window when the viewport leaves the old one, when the resolution or the wanted series
 * change, or when the trace has grown; one question at a time while the file is being read.
 */
import type { SourceSpec } from '../bytes/source';
import { covers, type Viewport, windowFor } from '../chart/viewport';
import type { Answer, Message, Snapshot } from '../protocol';
import type { ColumnWindow } from '../series/series';
import { TraceClient } from '../trace-client';
import { createStore, type Store } from '../view/store';
import {
  clampRange,
  INITIAL_VIEW,
  scaleRange,
  type TimeRange,
  type View,
  visibleRange,
  withMargin,
} from '../view/view';
import { EventList } from './event-list';
import { RangeSteps } from './range-steps';
import { hasEnded } from './ranking';

export interface OpenTraceOptions {
  readonly id: number;
  readonly name: string;
  readonly source: SourceSpec;
  /** Called whenever something may have become idle or busy. */
  readonly onActivity: () => void;
}

/** Series that the overview strip may draw. */
const OVERVIEW_SERIES = ['cwnd', 'bytes-in-flight', 'bytes-in-flight-rebuilt', 'received-total'];

interface Asked {
  readonly window: ColumnWindow;
  readonly revision: number;
  readonly series: readonly string[];
  readonly visible: TimeRange;
}

export class OpenTrace {
  readonly id: number;
  readonly name: string;
  readonly snapshot: Store<Snapshot | null> = createStore<Snapshot | null>(null);
  readonly view: Store<View> = createStore<View>(INITIAL_VIEW);
  readonly answer: Store<Answer | null> = createStore<Answer | null>(null);
  readonly overview: Store<Answer | null> = createStore<Answer | null>(null);
  readonly cursorUs: Store<number | null> = createStore<number | null>(null);
  readonly crash: Store<Message | null> = createStore<Message | null>(null);
  readonly events: EventList;
  readonly #client: TraceClient;
  readonly #onActivity: () => void;
  #width = 0;
  #wanted: readonly string[] = [];
  #asked: Asked | null = null;
  #askedOverview: Asked | null = null;
  #steps = new RangeSteps();
  /** The connection that the user chose, null while that is left to the worker; and the one looked at. */
  #chosen: number | null = null;
  #connection = 0;
  readonly #left = new Map<number, { readonly view: View; readonly steps: RangeSteps }>();

  constructor({ id, name, source, onActivity }: OpenTraceOptions) {
    this.id = id;
    this.name = name;
    this.#onActivity = onActivity;
    this.#client = new TraceClient(source, {
      onSnapshot: (snapshot) => {
        // Sent before the worker knew of the user's choice.
        if (this.#chosen !== null && snapshot.connection !== this.#chosen) return;
        if (snapshot.connection === this.#connection) this.snapshot.set(snapshot);
        else this.#turnTo(snapshot);
        this.#ensureWindows();
        this.events.grow(snapshot.revision);
      },
      onAnswer: (answer) => {
        (answer.channel === 'panels' ? this.answer : this.overview).set(answer);
        this.#ensureWindows();
      },
      onEvents: (answer) => this.events.takeEvents(answer),
      onRecord: (answer) => this.events.takeRecord(answer),
      onCrash: (message) => {
        this.crash.set(message);
        this.events.end(message.text);
        onActivity();
      },
    });
    this.events = new EventList({
      askEvents: (request) => this.#client.askEvents(request),
      askRecord: (request) => this.#client.askRecord(request),
      showTime: (timeUs) => this.showTime(timeUs),
      onActivity,
    });
    this.view.subscribe(() => {
      const { range, selection, pinnedUs } = this.view.get();
      this.#ensureWindows();
      this.events.follow({ visible: range, marked: selection, pinnedUs });
    });
  }

  /** True while the worker reads or a question waits for its answer. */
  get busy(): boolean {
    if (this.crash.get() !== null) return false;
    return !hasEnded(this) || this.#client.pending() || this.events.pending;
  }

  get extent(): TimeRange {
    return this.snapshot.get()?.extent ?? { fromUs: 0, toUs: 0 };
  }

  get viewport(): Viewport {
    return { ...visibleRange(this.view.get(), this.extent), width: this.#width };
  }

  /** Looks at another connection of the file, as it was left. */
  choose(connection: number): void {
    if (connection === this.#connection && this.#chosen !== null) return;
    this.#chosen = connection;
    this.#client.select(connection);
    this.#onActivity();
  }

  /** What is looked at belongs to a connection: it is put aside, and what was left there taken up again. */
  #turnTo(snapshot: Snapshot): void {
    const { connection } = snapshot;
    this.#left.set(this.#connection, { view: this.view.get(), steps: this.#steps });
    const left = this.#left.get(connection);
    this.#connection = connection;
    this.#steps = left?.steps ?? new RangeSteps();
    this.#asked = null;
    this.#askedOverview = null;
    this.#client.forget();
    this.answer.set(null);
    this.overview.set(null);
    this.cursorUs.set(null);
    this.snapshot.set(snapshot);
    this.events.startOver();
    this.view.set(left?.view ?? INITIAL_VIEW);
  }

  /** The plot area became so many CSS pixels wide. */
  setWidth(width: number): void {
    if (width === this.#width) return;
    this.#width = width;
    this.#ensureWindows();
    // Drawn again at once from what is there.
    this.view.update((view) => ({ ...view }));
  }

  /** The panels need these series from now on. */
  want(series: readonly string[]): void {
    this.#wanted = series;
    this.#ensureWindows();
  }

  /** Shows a range; changes of one gesture are one step of the history. */
  showRange(range: TimeRange | null): void {
    this.#steps.change(this.view.get().range);
    this.#setRange(range);
  }

  /** A step of its own, whatever came just before. */
  #goTo(range: TimeRange | null): void {
    this.#steps.leave(this.view.get().range);
    this.#setRange(range);
  }

  #setRange(range: TimeRange | null): void {
    const clamped = range === null ? null : clampRange(range, this.extent);
    this.view.update((view) => ({ ...view, range: clamped }));
  }

  /** A hand takes the range (a pan, the brush, fingers): until `release` it makes one step, however slow. */
  hold(): void {
    this.#steps.hold();
  }

  release(): void {
    this.#steps.release();
  }

  /** Walks back to the range before, or forward again. */
  walk(direction: 'back' | 'forward'): void {
    const target = this.#steps.walk(direction, this.view.get().range);
    if (target !== null) this.view.update((view) => ({ ...view, range: target.range, selection: null }));
  }

  /** Marks a range; what lies beyond the visible one is cut off, as the hand saw it. */
  select(selection: TimeRange | null): void {
    const { fromUs, toUs } = this.viewport;
    const cut =
      selection === null
        ? null
        : { fromUs: Math.max(fromUs, selection.fromUs), toUs: Math.min(toUs, selection.toUs) };
    this.view.update((view) => ({ ...view, selection: cut }));
  }

  /** A click outside the marked range drops the mark; elsewhere it pins the cursor there. */
  click(timeUs: number): void {
    const { selection } = this.view.get();
    if (selection === null) this.pin(timeUs);
    else if (timeUs < selection.fromUs || timeUs > selection.toUs) this.select(null);
  }

  /** Keeps the cursor at a time, or lets it follow the pointer again. */
  pin(timeUs: number | null): void {
    this.view.update((view) => ({ ...view, pinnedUs: timeUs }));
  }

  /** Pins the cursor at a time; moves the visible range there, as long as it is, where the time lies outside. */
  showTime(timeUs: number): void {
    const { fromUs, toUs } = this.viewport;
    const half = (toUs - fromUs) / 2;
    this.pin(timeUs);
    if (timeUs < fromUs || timeUs > toUs) this.showRange({ fromUs: timeUs - half, toUs: timeUs + half });
  }

  /** Pins the cursor where it is, or in the middle of the view; lets a pinned one go. */
  togglePin(): void {
    const { fromUs, toUs } = this.viewport;
    const pinned = this.view.get().pinnedUs !== null;
    this.pin(pinned ? null : (this.cursorUs.get() ?? (fromUs + toUs) / 2));
  }

  /** Moves the pinned cursor by pixel columns; pins it first where it is free. */
  nudgePin(columns: number): void {
    const { fromUs, toUs, width } = this.viewport;
    const { pinnedUs } = this.view.get();
    if (pinnedUs === null) this.togglePin();
    else this.pin(Math.min(toUs, Math.max(fromUs, pinnedUs + (columns * (toUs - fromUs)) / width)));
  }

  /** Where values are read off: the pinned time, else the pointer's. */
  get readoutUs(): number | null {
    return this.view.get().pinnedUs ?? this.cursorUs.get();
  }

  /** Zooms into the marked range, or by a factor of two at `timeUs` where none is marked. */
  zoomIn(timeUs: number): void {
    // The clicks of the double click have pinned the cursor on their way.
    this.pin(null);
    if (this.view.get().selection !== null) this.zoomToSelection();
    else this.showRange(scaleRange(this.viewport, timeUs, 1 / 2));
  }

  /** Zooms into the marked range, if there is one. */
  zoomToSelection(): void {
    const { selection } = this.view.get();
    if (selection === null) return;
    this.#goTo(selection);
    this.select(null);
  }

  /** Scales the visible range around its middle, or the cursor where it is in view. */
  zoomBy(factor: number): void {
    const { viewport } = this;
    const cursor = this.readoutUs;
    const inView = cursor !== null && cursor >= viewport.fromUs && cursor <= viewport.toUs;
    this.showRange(scaleRange(viewport, inView ? cursor : (viewport.fromUs + viewport.toUs) / 2, factor));
  }

  /** Moves the visible range by a share of its length. */
  panBy(share: number): void {
    const { fromUs, toUs } = this.viewport;
    const shift = (toUs - fromUs) * share;
    this.showRange({ fromUs: fromUs + shift, toUs: toUs + shift });
  }

  /** Bands a finding and zooms to its interval with a margin. */
  showFinding(key: string): void {
    const finding = this.snapshot.get()?.findings.find((candidate) => candidate.key === key);
    if (finding === undefined) return;
    this.#goTo(withMargin({ fromUs: finding.startUs, toUs: finding.endUs }, this.extent));
    this.view.update((view) => ({ ...view, selection: null, finding: key }));
  }

  /** Esc: lets go of mark, pin and band, in this order, one at a time. */
  clear(): void {
    const { selection, pinnedUs } = this.view.get();
    if (selection !== null) this.select(null);
    else if (pinnedUs !== null) this.pin(null);
    else this.view.update((view) => ({ ...view, finding: null }));
  }

  /** Stops the worker; nothing comes from this trace any more. */
  close(): void {
    this.#client.stop();
    this.#onActivity();
  }

  #ensureWindows(): void {
    const snapshot = this.snapshot.get();
    const { extent } = this;
    if (snapshot !== null && this.#width > 0 && extent.toUs > extent.fromUs) {
      this.#ensurePanels(snapshot);
      this.#ensureOverview(snapshot);
    }
    this.#onActivity();
  }

  #ensurePanels(snapshot: Snapshot): void {
    const { extent, viewport } = this;
    const asked = this.#asked;
    const series = snapshot.catalogue.map((info) => info.id).filter((id) => this.#wanted.includes(id));
    const fits =
      asked !== null &&
      covers(asked.window, viewport, extent) &&
      series.every((id) => asked.series.includes(id));
    // Growth and distributions can wait for the answer under way, a new viewport cannot.
    const stale = asked === null || asked.revision < snapshot.revision || !sameRange(asked.visible, viewport);
    if (fits && (!stale || this.#client.pending('panels'))) return;
    const window = windowFor(viewport, extent);
    const visible = { fromUs: viewport.fromUs, toUs: viewport.toUs };
    this.#asked = { window, revision: snapshot.revision, series, visible };
    this.#client.ask({ channel: 'panels', connection: this.#connection, window, series, visible });
  }

  #ensureOverview(snapshot: Snapshot): void {
    const { extent } = this;
    const asked = this.#askedOverview;
    const whole: Viewport = { ...extent, width: this.#width };
    const fits = asked !== null && covers(asked.window, whole, extent);
    const grown = asked === null || asked.revision < snapshot.revision;
    if (fits && (!grown || this.#client.pending('overview'))) return;
    const window = windowFor(whole, extent);
    this.#askedOverview = { window, revision: snapshot.revision, series: OVERVIEW_SERIES, visible: extent };
    this.#client.ask({
      channel: 'overview',
      connection: this.#connection,
      window,
      series: OVERVIEW_SERIES,
      visible: extent,
    });
  }
}

function sameRange(a: TimeRange, b: TimeRange): boolean {
  return a.fromUs === b.fromUs && a.toUs === b.toUs;
}
