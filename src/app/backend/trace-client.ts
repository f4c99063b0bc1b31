/**
 * The page's end of one trace, as an interface and as what it is for a file: has a worker read it, and asks for windows.
 * Answers that come after a newer question are dropped, so that a fast zoom never draws an old picture. The pool may take
 * the worker of a trace that is not shown: the file is read again when something is asked, and nobody sees the difference
 * but for the wait. A worker that gives no sign of life while something is pending is told of.
 */
import { WORTH_BYTES } from '../../engine/bytes/read-ahead';
import type { SourceSpec } from '../../engine/bytes/source';
import type { EventsAnswer, EventsRequest, RecordAnswer, RecordRequest } from '../../engine/contract/events';
import type { CutAnswer, CutRequest } from '../../engine/contract/export';
import type {
  Answer,
  Channel,
  FromWorker,
  Message,
  Query,
  Snapshot,
  ToWorker,
} from '../../engine/contract/messages';
import type { Measured, MeasureRequest, Rows, RowsRequest } from '../../engine/contract/parts';
import type { WorkerPool, WorkerUser } from './worker-pool';

export interface TraceListener {
  readonly onSnapshot: (snapshot: Snapshot) => void;
  readonly onAnswer: (answer: Answer) => void;
  /** Every answer to the event list, late ones too: the list numbers its requests itself. */
  readonly onEvents: (answer: EventsAnswer) => void;
  readonly onRecord: (answer: RecordAnswer) => void;
  /** Every answer to a measurement, late ones too. */
  readonly onMeasured: (measured: Measured) => void;
  readonly onRows: (rows: Rows) => void;
  readonly onCut: (answer: CutAnswer) => void;
  /** The worker itself broke down: nothing more will come. */
  readonly onCrash: (message: Message) => void;
  /** The worker has said nothing for long, or says something again: then null. */
  readonly onSilence: (message: Message | null) => void;
}

const CHANNELS: readonly Channel[] = ['panels', 'overview', 'survey'];

/** A worker that is asked for a sign of life and gives none for so long has a message. */
const SILENCE_MS = 15_000;
const LOOK_MS = 2500;

/** Whatever stands behind an open trace: a worker that reads a file, or a digest of one. */
export interface TraceConnection {
  /** True while the newest question of a channel waits for its answer; of any channel without a name. */
  pending(channel?: Channel): boolean;
  ask(query: Omit<Query, 'seq'>): void;
  /** Another connection of the file is looked at: a snapshot of it follows. */
  select(connection: number): void;
  /** Answers under way are of no use any more. */
  forget(): void;
  askEvents(request: EventsRequest): void;
  askRecord(request: RecordRequest): void;
  askMeasure(request: MeasureRequest): void;
  askRows(request: RowsRequest): void;
  /** Null calls off the one that is being made. */
  askCut(request: CutRequest | null): void;
  /** It is shown: what it needs to answer is fetched before it is asked. */
  wake(): void;
  /** Begins anew, whatever is under way. */
  restart(): void;
  /** Nothing more will come; what it holds is given back. */
  stop(): void;
}

export interface ClientOptions {
  readonly pool: WorkerPool;
  readonly isShown: () => boolean;
  readonly isWanted: () => boolean;
  readonly isBusy: () => boolean;
  /** A clock in ms, and what runs a function again and again. @returns the function that ends that. */
  readonly now: () => number;
  readonly every: (run: () => void, ms: number) => () => void;
}

/**
 * `reading` tells of everything; `again` is silent until the file is read as far as it was before. `none` has no worker:
 * not yet, or not any more.
 */
type Reading = 'none' | 'reading' | 'again' | 'read';

export class TraceClient implements TraceConnection, WorkerUser {
  readonly sizeBytes: number;
  readonly isLarge: boolean;
  readonly isShown: () => boolean;
  readonly isWanted: () => boolean;
  readonly isBusy: () => boolean;
  readonly #source: SourceSpec;
  readonly #listener: TraceListener;
  readonly #options: ClientOptions;
  #worker: Worker | null = null;
  #reading: Reading = 'none';
  /** It was read once: the next worker reads it again. */
  #wasRead = false;
  #heldBytes = 0;
  /** What waits for a worker that has read the file. */
  #queue: ToWorker[] = [];
  readonly #asked: Record<Channel, number> = { panels: 0, overview: 0, survey: 0 };
  readonly #answered: Record<Channel, number> = { panels: 0, overview: 0, survey: 0 };
  /** The connection that was chosen; its snapshot is on its way while `#selecting` says so. */
  #selected: number | null = null;
  #selecting = false;
  #stopLooking: () => void = () => undefined;
  /** When a sign of life was asked for and has not come, ms. */
  #calledAt: number | null = null;
  #isSilent = false;

  constructor(source: SourceSpec, listener: TraceListener, options: ClientOptions) {
    this.sizeBytes = source.kind === 'file' ? source.file.size : 0;
    this.isLarge = this.sizeBytes >= WORTH_BYTES;
    this.isShown = options.isShown;
    this.isWanted = () => options.isWanted() || this.#queue.length > 0;
    this.isBusy = options.isBusy;
    this.#source = source;
    this.#listener = listener;
    this.#options = options;
    options.pool.request(this);
  }

  isReading(): boolean {
    return this.#reading === 'reading' || this.#reading === 'again';
  }

  heldBytes(): number {
    return this.#heldBytes;
  }

  start(worker: Worker, readsAhead: boolean): void {
    this.#worker = worker;
    this.#reading = this.#wasRead ? 'again' : 'reading';
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#take(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end();
      this.#listener.onCrash({
        kind: 'worker-failed',
        level: 'error',
        text: `Reading stopped with a defect of qlogscope (${event.message}). The rest of the page still works.`,
        places: [],
      });
    };
    this.#stopLooking = this.#options.every(() => this.#lookForLife(), LOOK_MS);
    this.#post({ type: 'open', source: this.#source, readsAhead });
    if (this.#reading === 'reading') this.#flush();
  }

  release(): void {
    this.#worker = null;
    this.#reading = 'none';
    this.#heldBytes = 0;
    this.#stopLooking();
    this.#calledAt = null;
  }

  pending(channel?: Channel): boolean {
    const channels: readonly Channel[] = channel === undefined ? CHANNELS : [channel];
    const waits = this.#selecting || this.#reading === 'again' || this.#queue.length > 0;
    return (
      (channel === undefined && waits) || channels.some((name) => this.#answered[name] !== this.#asked[name])
    );
  }

  ask(query: Omit<Query, 'seq'>): void {
    const { channel } = query;
    this.#asked[channel]++;
    // Only the newest question of a channel is answered at all.
    this.#queue = this.#queue.filter((other) => other.type !== 'query' || other.query.channel !== channel);
    this.#send({ type: 'query', query: { ...query, seq: this.#asked[channel] } });
  }

  select(connection: number): void {
    this.#selected = connection;
    this.#selecting = true;
    this.#send({ type: 'select', connection });
  }

  forget(): void {
    for (const channel of CHANNELS) this.#asked[channel]++;
    this.#settle();
  }

  askEvents(request: EventsRequest): void {
    this.#send({ type: 'events', request });
  }

  askRecord(request: RecordRequest): void {
    this.#send({ type: 'record', request });
  }

  askMeasure(request: MeasureRequest): void {
    this.#send({ type: 'measure', request });
  }

  askRows(request: RowsRequest): void {
    this.#send({ type: 'rows', request });
  }

  askCut(request: CutRequest | null): void {
    this.#send({ type: 'cut', request });
  }

  wake(): void {
    if (this.#worker === null) this.#options.pool.request(this);
    else this.#options.pool.touch(this);
  }

  restart(): void {
    this.#end();
    this.#wasRead = false;
    this.#selected = null;
    this.#options.pool.request(this);
  }

  /** Stops the worker at once, wherever it is, and gives its memory back. */
  stop(): void {
    this.#end();
  }

  #take(data: FromWorker): void {
    this.#calledAt = null;
    if (this.#isSilent) {
      this.#isSilent = false;
      this.#listener.onSilence(null);
    }
    switch (data.type) {
      case 'snapshot':
        this.#takeSnapshot(data.snapshot);
        break;
      case 'answer':
        if (data.answer.seq !== this.#asked[data.answer.channel]) break;
        this.#answered[data.answer.channel] = data.answer.seq;
        this.#listener.onAnswer(data.answer);
        break;
      case 'events':
        this.#listener.onEvents(data.events);
        break;
      case 'record':
        this.#listener.onRecord(data.record);
        break;
      case 'measured':
        this.#listener.onMeasured(data.measured);
        break;
      case 'rows':
        this.#listener.onRows(data.rows);
        break;
      case 'cut':
        this.#listener.onCut(data.cut);
        break;
      case 'alive':
        break;
    }
  }

  #takeSnapshot(snapshot: Snapshot): void {
    const hasEnded = snapshot.phase === 'ready' || snapshot.phase === 'failed';
    const isAgain = this.#reading === 'again';
    this.#heldBytes = snapshot.progress.columnBytes;
    if (isAgain && !hasEnded) return;
    if (hasEnded && this.#reading !== 'read') {
      this.#reading = 'read';
      this.#wasRead = true;
      const selected = this.#selected;
      if (isAgain && selected !== null) this.#post({ type: 'select', connection: selected });
      this.#flush();
      // The connection that was chosen is told of next.
      if (isAgain && selected !== null && selected !== snapshot.connection) return;
    }
    if (snapshot.connection === this.#selected) this.#selecting = false;
    this.#listener.onSnapshot(snapshot);
  }

  /** Asks a worker that should be at work for a sign of life, and tells of one that gives none. */
  #lookForLife(): void {
    if (!this.isBusy()) {
      this.#calledAt = null;
    } else if (this.#calledAt === null) {
      this.#calledAt = this.#options.now();
      this.#post({ type: 'ping' });
    } else if (!this.#isSilent && this.#options.now() - this.#calledAt >= SILENCE_MS) {
      this.#isSilent = true;
      this.#listener.onSilence({
        kind: 'worker-silent',
        level: 'error',
        text: `What reads this trace has given no sign of life for ${SILENCE_MS / 1000} s: the browser may have ended it for want of memory, or the machine is very busy.`,
        places: [],
      });
    }
  }

  #end(): void {
    this.release();
    this.#queue = [];
    this.#isSilent = false;
    this.#selecting = false;
    this.#settle();
    this.#options.pool.leave(this);
  }

  #settle(): void {
    Object.assign(this.#answered, this.#asked);
  }

  #send(message: ToWorker): void {
    if (this.#reading === 'reading' || this.#reading === 'read') {
      this.#post(message);
      return;
    }
    this.#queue.push(message);
    this.#options.pool.request(this);
  }

  #flush(): void {
    for (const message of this.#queue.splice(0)) this.#post(message);
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}
