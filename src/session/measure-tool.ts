/**
 * The measure tool of one trace: a span between two times that a hand has drawn, and the exact figures in it, which
 * the worker counts. A new span replaces the old one; late answers are dropped.
 */
import type { Measured, MeasureRequest } from '../protocol-parts';
import { createStore, type Store } from '../view/store';
import type { TimeRange } from '../view/view';

export interface Measurement {
  readonly range: TimeRange;
  /** Null until the worker has counted. */
  readonly figures: Measured | null;
}

export class MeasureTool {
  readonly current: Store<Measurement | null> = createStore<Measurement | null>(null);
  readonly #ask: (request: Omit<MeasureRequest, 'connection'>) => void;
  #seq = 0;

  constructor(ask: (request: Omit<MeasureRequest, 'connection'>) => void) {
    this.#ask = ask;
  }

  /** Measures a range; the figures follow. */
  span(range: TimeRange): void {
    this.#seq++;
    this.current.update((now) => ({ range, figures: now?.figures ?? null }));
    this.#ask({ seq: this.#seq, ...range });
  }

  /** The worker has counted. */
  take(figures: Measured): void {
    if (figures.seq !== this.#seq) return;
    this.current.update((now) => (now === null ? null : { ...now, figures }));
  }

  clear(): void {
    this.#seq++;
    this.current.set(null);
  }
}
