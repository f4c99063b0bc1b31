/**
 * One trace on the page: its worker's newest snapshot, what is looked at, and the newest window of columns.
 * It asks for a new window when the viewport leaves the old one, when the resolution changes, or when the
 * trace has grown; one question at a time while the file is being read.
 */
import type { SourceSpec } from '../bytes/source';
import { covers, type Viewport, windowFor } from '../chart/viewport';
import type { Answer, Message, Snapshot } from '../protocol';
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

export interface OpenTraceOptions {
  readonly id: number;
  readonly name: string;
  readonly source: SourceSpec;
  /** Called whenever something may have become idle or busy. */
  readonly onActivity: () => void;
}

export class OpenTrace {
  readonly id: number;
  readonly name: string;
  readonly snapshot: Store<Snapshot | null> = createStore<Snapshot | null>(null);
  readonly view: Store<View> = createStore<View>(INITIAL_VIEW);
  readonly answer: Store<Answer | null> = createStore<Answer | null>(null);
  readonly cursorUs: Store<number | null> = createStore<number | null>(null);
  readonly crash: Store<Message | null> = createStore<Message | null>(null);
  readonly #client: TraceClient;
  readonly #onActivity: () => void;
  #width = 0;
  #asked: { readonly window: ReturnType<typeof windowFor>; readonly revision: number } | null = null;

  constructor({ id, name, source, onActivity }: OpenTraceOptions) {
    this.id = id;
    this.name = name;
    this.#onActivity = onActivity;
    this.#client = new TraceClient(source, {
      onSnapshot: (snapshot) => {
        this.snapshot.set(snapshot);
        this.#ensureWindow();
      },
      onAnswer: (answer) => {
        this.answer.set(answer);
        this.#ensureWindow();
      },
      onCrash: (message) => {
        this.crash.set(message);
        onActivity();
      },
    });
    this.view.subscribe(() => this.#ensureWindow());
  }

  /** True while the worker reads or a question waits for its answer. */
  get busy(): boolean {
    if (this.crash.get() !== null) return false;
    const phase = this.snapshot.get()?.phase;
    return (phase !== 'ready' && phase !== 'failed') || this.#client.pending;
  }

  get extent(): TimeRange {
    return this.snapshot.get()?.extent ?? { fromUs: 0, toUs: 0 };
  }

  get viewport(): Viewport {
    return { ...visibleRange(this.view.get(), this.extent), width: this.#width };
  }

  /** The plot area became so many CSS pixels wide. */
  setWidth(width: number): void {
    if (width === this.#width) return;
    this.#width = width;
    this.#ensureWindow();
    // Drawn again at once from what is there.
    this.view.update((view) => ({ ...view }));
  }

  showRange(range: TimeRange | null): void {
    const clamped = range === null ? null : clampRange(range, this.extent);
    this.view.update((view) => ({ ...view, range: clamped }));
  }

  select(selection: TimeRange | null): void {
    this.view.update((view) => ({ ...view, selection }));
  }

  /** A click outside the marked range drops the mark; one inside may begin a double click. */
  click(timeUs: number): void {
    const { selection } = this.view.get();
    if (selection !== null && (timeUs < selection.fromUs || timeUs > selection.toUs)) this.select(null);
  }

  /** Zooms into the marked range, or by a factor of two at `timeUs` where none is marked. */
  zoomIn(timeUs: number): void {
    if (this.view.get().selection !== null) this.zoomToSelection();
    else this.showRange(scaleRange(this.viewport, timeUs, 1 / 2));
  }

  /** Zooms into the marked range, if there is one. */
  zoomToSelection(): void {
    const { selection } = this.view.get();
    if (selection === null) return;
    this.view.update((view) => ({ ...view, range: clampRange(selection, this.extent), selection: null }));
  }

  /** Bands a finding and zooms to its interval with a margin. */
  showFinding(key: string): void {
    const finding = this.snapshot.get()?.findings.find((candidate) => candidate.key === key);
    if (finding === undefined) return;
    const range = withMargin({ fromUs: finding.startUs, toUs: finding.endUs }, this.extent);
    this.view.update((view) => ({ ...view, range, selection: null, finding: key }));
  }

  /** Stops the worker; nothing comes from this trace any more. */
  close(): void {
    this.#client.stop();
    this.#onActivity();
  }

  #ensureWindow(): void {
    const snapshot = this.snapshot.get();
    const { extent, viewport } = this;
    if (snapshot !== null && this.#width > 0 && extent.toUs > extent.fromUs) {
      const asked = this.#asked;
      const grown = asked === null || asked.revision < snapshot.revision;
      const fits = asked !== null && covers(asked.window, viewport, extent);
      // Growth can wait for the answer under way, a new viewport cannot.
      if (!fits || (grown && !this.#client.pending)) {
        const window = windowFor(viewport, extent);
        this.#asked = { window, revision: snapshot.revision };
        this.#client.ask({ window, series: snapshot.catalogue.map((info) => info.id) });
      }
    }
    this.#onActivity();
  }
}
