/**
 * One trace on the page: its worker's newest snapshot, and the newest windows of columns (`Windows` asks for them). What
 * is looked at, and how that changes, is `looked-at.ts`.
 */

import type { Viewport } from '../../drawing/surface/viewport';
import { type TimeRange, visibleRange } from '../../drawing/view/view';
import type { SourceSpec } from '../../engine/bytes/source';
import type { Answer, Message, Snapshot } from '../../engine/contract/messages';
import type { AnswerPart } from '../../engine/contract/parts';
import type { TraceConnection, TraceListener } from '../backend/trace-client';
import { CutDesk } from './cut-desk';
import { EventList } from './event-list';
import { type Left, LookedAt } from './looked-at';
import { MeasureTool } from './measure-tool';
import { NoteDesk } from './note-desk';
import { hasEnded } from './ranking';
import { RowsDesk } from './rows-desk';
import type { ShownDigest } from './shown-digest';
import { createStore, type Store } from './store';
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
  /** Begins what answers for the trace: a worker that reads its source, or a digest. */
  readonly connect: Connect;
}

/** @param trace who asks; its own fields may be read later only. */
export type Connect = (listener: TraceListener, trace: OpenTrace) => TraceConnection;

export class OpenTrace extends LookedAt {
  readonly id: number;
  readonly name: string;
  readonly source: SourceSpec;
  /** Null for a trace that is read from its source. */
  readonly digest: ShownDigest | null;
  readonly snapshot: Store<Snapshot | null> = createStore<Snapshot | null>(null);
  readonly answer: Store<Answer | null> = createStore<Answer | null>(null);
  readonly overview: Store<Answer | null> = createStore<Answer | null>(null);
  readonly crash: Store<Message | null> = createStore<Message | null>(null);
  readonly events: EventList;
  readonly measure: MeasureTool;
  readonly notes = new NoteDesk();
  /** The user ticked the file's name in some dialog: links, the address and names of saved files tell it from then on. */
  readonly nameTold: Store<boolean> = createStore(false);
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
  /** The connection that the user chose, null while that is left to the worker; and the one looked at. */
  #chosen: number | null = null;
  #connection = 0;
  readonly #left = new Map<number, Left>();

  constructor({ id, name, source, onActivity, digest, connect }: OpenTraceOptions) {
    super();
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
        this.#endQuestions(message.text);
        this.crash.set(message);
        onActivity();
      },
      onSilence: (message) => {
        this.crash.set(message);
        onActivity();
      },
    };
    this.#client = connect(listener, this);
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
    this.#client.select(connection);
    this.#onActivity();
  }

  /** What is looked at belongs to a connection: it is put aside, and what was left there taken up again. */
  #turnTo(snapshot: Snapshot): void {
    const { connection } = snapshot;
    this.#left.set(this.#connection, this.leave());
    this.#connection = connection;
    this.#windows.forget();
    this.#client.forget();
    this.survey.end();
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
    this.#client.wake();
  }

  /** Reads the file from its beginning, after its worker broke down or fell silent. What is looked at stays. */
  readAgain(): void {
    this.#endQuestions('The file is read again.');
    this.measure.clear();
    this.#chosen = null;
    this.crash.set(null);
    this.snapshot.set(null);
    this.events.startOver();
    this.#client.restart();
    this.#onActivity();
  }

  /** What was asked is not answered any more. */
  #endQuestions(reason: string): void {
    this.#windows.forget();
    this.rows.end();
    this.cut.end(reason);
    this.survey.end();
    this.events.end(reason);
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
