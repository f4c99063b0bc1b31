/** An event list over rows that a test adds, whose text it may take away; requests, and what was told of each. */

import { QlogAccess } from '../../src/engine/input/formats/qlog/access/access.ts';
import type { EventsAnswer, EventsRequest } from '../../src/engine/reading/contract/events.ts';
import { EventList, type EventSource } from '../../src/engine/service/answers/events/event-list.ts';
import type { ReadOptions, TextReader } from '../../src/engine/service/answers/records/text-reader.ts';

interface Row {
  readonly timeUs: number;
  readonly name: string;
  readonly offset: number;
}

/** Rows and their text; the columns grow, the text may be taken away. */
export class RowTrace implements EventSource, TextReader {
  readonly rows: Row[] = [];
  text = '';
  fast = true;
  readonly reads: [number, number][] = [];
  onRead: (from: number, options: ReadOptions | undefined) => void = () => {};

  add(timeUs: number, name: string, data: object): void {
    this.rows.push({ timeUs, name, offset: this.text.length });
    this.text += `\u001e${JSON.stringify({ time: timeUs / 1000, name, data })}\n`;
  }

  get length(): number {
    return this.rows.length;
  }
  timeAt = (row: number): number => this.rows[row]?.timeUs ?? Number.NaN;
  nameAt = (row: number): string => this.rows[row]?.name ?? '';
  spaceAt = (row: number): string | null => (row % 2 === 0 ? '1RTT' : null);
  packetNumberAt = (row: number): number | null => (row % 2 === 0 ? row : null);
  sizeAt = (): number => 1200;
  offsetAt = (row: number): number => this.rows[row]?.offset ?? Number.NaN;

  async read(from: number, to: number, options?: ReadOptions): Promise<Uint8Array> {
    this.reads.push([from, to]);
    this.onRead(from, options);
    return new TextEncoder().encode(this.text.slice(from, to));
  }
}

/** A request under way: its own answers, and the way to end it. */
export interface Asked {
  readonly told: EventsAnswer[];
  readonly answer: Promise<EventsAnswer>;
  readonly abort: () => void;
}

/** A list over 100 rows, one per ms: every tenth a loss, every seventh tagged `odd`, each from its fourth on. */
export class AskedList {
  readonly trace = new RowTrace();
  /** Progress and answers, as they came. */
  readonly answers: EventsAnswer[] = [];
  /** Milliseconds that pass at every look at the clock. */
  tickMs = 0;
  #clockMs = 0;
  readonly #list = new EventList({
    columns: this.trace,
    reader: this.trace,
    records: new QlogAccess([]),
    yieldToEventLoop: () => Promise.resolve(),
    now: () => {
      this.#clockMs += this.tickMs;
      return this.#clockMs;
    },
  });

  constructor() {
    for (let i = 0; i < 100; i++) {
      this.trace.add(i * 1000, i % 10 === 3 ? 'quic:packet_lost' : 'quic:packet_sent', {
        n: i,
        tag: i % 7 === 3 ? 'odd' : 'even',
      });
    }
  }

  readonly ask = (request: Partial<EventsRequest>, of = this.#list): Asked => {
    const whole = { connection: 0, filter: '', scope: null, first: 0, count: 5, anchorUs: null, ...request };
    const abort = new AbortController();
    const told: EventsAnswer[] = [];
    const note = (got: EventsAnswer): void => {
      told.push(got);
      this.answers.push(got);
    };
    const answered = of.request(whole, { signal: abort.signal, progress: note });
    const answer = answered.then((got) => {
      note(got);
      return got;
    });
    return { told, answer, abort: () => abort.abort() };
  };

  readonly answer = (request: Partial<EventsRequest>): Promise<EventsAnswer> => this.ask(request).answer;
}

export const rowsOf = ({ rows }: EventsAnswer): readonly number[] => rows.map(({ row }) => row);
