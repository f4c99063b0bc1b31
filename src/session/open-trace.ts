/**
 * One trace on the page: its worker's newest snapshot, what is looked at, and the newest windows of columns
 * (`Windows` asks for them).
 */
import type { SourceSpec } from '../bytes/source';
import type { Viewport } from '../chart/viewport';
import type { Answer, Message, Snapshot } from '../protocol';
import type { AnswerPart } from '../protocol-parts';
import { TraceClient, type TraceConnection, type TraceListener } from '../trace-client';
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
import { CutDesk } from './cut-desk';
import { EventList } from './event-list';
import { MeasureTool } from './measure-tool';
import { NoteDesk } from './note-desk';
import { RangeSteps } from './range-steps';
import { hasEnded } from './ranking';
import { RowsDesk } from './rows-desk';
import type { ShownDigest } from './shown-digest';
import { SurveyDesk } from './survey-desk';
import { Windows } from './windows';

export interface OpenTraceOptions {
  readonly id: number;
  readonly name: string;
  readonly source: SourceSpec;
  /** Called whenever something may have become idle or busy. */
  readonly onActivity: () => void;
  /** A digest stands in place of the trace. */
  readonly digest?: ShownDigest;
  /** What answers in place of a worker that reads the source. */
  readonly connect?: Connect;
}

export type Connect = (listener: TraceListener) => TraceConnection;

export class OpenTrace {
  readonly id: number;
  readonly name: string;
  readonly source: SourceSpec;
  /** Null for a trace that is read from its source. */
  readonly digest: ShownDigest | null;
  readonly snapshot: Store<Snapshot | null> = createStore<Snapshot | null>(null);
  readonly view: Store<View> = createStore<View>(INITIAL_VIEW);
  readonly answer: Store<Answer | null> = createStore<Answer | null>(null);
  readonly overview: Store<Answer | null> = createStore<Answer | null>(null);
  readonly cursorUs: Store<number | null> = createStore<number | null>(null);
  readonly crash: Store<Message | null> = createStore<Message | null>(null);
  readonly events: EventList;
  readonly measure: MeasureTool;
  readonly notes = new NoteDesk();
  /** Points of series at full resolution, for files. */
  readonly rows: RowsDesk;
  readonly cut: CutDesk;
  /** Windows of columns for what is shared. */
  readonly survey: SurveyDesk;
  readonly #client: TraceConnection;
  readonly #windows: Windows;
  readonly #onActivity: () => void;
  #width = 0;
  #wanted: readonly string[] = [];
  #parts: readonly AnswerPart[] = [];
  #steps = new RangeSteps();
  /** The connection that the user chose, null while that is left to the worker; and the one looked at. */
  #chosen: number | null = null;
  #connection = 0;
  readonly #left = new Map<number, { readonly view: View; readonly steps: RangeSteps }>();

  constructor({ id, name, source, onActivity, digest, connect }: OpenTraceOptions) {
    this.id = id;
    this.name = name;
    this.source = source;
    this.digest = digest ?? null;
    this.#onActivity = onActivity;
    const listener: TraceListener = {
      onSnapshot: (snapshot) => {
        // Sent before the worker knew of the user's choice.
        if (this.#chosen !== null && snapshot.connection !== this.#chosen) return;
        if (snapshot.connection === this.#connection) this.snapshot.set(snapshot);
        else this.#turnTo(snapshot);
        this.#ensureWindows();
        this.events.grow(snapshot.revision);
        this.measure.grow(snapshot.revision);
      },
      onAnswer: (answer) => {
        if (answer.channel === 'survey') this.survey.take(answer);
        else (answer.channel === 'panels' ? this.answer : this.overview).set(answer);
        this.#ensureWindows();
      },
      onEvents: (answer) => this.events.takeEvents(answer),
      onRecord: (answer) => this.events.takeRecord(answer),
      onMeasured: (measured) => {
        this.measure.take(measured);
        onActivity();
      },
      onRows: (rows) => {
        this.rows.take(rows);
        onActivity();
      },
      onCut: (answer) => {
        this.cut.take(answer);
        onActivity();
      },
      onCrash: (message) => {
        this.#windows.forget();
        this.rows.end();
        this.cut.end(message.text);
        this.survey.end();
        this.crash.set(message);
        this.events.end(message.text);
        onActivity();
      },
    };
    this.#client = connect?.(listener) ?? new TraceClient(source, listener);
    this.#windows = new Windows(this.#client);
    this.measure = new MeasureTool((request) => {
      this.#client.askMeasure({ ...request, connection: this.#connection });
      onActivity();
    });
    this.rows = new RowsDesk((request) => {
      this.#client.askRows({ ...request, connection: this.#connection });
      onActivity();
    });
    this.cut = new CutDesk((request) => {
      this.#client.askCut(request === null ? null : { ...request, connection: this.#connection });
      onActivity();
    });
    this.survey = new SurveyDesk((query) => {
      this.#client.ask({ ...query, channel: 'survey', connection: this.#connection });
      onActivity();
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
    const { events, measure, rows, cut } = this;
    const asks = this.#windows.waiting || this.#client.pending();
    return !hasEnded(this) || asks || events.pending || measure.pending || rows.pending || cut.pending;
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
    this.#windows.forget();
    this.#client.forget();
    this.survey.end();
    this.answer.set(null);
    this.overview.set(null);
    this.cursorUs.set(null);
    this.snapshot.set(snapshot);
    this.events.startOver();
    this.measure.clear();
    this.notes.turnTo(connection);
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

  /** The panels need these series and parts from now on. */
  want(series: readonly string[], parts: readonly AnswerPart[]): void {
    this.#wanted = series;
    this.#parts = parts;
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

  /** Steps of the range so far in what is shown: a new one is an entry of the browser's history. */
  get stepsTaken(): number {
    return this.#steps.taken;
  }

  /** Takes up a view from a link; the range before is one step back. */
  restore(view: View): void {
    const { range } = this.view.get();
    const stays = range?.fromUs === view.range?.fromUs && range?.toUs === view.range?.toUs;
    if (!stays) this.#steps.leave(range);
    this.view.set(view);
  }

  /** Marks a range; what lies beyond the visible one is cut off, as the hand saw it. */
  select(selection: TimeRange | null): void {
    const cut = selection === null ? null : this.#cut(selection);
    this.view.update((view) => ({ ...view, selection: cut }));
  }

  /** Measures a range that a hand draws, cut like a mark. @param held it is still being drawn. */
  measureDrawn(range: TimeRange, held: boolean): void {
    this.measure.span(this.#cut(range), held);
  }

  /** Measures the marked range, or the visible one where none is marked. */
  measureShown(): void {
    const { fromUs, toUs } = this.view.get().selection ?? this.viewport;
    this.measure.span({ fromUs, toUs });
  }

  #cut({ fromUs, toUs }: TimeRange): TimeRange {
    const { viewport } = this;
    return { fromUs: Math.max(viewport.fromUs, fromUs), toUs: Math.min(viewport.toUs, toUs) };
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

  /** Draws a model over the logged window; null takes it away. */
  showModel(model: View['model']): void {
    this.view.update((view) => ({ ...view, model }));
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

  /** Puts a finding aside, or takes it back. */
  dismiss(key: string, aside: boolean): void {
    this.view.update((view) => {
      const others = view.dismissed.filter((other) => other !== key);
      return { ...view, dismissed: aside ? [...others, key] : others };
    });
  }

  /** Esc: lets go of measurement, mark, pin and band, in this order, one at a time. */
  clear(): void {
    const { selection, pinnedUs } = this.view.get();
    if (this.measure.current.get() !== null) this.measure.clear();
    else if (selection !== null) this.select(null);
    else if (pinnedUs !== null) this.pin(null);
    else this.view.update((view) => ({ ...view, finding: null }));
  }

  /** Stops the worker; nothing comes from this trace any more. */
  close(): void {
    this.#windows.forget();
    this.#client.stop();
    this.rows.end();
    this.survey.end();
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
