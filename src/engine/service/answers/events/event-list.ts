/**
 * The event list of one connection: finds the rows of the requested part. Without a filter by arithmetic and a binary
 * search on time; with one, a `FilterJob` keeps the matches while the filter stays the same, and progress is reported
 * while it reads. The caller provides columns and source.
 */
import { isMissing } from '../../../input/formats/records';
import type { EventRow, EventsAnswer, EventsRequest } from '../../../reading/contract/events';
import { compileFilter, isFilterError } from '../../filter';
import { readRows } from '../records/record-runs';
import { type EventSource, FilterJob, type JobTools } from './filter-job';

export type { EventSource } from './filter-job';

/** What a request gets besides its answer. */
export interface AnswerTools {
  readonly signal: AbortSignal;
  /** The answer as far as the filter has come. */
  readonly progress: (answer: EventsAnswer) => void;
}

/** Maximum parts of a range that are searched for matches. */
const MAX_BINS = 8192;
/** Maximum rows of one answer. */
export const MAX_WINDOW_ROWS = 200;

interface Matches {
  readonly length: number;
  /** The row of a match; matches count from 0. */
  at(match: number): number;
}

/** Short texts about the records of rows. */
type Details = ReadonlyMap<number, string | null>;

/** A validated request: the rows and the filter. */
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
  /** Requests waiting for a filter. */
  readonly #waiting = new Set<Asked>();
  /** The job of the newest filter, and its key. */
  #job: { readonly key: string; readonly job: FilterJob } | null = null;
  /** Details of the rows shown last. */
  #details: Details = new Map();

  constructor(tools: JobTools) {
    this.#tools = tools;
  }

  /**
   * Answers a request about the rows existing now; reports progress while its filter reads records. A filter without
   * waiting requests is stopped.
   * @returns the answer when the filter has examined all rows; rejects when the signal fires.
   */
  async request(request: EventsRequest, tools: AnswerTools): Promise<EventsAnswer> {
    const asked = this.#take(request, tools);
    const { job } = asked;
    if (job === null || job.done) return this.#answer(asked);
    const { signal, progress } = tools;
    const leave = (): void => this.#leave(asked, job);
    this.#waiting.add(asked);
    signal.addEventListener('abort', leave, { once: true });
    // A moved part is answered from the matches so far; a job that has just begun is often done in its first slice.
    if (job.running) progress(await this.#answer(asked));
    while (!job.done && !signal.aborted) await job.run(() => this.#reportProgress(job));
    signal.removeEventListener('abort', leave);
    leave();
    signal.throwIfAborted();
    return this.#answer(asked);
  }

  /** Reports a job's progress to all requests waiting for it. */
  async #reportProgress(job: FilterJob): Promise<void> {
    for (const asked of [...this.#waiting].filter((waiting) => waiting.job === job)) {
      const answer = await this.#answer(asked);
      if (this.#waiting.has(asked)) asked.tools.progress(answer);
    }
  }

  /** The last request to leave an unfinished job stops it. */
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

  /** The part with its details, which are read first if that is cheap. */
  async #answer(asked: Asked): Promise<EventsAnswer> {
    const details = await this.#readDetails(asked);
    // Computed after the await: includes the matches found meanwhile, so that no answer is older than the one before.
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
      ...(request.bins === undefined ? {} : { hits: this.#hits(matches, request.bins) }),
      readError: job?.readError ?? this.#noDetails,
    };
  }

  /** Details for the window. None for a row that cannot be read, and none at all if reading is slow. */
  async #readDetails(asked: Asked): Promise<Details> {
    const { columns, reader, records } = this.#tools;
    if (!reader.fast) return this.#details;
    const rows = this.#window(asked);
    const texts = new Map<number, string | null>();
    for (const row of rows) {
      const details = this.#details.get(row);
      if (details !== undefined) texts.set(row, details);
    }
    const missing = rows.filter((row) => !texts.has(row));
    const { signal } = asked.tools;
    await readRows({ rows: columns, reader, records }, missing, { signal }, (read) => {
      texts.set(read.row, 'failure' in read ? null : read.record.detail());
    });
    if (!signal.aborted) this.#details = texts;
    return texts;
  }

  /** Why no row has details; null where they may have some. */
  get #noDetails(): string | null {
    const { records } = this.#tools;
    return isMissing(records) ? `No details are shown: ${records.missing}.` : null;
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

  #hits(matches: Matches, { fromUs, toUs, count }: NonNullable<EventsRequest['bins']>): Uint8Array {
    const { columns } = this.#tools;
    const bins = wholeNumber(count, MAX_BINS);
    const hits = new Uint8Array(bins);
    const before = (timeUs: number): number =>
      firstWhere(matches.length, (i) => columns.timeAt(matches.at(i)) >= timeUs);
    let first = before(fromUs);
    for (let bin = 0; bin < bins; bin++) {
      const next = before(fromUs + ((bin + 1) / bins) * (toUs - fromUs));
      if (next > first) hits[bin] = 1;
      first = next;
    }
    return hits;
  }

  #anchor(matches: Matches, timeUs: number): number | null {
    const { columns } = this.#tools;
    const match = firstWhere(matches.length, (i) => columns.timeAt(matches.at(i)) >= timeUs);
    return match < matches.length ? match : null;
  }
}

/** First row at or after a time, or, with `after`, after it. */
function rowAt(columns: EventSource, timeUs: number, after: boolean): number {
  return firstWhere(columns.length, (row) =>
    after ? columns.timeAt(row) > timeUs : columns.timeAt(row) >= timeUs,
  );
}

/** First index in [0, length] for which the test holds; the test must be monotonic. */
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

/** A whole number from 0 to `limit`, for any input. */
function wholeNumber(asked: number, limit: number): number {
  return Number.isNaN(asked) ? 0 : Math.trunc(Math.min(Math.max(asked, 0), limit));
}
