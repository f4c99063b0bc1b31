/**
 * One filter over one range of rows: decides by the columns first, reads the records that they leave undecided, and
 * keeps the numbers of the matching rows. It can be continued when the trace has grown. `event-list.ts` handles
 * requests, windows of the list and messages.
 */
import { type Growable, uint32Column } from '../../../base/columns/growable';
import { count, plural } from '../../../base/text/figures';
import type { RecordAccess } from '../../../input/formats/record-access';
import { isMissing, type Missing } from '../../../input/formats/records';
import type { Filter, RowFacts } from '../../filter';
import { type RowFailure, RUN_BYTES, readRows, rowBytes } from '../records/record-runs';
import type { TextReader } from '../records/text-reader';

/** The events of a connection as columns; rows in file order, times never descend. May grow. */
export interface EventSource {
  readonly length: number;
  timeAt(row: number): number;
  /** As logged. */
  nameAt(row: number): string;
  /** `initial`, `handshake`, `1RTT`; null where the event names no packet. */
  spaceAt(row: number): string | null;
  packetNumberAt(row: number): number | null;
  /** Bytes; 0 where unknown. */
  sizeAt(row: number): number;
  /** Byte offset of the row's record in the decompressed source. */
  offsetAt(row: number): number;
}

/** Dependencies of a job. */
export interface JobTools {
  readonly columns: EventSource;
  readonly reader: TextReader;
  readonly records: RecordAccess | Missing;
  readonly yieldToEventLoop: () => Promise<void>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Maximum time without yielding to the event loop. */
const SLICE_MS = 20;
/** Time between two reports of progress. */
const PROGRESS_MS = 150;
/** Rows between two checks of the clock. */
const ROWS_PER_CHECK = 1024;
/** Maximum rows waiting for their records. */
const MAX_WAITING = 16_384;

export class FilterJob {
  readonly matches: Growable<Uint32Array> = uint32Column();
  readonly first: number;
  readonly #tools: JobTools;
  readonly #filter: Filter;
  readonly #abort = new AbortController();
  /** Rows before this one are decided. */
  #settled: number;
  #end: number;
  #running: Promise<void> | null = null;
  #failures = 0;
  #firstFailure: RowFailure | null = null;

  /** For rows [first, end); nothing is examined before `run`. */
  constructor(tools: JobTools, filter: Filter, first: number, end: number) {
    this.#tools = tools;
    this.#filter = filter;
    this.first = first;
    this.#settled = first;
    this.#end = end;
  }

  get looked(): number {
    return this.#settled - this.first;
  }

  get total(): number {
    return this.#end - this.first;
  }

  get running(): boolean {
    return this.#running !== null;
  }

  get done(): boolean {
    return this.#settled >= this.#end;
  }

  /** Error message about records that could not be read; null for none. */
  get readError(): string | null {
    const first = this.#firstFailure;
    if (first === null) return null;
    const many = this.#failures > 1;
    const subject = many ? `${plural(this.#failures, 'record')}` : '1 record';
    const { records } = this.#tools;
    if (isMissing(records))
      return `${subject} cannot be searched and ${many ? 'count' : 'counts'} as no match: ${records.missing}.`;
    const place = `event ${count(first.row)} at byte ${count(first.offset)}`;
    return (
      `${subject} could not be read again and ${many ? 'count' : 'counts'} as no match` +
      ` (${many ? 'the first: ' : ''}${place}: ${first.failure}). Open the file again to filter all of it.`
    );
  }

  /** Adds rows appended since; `run` examines them. */
  extend(end: number): void {
    this.#end = Math.max(this.#end, end);
  }

  stop(): void {
    this.#abort.abort();
  }

  /**
   * Examines the rows to the end. One run at a time: a second call returns the same run. Never rejects.
   * @param onProgress awaited from time to time, not at the end.
   */
  run(onProgress: () => Promise<void>): Promise<void> {
    this.#running ??= this.#run(onProgress).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(onProgress: () => Promise<void>): Promise<void> {
    const { now, yieldToEventLoop } = this.#tools;
    let reportedAt = now();
    while (!this.done) {
      await this.#batch();
      if (this.#abort.signal.aborted || this.done) return;
      if (now() - reportedAt >= PROGRESS_MS) {
        await onProgress();
        reportedAt = now();
      }
      await yieldToEventLoop();
      if (this.#abort.signal.aborted) return;
    }
  }

  /** Decides the next rows: as many as one time slice or one read allows. */
  async #batch(): Promise<void> {
    const { columns, now } = this.#tools;
    const startedAt = now();
    const hits: number[] = [];
    const open: number[] = [];
    let openBytes = 0;
    let row = this.#settled;
    for (; row < this.#end && open.length < MAX_WAITING; row++) {
      if ((row - this.#settled) % ROWS_PER_CHECK === ROWS_PER_CHECK - 1 && now() - startedAt >= SLICE_MS)
        break;
      const verdict = this.#filter.quick(factsOf(columns, row));
      if (verdict === true) hits.push(row);
      if (verdict !== null) continue;
      openBytes += rowBytes(columns, row);
      if (openBytes > RUN_BYTES && open.length > 0) break;
      open.push(row);
    }
    if (open.length > 0 && !(await this.#read(open, hits))) return;
    for (const hit of hits.sort((a, b) => a - b)) this.matches.push(hit);
    this.#settled = row;
  }

  /** Decides the undecided rows by their records; false if the job was stopped. */
  #read(open: readonly number[], hits: number[]): Promise<boolean> {
    const { columns, reader, records } = this.#tools;
    const { signal } = this.#abort;
    return readRows({ rows: columns, reader, records }, open, { signal }, (read) => {
      if ('failure' in read) {
        this.#fail(read);
        return;
      }
      const { row } = read;
      const { fields } = read.record;
      if (isMissing(fields)) this.#fail({ row, offset: columns.offsetAt(row), failure: fields.missing });
      else if (this.#filter.full(factsOf(columns, row), fields)) hits.push(row);
    });
  }

  #fail(failure: RowFailure): void {
    this.#failures++;
    this.#firstFailure ??= failure;
  }
}

function factsOf(columns: EventSource, row: number): RowFacts {
  return {
    timeUs: columns.timeAt(row),
    name: columns.nameAt(row),
    packetNumber: columns.packetNumberAt(row),
    sizeBytes: columns.sizeAt(row),
    space: columns.spaceAt(row),
  };
}
