/**
 * Questions for the points of series, each a promise: a save waits for its rows. None is dropped; when the worker is
 * gone, what is still open is answered with null.
 */
import type { Rows, RowsRequest } from '../../engine/contract/parts';

/** The end that carries questions to the worker, without the connection. */
type Ask = (request: Omit<RowsRequest, 'connection'>) => void;

export class RowsDesk {
  readonly #ask: Ask;
  readonly #open = new Map<number, (rows: Rows | null) => void>();
  #seq = 0;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** True while rows are on their way. */
  get pending(): boolean {
    return this.#open.size > 0;
  }

  /** Points of series in [fromUs, toUs]; null when the trace was closed meanwhile. */
  ask(series: readonly string[], fromUs: number, toUs: number): Promise<Rows | null> {
    this.#seq++;
    const seq = this.#seq;
    return new Promise((resolve) => {
      this.#open.set(seq, resolve);
      this.#ask({ seq, series, fromUs, toUs });
    });
  }

  take(rows: Rows): void {
    const resolve = this.#open.get(rows.seq);
    this.#open.delete(rows.seq);
    resolve?.(rows);
  }

  /** Nothing more will come. */
  end(): void {
    const waiting = [...this.#open.values()];
    this.#open.clear();
    for (const resolve of waiting) resolve(null);
  }
}
