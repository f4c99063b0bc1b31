/**
 * Asks a session of the worker what the page may ask of it, and takes its answers down: windows with every series and
 * part, models, measurements, rows, events with a filter, records. One list of questions, to be asked at any time.
 */
import { windowFor } from '../../src/drawing/surface/viewport.ts';
import { TraceSession } from '../../src/engine/answers/session.ts';
import type { FromWorker, Query, Snapshot } from '../../src/engine/contract/messages.ts';
import type { AnswerPart, ModelQuery } from '../../src/engine/contract/parts.ts';

/** One of each: a part that is not asked for here fails the type check. */
const PARTS: readonly AnswerPart[] = Object.keys({
  sequence: 0,
  limits: 0,
  ptos: 0,
  recovery: 0,
} satisfies { readonly [part in AnswerPart]: 0 }) as AnswerPart[];
const WIDTH = 400;
/** Short enough that single packets can be told apart. */
const CLOSE_US = 40_000;
/** Columns alone decide the first; the second must read the records again. */
const FILTERS = ['name = packet_sent size > 1000', 'frames.frame_type = ack'];

type Range = { readonly fromUs: number; readonly toUs: number };

/** What is asked of one connection. */
export interface Questions {
  readonly connection: number;
  readonly extent: Range;
  readonly series: readonly string[];
}

/** The questions that a trace's last snapshot gives rise to. */
export function questionsOf({ connection, extent, catalogue }: Snapshot): Questions {
  return { connection, extent, series: catalogue.map(({ id }) => id) };
}

/** All of it, a tenth from its middle, and a place where single packets can be seen. */
function rangesOf({ extent }: Questions): readonly Range[] {
  const length = extent.toUs - extent.fromUs;
  const middleUs = extent.fromUs + length / 2;
  return [
    extent,
    { fromUs: middleUs, toUs: middleUs + length / 10 },
    { fromUs: extent.fromUs + length / 5, toUs: extent.fromUs + length / 5 + CLOSE_US },
  ];
}

/** Taken out: they tell when something was answered, not what. */
function withoutMoment<T extends { readonly revision?: number }>({ revision: _, ...rest }: T): object {
  return rest;
}

export class Asking {
  readonly session: TraceSession;
  readonly #posted: FromWorker[] = [];
  #wake: (() => void) | null = null;
  #seq = 0;

  constructor() {
    this.session = new TraceSession((message) => {
      this.#posted.push(message);
      this.#wake?.();
    });
  }

  /** The newest snapshot; taken down before the answers that follow it. */
  get snapshot(): Snapshot {
    const message = this.#posted.findLast(({ type }) => type === 'snapshot');
    if (message?.type !== 'snapshot') throw new Error('the session said nothing yet');
    return message.snapshot;
  }

  /** What it says of the trace, without how fast it was read and what is held to answer questions. */
  get said(): object {
    const { progress, ...rest } = this.snapshot;
    const { megabytesPerSecond: _, columnBytes: __, ...read } = progress;
    return { ...withoutMoment(rest), read };
  }

  /**
   * @param withRecords whether to ask what must read the records of the file again.
   * @returns the answers in the order of the questions; undefined for a connection that has not begun.
   */
  async all(questions: Questions, withRecords: boolean): Promise<readonly unknown[]> {
    const windows = rangesOf(questions).flatMap((visible) => this.#window(questions, visible));
    if (windows.some((answer) => answer === undefined)) return windows;
    const figures = rangesOf(questions).flatMap((range) => this.#figures(questions, range));
    return [...windows, ...figures, ...(await this.#events(questions, withRecords))];
  }

  #window({ connection, extent, series }: Questions, visible: Range): readonly unknown[] {
    const models: readonly (ModelQuery | null)[] = [
      null,
      { id: 'newreno', freeFromUs: null },
      { id: 'cubic-none', freeFromUs: (extent.fromUs + extent.toUs) / 2 },
    ];
    const window = windowFor({ ...visible, width: WIDTH }, extent);
    return models.map((model) => {
      const query: Query = {
        channel: 'panels',
        connection,
        seq: 1,
        window,
        // The series do not depend on the model: once is enough.
        series: model === null ? series : [],
        visible,
        parts: model === null ? PARTS : [],
        model,
      };
      const [message] = this.#during(() => this.session.answer(query));
      return message?.type === 'answer' ? withoutMoment(message.answer) : undefined;
    });
  }

  #figures({ connection, series }: Questions, range: Range): readonly unknown[] {
    return [
      ...this.#during(() => this.session.measure({ seq: 1, connection, ...range })),
      ...this.#during(() => this.session.rows({ seq: 1, connection, series, ...range })),
    ];
  }

  /** The answers that come at once. */
  #during(ask: () => void): readonly FromWorker[] {
    const from = this.#posted.length;
    ask();
    return this.#posted.splice(from);
  }

  async #events({ extent }: Questions, withRecords: boolean): Promise<readonly unknown[]> {
    const answers: unknown[] = [];
    const middleUs = (extent.fromUs + extent.toUs) / 2;
    const scopes = [null, { fromUs: middleUs, toUs: extent.toUs }];
    for (const filter of withRecords ? ['', ...FILTERS] : ['', FILTERS[0] as string]) {
      for (const scope of scopes) {
        const seq = ++this.#seq;
        this.session.events({ seq, filter, scope, first: 3, count: 20, anchorUs: middleUs });
        const answer = await this.#wait(
          (message) => message.type === 'events' && message.events.seq === seq && message.events.done,
        );
        answers.push(answer.type === 'events' ? { ...answer.events, seq: 0 } : answer);
      }
    }
    const seq = ++this.#seq;
    this.session.record({ seq, row: 5 });
    const answer = await this.#wait(({ type }) => type === 'record');
    answers.push(answer.type === 'record' ? { ...answer.record, seq: 0 } : answer);
    return answers;
  }

  /** The first message from now on that is meant; all answers up to it are taken out. */
  async #wait(isMeant: (message: FromWorker) => boolean): Promise<FromWorker> {
    for (;;) {
      const at = this.#posted.findIndex(isMeant);
      if (at >= 0) {
        const found = this.#posted[at] as FromWorker;
        const snapshots = this.#posted.filter(({ type }) => type === 'snapshot');
        this.#posted.splice(0, this.#posted.length, ...snapshots);
        return found;
      }
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }
}

/** Where two values differ first, as a path with both ends; null where they are the same to the last bit. */
export function firstDifference(a: unknown, b: unknown, path = ''): string | null {
  if (Object.is(a, b)) return null;
  const isTree = typeof a === 'object' && a !== null && typeof b === 'object' && b !== null;
  if (!isTree) return `${path}: ${String(a)} and ${String(b)}`;
  const [keysA, keysB] = [Object.keys(a), Object.keys(b)];
  if (keysA.length !== keysB.length) return `${path}: ${keysA.length} and ${keysB.length} items`;
  for (const key of keysA) {
    const [one, other] = [a, b].map((tree) => (tree as { readonly [key: string]: unknown })[key]);
    const found = firstDifference(one, other, `${path}/${key}`);
    if (found !== null) return found;
  }
  return null;
}
