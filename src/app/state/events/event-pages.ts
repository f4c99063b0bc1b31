/**
 * Cache of rows of the event list: a few pages of a list that may have millions of rows. It knows which
 * pages are loaded and whether a partial page may have grown; requesting missing pages is left to the list.
 */
import type { EventRow } from '../../../engine/reading/contract/events';

/** Rows per page; two adjacent pages are one request, within the worker's maximum of 200 rows. */
export const PAGE_ROWS = 100;
/** Pages kept; the oldest is dropped first. */
const MAX_PAGES = 20;

interface Page {
  readonly rows: readonly EventRow[];
  /** Matches known when the page was loaded: a partial page may have grown since. */
  readonly matches: number;
}

/** Matches `first` to `first + count - 1`, counted from 0. */
export interface Part {
  readonly first: number;
  readonly count: number;
}

export class EventPages {
  readonly #pages = new Map<number, Page>();

  clear(): void {
    this.#pages.clear();
  }

  /** The row of a match; undefined while it is not loaded. */
  row(index: number): EventRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS];
  }

  /**
   * Stores an answer. Every page of the requested part counts as loaded, also an empty one, so that
   * it is not requested repeatedly.
   * @param first number of the first row in the answer.
   */
  store(asked: Part, first: number, rows: readonly EventRow[], matches: number): void {
    for (let page = pageOf(asked.first); page * PAGE_ROWS < asked.first + asked.count; page++) {
      const from = page * PAGE_ROWS - first;
      const own = from < 0 ? [] : rows.slice(from, from + PAGE_ROWS);
      this.#pages.delete(page);
      this.#pages.set(page, { rows: own, matches });
    }
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= MAX_PAGES) break;
      this.#pages.delete(page);
    }
  }

  /** Whole pages around a part, at most one request's. */
  around(part: Part): Part {
    const from = pageOf(part.first);
    const to = Math.min(from + 1, pageOf(part.first + Math.max(1, part.count) - 1));
    return { first: from * PAGE_ROWS, count: (to - from + 1) * PAGE_ROWS };
  }

  /** Whole pages of a part that are not loaded or may have grown; null for none. */
  missing(part: Part, matches: number): Part | null {
    const { first, count } = this.around(part);
    const lacking = [first, first + PAGE_ROWS].filter(
      (start) => start < first + count && start < matches && !this.#complete(pageOf(start), matches),
    );
    const [from] = lacking;
    return from === undefined ? null : { first: from, count: lacking.length * PAGE_ROWS };
  }

  #complete(page: number, matches: number): boolean {
    const held = this.#pages.get(page);
    return held !== undefined && (held.rows.length === PAGE_ROWS || held.matches === matches);
  }
}

function pageOf(index: number): number {
  return Math.floor(index / PAGE_ROWS);
}
