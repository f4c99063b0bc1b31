/**
 * Which rows of its streams and requests a trace shows: their order, and the part of them that fits. A window is asked for with
 * them; where only they change, they alone are asked for, and take the place of the old ones in the newest answer.
 */
import type { AnswerPart } from '../../../engine/reading/contract/answer-parts';
import { FIRST_REQUESTS, type HttpInView } from '../../../engine/reading/contract/http';
import type { WindowAnswer, WindowRequest } from '../../../engine/reading/contract/snapshot';
import { FIRST_STREAMS, type RowsInView } from '../../../engine/reading/contract/streams';
import { createStore, type ReadonlyStore, type Store } from '../store';

/** As a window is asked for with them. */
export interface RowsShown {
  readonly streamRows: RowsInView;
  readonly httpRows: HttpInView;
}

export type RowsOf = keyof RowsShown;

export interface RowsChange {
  readonly order?: string;
  readonly from?: number;
  readonly count?: number;
}

export interface ShownRowsHost {
  /** The newest answer; rows that were asked for take their place in it. */
  readonly answer: Store<WindowAnswer | null>;
  readonly request: (request: Omit<WindowRequest, 'connection'>, of: RowsOf) => Promise<WindowAnswer>;
}

interface Held {
  readonly order: string;
  readonly from: number;
  readonly rows: readonly unknown[];
  readonly total: number;
}

const PARTS = { streamRows: 'streamLanes', httpRows: 'http' } as const satisfies {
  readonly [of in RowsOf]: AnswerPart;
};

export class ShownRows {
  readonly #host: ShownRowsHost;
  readonly #shown: Store<RowsShown> = createStore<RowsShown>({
    streamRows: FIRST_STREAMS,
    httpRows: FIRST_REQUESTS,
  });
  /** What the newest pending request is about; null for none. */
  readonly #asked: { [of in RowsOf]: string | null } = { streamRows: null, httpRows: null };

  constructor(host: ShownRowsHost) {
    this.#host = host;
    host.answer.subscribe(() => this.#ensure());
    this.#shown.subscribe(() => this.#ensure());
  }

  get shown(): ReadonlyStore<RowsShown> {
    return this.#shown;
  }

  /** Another order begins with its first row; a first row lies so that all rows that fit are used. */
  change(of: RowsOf, change: RowsChange): void {
    const before = this.#shown.get()[of];
    const isReordered = change.order !== undefined && change.order !== before.order;
    const next = { ...before, ...(isReordered ? { from: 0 } : {}), ...change };
    const last = Math.max(0, this.totalOf(of) - next.count);
    const from = Math.min(last, Math.max(0, Math.round(next.from)));
    if (next.order === before.order && from === before.from && next.count === before.count) return;
    this.#shown.update((shown) => ({ ...shown, [of]: { ...next, from } }));
  }

  /** Rows that there are, by the newest answer. */
  totalOf(of: RowsOf): number {
    return this.#heldOf(of)?.total ?? 0;
  }

  #heldOf(of: RowsOf): Held | null {
    return this.#host.answer.get()?.parts[PARTS[of]] ?? null;
  }

  #ensure(): void {
    for (const of of ['streamRows', 'httpRows'] as const) {
      const answer = this.#host.answer.get();
      const held = this.#heldOf(of);
      const shown = this.#shown.get()[of];
      if (answer === null || held === null || holds(held, shown)) continue;
      const about = JSON.stringify([shown, answer.window, answer.revision]);
      if (this.#asked[of] === about) continue;
      this.#asked[of] = about;
      void this.#ask(of, answer);
    }
  }

  async #ask(of: RowsOf, { window, revision }: WindowAnswer): Promise<void> {
    const { fromUs, columnUs, columns } = window;
    const visible = { fromUs, toUs: fromUs + columns * columnUs };
    const asked = this.#asked[of];
    const request = { window, series: [], visible, parts: [PARTS[of]], model: null, ...this.#shown.get() };
    const answer = await this.#host.request(request, of).catch(() => null);
    if (this.#asked[of] !== asked) return;
    const newest = this.#host.answer.get();
    if (answer === null || newest === null || newest.window !== window || newest.revision !== revision) {
      this.#asked[of] = null;
      return;
    }
    const part = { [PARTS[of]]: answer.parts[PARTS[of]] };
    this.#host.answer.set({ ...newest, parts: { ...newest.parts, ...part } });
  }
}

/** True where the rows are those that are shown, as far as there are so many. */
function holds({ order, from, rows, total }: Held, shown: RowsInView | HttpInView): boolean {
  return (
    order === shown.order &&
    from === shown.from &&
    rows.length === Math.min(shown.count, Math.max(0, total - from))
  );
}
