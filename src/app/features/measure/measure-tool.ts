/**
 * The measure tool of one trace: the span that the user drags, and the exact figures in it, which the worker counts.
 * One request is under way at a time: during a drag intermediate spans are skipped, and the
 * last one is always requested.
 */
import { shifted } from '../../../drawing/view/set-view';
import type { TimeRange } from '../../../drawing/view/view';
import type { Measured } from '../../../engine/reading/contract/parts';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { OpenTrace } from '../../state/traces/open-trace';
import { type Measurement, measurement } from './measurement';

export const measureTool: FeatureState<OpenTrace, MeasureTool> = {
  create(trace) {
    const ask: Ask = (range, signal) => trace.request('measure', partOf(range, trace.extent), { signal });
    const tool = new MeasureTool(ask, trace.feature(measurement));
    trace.snapshot.subscribe(() => {
      const snapshot = trace.snapshot.get();
      // The file is read again.
      if (snapshot === null) tool.clear();
      else tool.grow(snapshot.revision);
    });
    return tool;
  },
};

/**
 * Measures the visible part of a dragged range, in all traces of the set.
 * @param range in the time of the trace. @param held the drag has not ended.
 */
export function measureDrawn(trace: OpenTrace, range: TimeRange, held: boolean): void {
  measureAll(trace, trace.visiblePart(range), held);
}

/** Measures the selection, or the visible range where nothing is selected, in all traces of the set. */
export function measureShown(trace: OpenTrace): void {
  const { fromUs, toUs } = trace.view.get().selection ?? trace.viewport;
  measureAll(trace, { fromUs, toUs }, false);
}

export function clearMeasured({ set }: OpenTrace): void {
  for (const { trace } of set.members) trace.feature(measureTool).clear();
}

function measureAll({ set, offsetUs }: OpenTrace, range: TimeRange, held: boolean): void {
  // Over bytes delivered no time is shown.
  if (set.byBytes.get() !== null) return;
  for (const { trace } of set.members)
    trace.feature(measureTool).span(shifted(range, offsetUs - trace.offsetUs), held);
}

/** The part of a range that a trace has: rates and Δt are those of its own records, not of the time beyond its end. */
function partOf({ fromUs, toUs }: TimeRange, extent: TimeRange): TimeRange {
  const part = { fromUs: Math.max(fromUs, extent.fromUs), toUs: Math.min(toUs, extent.toUs) };
  return part.toUs > part.fromUs ? part : { fromUs, toUs };
}

/** Requests the figures of a range of the shown connection. */
type Ask = (range: TimeRange, signal: AbortSignal) => Promise<Measured>;

export class MeasureTool {
  readonly current: Store<Measurement | null>;
  readonly #ask: Ask;
  /** The requested span; null for none. */
  #asked: TimeRange | null = null;
  #counting = new AbortController();
  /** Revision of the snapshot at the last request. */
  #revision = 0;
  /** The trace has grown since the pending request was sent. */
  #grown = false;

  /** @param current what is shown; cleared from elsewhere, a pending answer changes nothing. */
  constructor(ask: Ask, current: Store<Measurement | null> = createStore<Measurement | null>(null)) {
    this.#ask = ask;
    this.current = current;
  }

  get pending(): boolean {
    return this.#asked !== null;
  }

  /** Measures a range; the figures follow. @param held the drag has not ended. */
  span(range: TimeRange, held = false): void {
    if (!(range.toUs > range.fromUs)) return;
    this.current.update((now) => ({ range, figures: now?.figures ?? null, held }));
    if (this.#asked === null) this.#count(range);
  }

  /** The trace was read further: counts again, since the figures may have grown. */
  grow(revision: number): void {
    if (revision === this.#revision) return;
    this.#revision = revision;
    const now = this.current.get();
    if (now === null) return;
    if (this.#asked === null) this.#count(now.range);
    else this.#grown = true;
  }

  /** Clears the measurement; a pending answer is dropped. */
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
        // Failed: not requested again before something changes.
        if (!signal.aborted) this.#asked = null;
      },
    );
  }

  #take(asked: TimeRange, figures: Measured): void {
    this.#asked = null;
    const now = this.current.get();
    if (now === null) return;
    // Requested before the store changes, so that its listeners see `pending`.
    if (this.#grown || !isSame(now.range, asked)) this.#count(now.range);
    this.current.set({ ...now, figures });
  }
}

function isSame(a: TimeRange, b: TimeRange): boolean {
  return a.fromUs === b.fromUs && a.toUs === b.toUs;
}
