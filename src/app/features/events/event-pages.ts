/**
 * The rows of the event list that the page holds: a few pages of a list that may have millions. It knows which
 * pages are there and whether a part page may have grown since; asking for what is missing is left to the list.
 */
import type { EventRow } from '../../../engine/contract/events';

/** Rows per page; two neighbours are one request, within the 200 rows that the worker gives at once. */
export const PAGE_ROWS = 100;
/** Pages kept: the oldest goes first. */
const MAX_PAGES = 20;

interface Page {
  readonly rows: readonly EventRow[];
  /** Matches known when the page was given: a part page given for fewer may have grown. */
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

  /** The row of a match; undefined while it is not here. */
  row(index: number): EventRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS];
  }

  /**
   * Takes an answer in. Every page of the asked part counts as given, also one that the answer left empty, so that
   * it is not asked for again and again.
   * @param first number of the first row given.
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

  /** Whole pages around a part, as many as one request may ask for. */
  around(part: Part): Part {
    const from = pageOf(part.first);
    const to = Math.min(from + 1, pageOf(part.first + Math.max(1, part.count) - 1));
    return { first: from * PAGE_ROWS, count: (to - from + 1) * PAGE_ROWS };
  }

  /** What of a part is not here or may have grown, in whole pages; null where all is here. */
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
