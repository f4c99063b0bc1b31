/**
 * The page's end of one trace, as an interface and as what it is for a file: starts its worker, keeps the newest snapshot, and asks for windows. Answers
 * that come after a newer question are dropped, so that a fast zoom never draws an old picture.
 */
import type { SourceSpec } from './bytes/source';
import type { Answer, Channel, FromWorker, Message, Query, Snapshot, ToWorker } from './protocol';
import type { CutAnswer, CutRequest } from './protocol-cut';
import type { EventsAnswer, EventsRequest, RecordAnswer, RecordRequest } from './protocol-events';
import type { Measured, MeasureRequest, Rows, RowsRequest } from './protocol-parts';

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
}

const CHANNELS: readonly Channel[] = ['panels', 'overview', 'survey'];

/** Started before there is a trace, so that the first one need not wait for it. */
let spare: Worker | null = null;

function startWorker(): Worker {
  return new Worker(new URL('../workers/trace.ts', import.meta.url), { type: 'module' });
}

/** Starts the worker of the next trace; one that cannot be started is tried again, and told of, when the trace comes. */
export function warmUp(): void {
  const worker = startWorker();
  worker.onerror = (event) => {
    event.preventDefault();
    if (spare === worker) spare = null;
  };
  spare = worker;
}

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
  /** Nothing more will come; what it holds is given back. */
  stop(): void;
}

export class TraceClient implements TraceConnection {
  readonly #worker: Worker;
  readonly #asked: Record<Channel, number> = { panels: 0, overview: 0, survey: 0 };
  /** The snapshot of a connection that was chosen is on its way. */
  #selecting: number | null = null;
  readonly #answered: Record<Channel, number> = { panels: 0, overview: 0, survey: 0 };

  constructor(source: SourceSpec, listener: TraceListener) {
    this.#worker = spare ?? startWorker();
    spare = null;
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      switch (data.type) {
        case 'snapshot':
          if (data.snapshot.connection === this.#selecting) this.#selecting = null;
          listener.onSnapshot(data.snapshot);
          break;
        case 'answer':
          if (data.answer.seq !== this.#asked[data.answer.channel]) break;
          this.#answered[data.answer.channel] = data.answer.seq;
          listener.onAnswer(data.answer);
          break;
        case 'events':
          listener.onEvents(data.events);
          break;
        case 'record':
          listener.onRecord(data.record);
          break;
        case 'measured':
          listener.onMeasured(data.measured);
          break;
        case 'rows':
          listener.onRows(data.rows);
          break;
        case 'cut':
          listener.onCut(data.cut);
          break;
      }
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#settle();
      listener.onCrash({
        kind: 'worker-failed',
        level: 'error',
        text: `Reading stopped with a defect of qlogscope (${event.message}). The page still works; open another trace.`,
        places: [],
      });
    };
    this.#send({ type: 'open', source });
  }

  pending(channel?: Channel): boolean {
    const channels: readonly Channel[] = channel === undefined ? CHANNELS : [channel];
    return (
      (channel === undefined && this.#selecting !== null) ||
      channels.some((name) => this.#answered[name] !== this.#asked[name])
    );
  }

  ask(query: Omit<Query, 'seq'>): void {
    this.#asked[query.channel]++;
    this.#send({ type: 'query', query: { ...query, seq: this.#asked[query.channel] } });
  }

  select(connection: number): void {
    this.#selecting = connection;
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

  /** Null ends the cut under way. */
  askCut(request: CutRequest | null): void {
    this.#send({ type: 'cut', request });
  }

  /** Stops the worker at once, wherever it is, and gives its memory back. */
  stop(): void {
    this.#worker.terminate();
    this.#settle();
  }

  #settle(): void {
    Object.assign(this.#answered, this.#asked);
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
}
