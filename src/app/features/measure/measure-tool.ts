/**
 * The measure tool of one trace: a span between two times that a hand has drawn, and the exact figures in it, which
 * the worker counts. One question is under way at a time: while a hand drags, spans that it has left behind are
 * never asked, and the last one always is.
 */

import type { TimeRange } from '../../../drawing/view/view';
import type { Measured } from '../../../engine/contract/parts';
import type { FeatureState } from '../../state/feature-states';
import type { OpenTrace } from '../../state/open-trace';
import { createStore, type Store } from '../../state/store';

export interface Measurement {
  readonly range: TimeRange;
  /** Of `range`, or of a span that the hand has just left; null until the worker has counted. */
  readonly figures: Measured | null;
  /** A hand is still drawing it. */
  readonly held: boolean;
}

/** The measure tool of a trace. */
export const measureTool: FeatureState<OpenTrace, MeasureTool> = {
  create(trace) {
    const tool = new MeasureTool((range, signal) => trace.request('measure', range, { signal }));
    let { connection } = trace;
    trace.snapshot.subscribe(() => {
      const snapshot = trace.snapshot.get();
      // Another connection, or the file from its beginning.
      if (snapshot === null || snapshot.connection !== connection) tool.clear();
      if (snapshot === null) return;
      connection = snapshot.connection;
      tool.grow(snapshot.revision);
    });
    return tool;
  },
};

/** Measures a range that a hand draws: the visible part of it. @param held it is still being drawn. */
export function measureDrawn(trace: OpenTrace, range: TimeRange, held: boolean): void {
  trace.feature(measureTool).span(trace.visiblePart(range), held);
}

/** Measures the marked range, or the visible one where none is marked. */
export function measureShown(trace: OpenTrace): void {
  const { fromUs, toUs } = trace.view.get().selection ?? trace.viewport;
  trace.feature(measureTool).span({ fromUs, toUs });
}

/** Asks for the figures of a range of the connection that is looked at. */
type Ask = (range: TimeRange, signal: AbortSignal) => Promise<Measured>;

export class MeasureTool {
  readonly current: Store<Measurement | null> = createStore<Measurement | null>(null);
  readonly #ask: Ask;
  /** The span that the worker counts now, null for none. */
  #asked: TimeRange | null = null;
  #counting = new AbortController();
  /** The snapshot that the figures were asked after. */
  #revision = 0;
  /** The trace has grown since the question under way was asked. */
  #grown = false;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** True while figures are on their way. */
  get pending(): boolean {
    return this.#asked !== null;
  }

  /** Measures a range; the figures follow. @param held a hand is still drawing it. */
  span(range: TimeRange, held = false): void {
    if (!(range.toUs > range.fromUs)) return;
    this.current.update((now) => ({ range, figures: now?.figures ?? null, held }));
    if (this.#asked === null) this.#count(range);
  }

  /** The trace was read further, or to its end: what was counted may be more by now. */
  grow(revision: number): void {
    if (revision === this.#revision) return;
    this.#revision = revision;
    const now = this.current.get();
    if (now === null) return;
    if (this.#asked === null) this.#count(now.range);
    else this.#grown = true;
  }

  /** Takes the measurement away; an answer under way is dropped. */
  clear(): void {
    this.#counting.abort();
    this.#asked = null;
    this.current.set(null);
  }

  #count(range: TimeRange): void {
    this.#asked = range;
    this.#grown = false;
    this.#counting = new AbortController();
    const { signal } = this.#counting;
    this.#ask(range, signal).then(
      (figures) => {
        if (!signal.aborted) this.#take(range, figures);
      },
      () => {
        // No figures, and no reason to ask again before something changes.
        if (!signal.aborted) this.#asked = null;
      },
    );
  }

  #take(asked: TimeRange, figures: Measured): void {
    this.#asked = null;
    const now = this.current.get();
    if (now === null) return;
    // Asked before those who look at the store do: they see that more is to come.
    if (this.#grown || !isSame(now.range, asked)) this.#count(now.range);
    this.current.set({ ...now, figures });
  }
}

function isSame(a: TimeRange, b: TimeRange): boolean {
  return a.fromUs === b.fromUs && a.toUs === b.toUs;
}
