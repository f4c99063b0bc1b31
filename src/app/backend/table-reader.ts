/**
 * Reads the files of a table of traces, or of groups of its rows: small ones first, through workers of the page's pool, each
 * of which reads one file after another. Nothing of a file is kept in a worker. Between two files a worker is given to a
 * trace that was opened and waits for one; a worker that dies, or no longer responds, costs its file only.
 */
import { WORTH_BYTES } from '../../engine/input/bytes/large-file';
import type { SourceSpec } from '../../engine/input/bytes/source';
import type { FileSamples } from '../../engine/reading/contract/samples';
import type { Message } from '../../engine/reading/contract/snapshot';
import type { FileSurvey } from '../../engine/reading/contract/survey';
import type { FromWorker, ToWorker } from '../../engine/service/answers/serve';
import type { WorkerPool, WorkerUser } from './worker-pool';

/** A worker that does not answer a ping for this long is given up: judging a large file takes a while. */
const SILENCE_MS = 60_000;
const CHECK_MS = 2500;

export interface TableJob {
  readonly id: number;
  readonly source: SourceSpec;
  readonly sizeBytes: number;
}

export interface FileQuestion<Job extends TableJob, Answer> {
  readonly ask: (job: Job) => ToWorker;
  /** @returns null where a part of the page is missing; undefined for a message that is no answer to the job. */
  readonly answer: (data: FromWorker, job: Job) => Answer | null | undefined;
  readonly failed: (failure: Message) => Answer;
}

export interface TableReaderOptions<Job extends TableJob, Answer> {
  readonly pool: WorkerPool;
  readonly question: FileQuestion<Job, Answer>;
  readonly onRead: (id: number, answer: Answer) => void;
  /** Nothing is being read any more. */
  readonly onEnd: () => void;
  /** A clock in ms, and an interval timer. @returns the function that stops the timer. */
  readonly now: () => number;
  readonly every: (run: () => void, ms: number) => () => void;
}

export const PAGE_CLOCK: Pick<TableReaderOptions<TableJob, unknown>, 'now' | 'every'> = {
  now: () => performance.now(),
  every: (run, ms) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

const PART_MISSING: Message = {
  kind: 'part-missing',
  level: 'error',
  text: 'A part of this page could not be fetched from its server. Reload the page, and open the files again.',
  places: [],
};

const SILENT: Message = {
  kind: 'worker-silent',
  level: 'error',
  text: `Reading stopped: its worker has not responded for ${SILENCE_MS / 1000} s. Open the file alone to try again.`,
  places: [],
};

/** The rows of a file. */
export const SURVEY: FileQuestion<TableJob, FileSurvey> = {
  ask: ({ id, source }) => ({ type: 'survey', id, source }),
  answer: (data, { id }) => (data.type === 'surveyed' && data.id === id ? data.survey : undefined),
  failed: (failure) => ({ traces: [], hash: null, connectionCount: 0, failures: [failure], ends: null }),
};

export interface SamplesJob extends TableJob {
  readonly connections: readonly number[];
}

export const SAMPLES: FileQuestion<SamplesJob, FileSamples> = {
  ask: ({ id, source, connections }) => ({ type: 'sample', id, source, connections }),
  answer: (data, { id }) => (data.type === 'sampled' && data.id === id ? data.samples : undefined),
  failed: (failure) => ({ runs: [], failure }),
};

export class TableReader<Job extends TableJob, Answer> {
  /** Smallest first. */
  #queue: readonly Job[] = [];
  readonly #readers: readonly SerialReader<Job, Answer>[];

  constructor(options: TableReaderOptions<Job, Answer>) {
    const work: SharedWork<Job, Answer> = {
      ...options,
      next: () => {
        const [first, ...rest] = this.#queue;
        this.#queue = rest;
        return first ?? null;
      },
      hasNext: () => this.#queue.length > 0,
      giveBack: (job) => this.add([job]),
      onRest: () => {
        for (const reader of this.#readers) reader.rest();
        if (!this.isReading) options.onEnd();
      },
    };
    this.#readers = Array.from({ length: options.pool.limit }, () => new SerialReader(work));
  }

  get isReading(): boolean {
    return this.#queue.length > 0 || this.#readers.some((reader) => reader.isReading());
  }

  add(jobs: readonly Job[]): void {
    this.#queue = [...this.#queue, ...jobs].sort((a, b) => a.sizeBytes - b.sizeBytes);
    for (const reader of this.#readers.slice(0, this.#queue.length)) reader.wake();
  }

  /** What is being read is read to its end. */
  drop(isDropped: (id: number) => boolean): void {
    this.#queue = this.#queue.filter(({ id }) => !isDropped(id));
  }

  /** Ends at once; its workers are terminated. */
  stop(): void {
    this.#queue = [];
    for (const reader of this.#readers) reader.stop();
  }
}

interface SharedWork<Job extends TableJob, Answer>
  extends Pick<TableReaderOptions<Job, Answer>, 'pool' | 'question' | 'onRead' | 'now' | 'every'> {
  readonly next: () => Job | null;
  readonly hasNext: () => boolean;
  readonly giveBack: (job: Job) => void;
  readonly onRest: () => void;
}

/** Reads file after file with one worker of the pool. */
class SerialReader<Job extends TableJob, Answer> implements WorkerUser {
  readonly sizeBytes = 0;
  readonly isLarge = false;
  readonly isBackground = true;
  readonly #work: SharedWork<Job, Answer>;
  #worker: Worker | null = null;
  #job: Job | null = null;
  #pingedAt: number | null = null;
  #stopChecking: () => void = () => undefined;

  constructor(work: SharedWork<Job, Answer>) {
    this.#work = work;
  }

  isShown(): boolean {
    return false;
  }

  isWanted(): boolean {
    return false;
  }

  /** A small file is read to its end; that of a large one is given to a trace that was opened, and it is read again. */
  isBusy(): boolean {
    return this.#job !== null && this.#job.sizeBytes < WORTH_BYTES;
  }

  isReading(): boolean {
    return this.#job !== null;
  }

  heldBytes(): number {
    return 0;
  }

  /** There are files to be read. */
  wake(): void {
    if (this.#worker === null) this.#work.pool.request(this);
  }

  /** There are none: it no longer waits for a worker. */
  rest(): void {
    if (this.#worker === null) this.#work.pool.leave(this);
  }

  start(worker: Worker): void {
    this.#worker = worker;
    this.#pingedAt = null;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#take(data);
    worker.onerror = (event) => {
      event.preventDefault();
      const text = `Reading stopped because of a bug in qlogscope (${event.message}).`;
      this.#giveUp({ kind: 'worker-failed', level: 'error', text, places: [] });
    };
    this.#stopChecking = this.#work.every(() => this.#check(), CHECK_MS);
    this.#readNext();
  }

  release(): void {
    const job = this.#job;
    this.#forget();
    if (job !== null) this.#work.giveBack(job);
  }

  stop(): void {
    this.#forget();
    this.#work.pool.leave(this);
  }

  #take(data: FromWorker): void {
    this.#pingedAt = null;
    const { answer, failed } = this.#work.question;
    const answered = this.#job === null ? undefined : answer(data, this.#job);
    if (answered === undefined) return;
    this.#end(answered ?? failed(PART_MISSING));
    this.#readNext();
  }

  #end(answer: Answer): void {
    const job = this.#job;
    this.#job = null;
    if (job !== null) this.#work.onRead(job.id, answer);
  }

  #readNext(): void {
    const { pool, question, next, hasNext, onRest } = this.#work;
    const job = pool.isWaitedFor ? null : next();
    if (job !== null) {
      this.#job = job;
      this.#post(question.ask(job));
      return;
    }
    this.#forget();
    pool.leave(this);
    if (hasNext()) pool.request(this);
    else onRest();
  }

  /** Its worker is of no use any more: the next file gets another. */
  #giveUp(failure: Message): void {
    this.#end(this.#work.question.failed(failure));
    this.#forget();
    const { pool, hasNext, onRest } = this.#work;
    pool.leave(this);
    if (hasNext()) pool.request(this);
    else onRest();
  }

  #forget(): void {
    this.#stopChecking();
    this.#stopChecking = () => undefined;
    this.#worker = null;
    this.#job = null;
  }

  #check(): void {
    if (this.#job === null) return;
    const now = this.#work.now();
    if (this.#pingedAt === null) {
      this.#pingedAt = now;
      this.#post({ type: 'ping' });
    } else if (now - this.#pingedAt > SILENCE_MS) this.#giveUp(SILENT);
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}
