/**
 * The event list of one connection: which part of which events is asked for, and the rows for it. Without a filter rows are
 * found by arithmetic and a binary search on time; with one, a `FilterJob` keeps the matches while its filter stays, and
 * progress is told while it reads. Columns and source are the caller's.
 */

import type { EventRow, EventsAnswer, EventsRequest } from '../../contract/events';
import { compileFilter, isFilterError } from '../../filter';
import { type EventSource, FilterJob, type JobTools } from './filter-job';
import { recordDetail } from './record-detail';
import { readRows } from './record-runs';

export type { EventSource } from './filter-job';

/** What a request is answered with beside its answer. */
export interface AnswerTools {
  readonly signal: AbortSignal;
  /** The answer as far as the filter is. */
  readonly progress: (answer: EventsAnswer) => void;
}

/** Most rows of one answer. */
export const MAX_WINDOW_ROWS = 200;

interface Matches {
  readonly length: number;
  /** The row of a match, counted from 0. */
  at(match: number): number;
}

/** What the records of rows say in a few words. */
type Details = ReadonlyMap<number, string | null>;

/** What a request asks for, made fit: which rows are meant, and by which filter. */
interface Asked {
  readonly request: EventsRequest;
  readonly filterError: EventsAnswer['filterError'];
  readonly job: FilterJob | null;
  readonly first: number;
  readonly count: number;
  /** Rows [fromRow, toRow) of the scope. */
  readonly fromRow: number;
  readonly toRow: number;
  readonly tools: AnswerTools;
}

export class EventList {
  readonly #tools: JobTools;
  /** What waits for a filter. */
  readonly #waiting = new Set<Asked>();
  /** The job of the newest filter, and what it is for. */
  #job: { readonly key: string; readonly job: FilterJob } | null = null;
  /** Details of rows shown last. */
  #details: Details = new Map();

  constructor(tools: JobTools) {
    this.#tools = tools;
  }

  /**
   * Answers a request about the rows that are there when it is asked; progress is told while its filter reads records. A
   * filter that nobody waits for any more is stopped.
   * @returns the answer when the filter has looked at all rows; rejects when the signal fires.
   */
  async request(request: EventsRequest, tools: AnswerTools): Promise<EventsAnswer> {
    const asked = this.#take(request, tools);
    const { job } = asked;
    if (job === null || job.done) return this.#answer(asked);
    const { signal, progress } = tools;
    const leave = (): void => this.#leave(asked, job);
    this.#waiting.add(asked);
    signal.addEventListener('abort', leave, { once: true });
    // A moved part is answered from what the job has found; one that only begins is often done in its first slice.
    if (job.running) progress(await this.#answer(asked));
    while (!job.done && !signal.aborted) await job.run(() => this.#tell(job));
    signal.removeEventListener('abort', leave);
    leave();
    signal.throwIfAborted();
    return this.#answer(asked);
  }

  /** Tells all that wait for a job how far it is. */
  async #tell(job: FilterJob): Promise<void> {
    for (const asked of [...this.#waiting].filter((waiting) => waiting.job === job)) {
      const answer = await this.#answer(asked);
      if (this.#waiting.has(asked)) asked.tools.progress(answer);
    }
  }

  /** The last that leaves a job that is not done ends it. */
  #leave(asked: Asked, job: FilterJob): void {
    this.#waiting.delete(asked);
    if (job.done || [...this.#waiting].some((waiting) => waiting.job === job)) return;
    job.stop();
    if (this.#job?.job === job) this.#job = null;
  }

  #take(request: EventsRequest, tools: AnswerTools): Asked {
    const { columns } = this.#tools;
    const { scope } = request;
    const fromRow = scope === null ? 0 : rowAt(columns, scope.fromUs, false);
    const toRow = scope === null ? columns.length : Math.max(fromRow, rowAt(columns, scope.toUs, true));
    const compiled = request.filter.trim() === '' ? null : compileFilter(request.filter);
    const failed = compiled !== null && isFilterError(compiled) ? compiled : null;
    let job: FilterJob | null = null;
    const key = JSON.stringify([request.filter, scope, fromRow]);
    if (this.#job?.key === key) {
      job = this.#job.job;
      job.extend(toRow);
    } else {
      this.#job = null;
      if (compiled !== null && !isFilterError(compiled)) {
        job = new FilterJob(this.#tools, compiled, fromRow, toRow);
        this.#job = { key, job };
      }
    }
    return {
      request,
      filterError: failed,
      job,
      first: wholeNumber(request.first, Number.MAX_SAFE_INTEGER),
      count: wholeNumber(request.count, MAX_WINDOW_ROWS),
      fromRow,
      toRow,
      tools,
    };
  }

  /** The part with its details, read before where that is cheap. */
  async #answer(asked: Asked): Promise<EventsAnswer> {
    const details = await this.#readDetails(asked);
    // Taken after the wait: what the job has found meanwhile is in it, so that no answer is older than one before.
    const { request, job, filterError, first } = asked;
    const matches = this.#matches(asked);
    return {
      filterError,
      matches: matches.length,
      looked: job === null ? matches.length : job.looked,
      total: job === null ? matches.length : job.total,
      done: job === null || job.done,
      first,
      rows: this.#window(asked).map((row) => this.#row(row, details)),
      anchor: request.anchorUs === null ? null : this.#anchor(matches, request.anchorUs),
      readError: job?.readError ?? null,
    };
  }

  /** Details for the window. A row that cannot be read has none, and neither has any where reading is slow. */
  async #readDetails(asked: Asked): Promise<Details> {
    const { columns, reader } = this.#tools;
    if (!reader.fast) return this.#details;
    const rows = this.#window(asked);
    const kept = new Map<number, string | null>();
    for (const row of rows) {
      const known = this.#details.get(row);
      if (known !== undefined) kept.set(row, known);
    }
    const missing = rows.filter((row) => !kept.has(row));
    const { signal } = asked.tools;
    await readRows(reader, columns, missing, { signal }, (read) => {
      kept.set(read.row, 'failure' in read ? null : recordDetail(read.record));
    });
    if (!signal.aborted) this.#details = kept;
    return kept;
  }

  #matches({ job, fromRow, toRow }: Asked): Matches {
    return job === null ? { length: toRow - fromRow, at: (match) => fromRow + match } : job.matches;
  }

  #window(asked: Asked): readonly number[] {
    const matches = this.#matches(asked);
    const length = Math.max(0, Math.min(asked.count, matches.length - asked.first));
    return Array.from({ length }, (_, i) => matches.at(asked.first + i));
  }

  #row(row: number, details: Details): EventRow {
    const { columns } = this.#tools;
    return {
      row,
      timeUs: columns.timeAt(row),
      name: columns.nameAt(row),
      space: columns.spaceAt(row),
      packetNumber: columns.packetNumberAt(row),
      sizeBytes: columns.sizeAt(row),
      detail: details.get(row) ?? null,
    };
  }

  /** Number of the first match at or after a time. */
  #anchor(matches: Matches, timeUs: number): number | null {
    const { columns } = this.#tools;
    const match = firstWhere(matches.length, (i) => columns.timeAt(matches.at(i)) >= timeUs);
    return match < matches.length ? match : null;
  }
}

/** First row at or after a time, or, where `after` is set, behind it. */
function rowAt(columns: EventSource, timeUs: number, after: boolean): number {
  return firstWhere(columns.length, (row) =>
    after ? columns.timeAt(row) > timeUs : columns.timeAt(row) >= timeUs,
  );
}

/** First index in [0, length] from which on the test holds; it must not fail again behind one that holds. */
function firstWhere(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A whole number from 0 to `limit`, whatever was asked. */
function wholeNumber(asked: number, limit: number): number {
  return Number.isNaN(asked) ? 0 : Math.trunc(Math.min(Math.max(asked, 0), limit));
}
