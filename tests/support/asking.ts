/**
 * Asks a session of the worker what the page may ask of it, and takes its answers down: windows with every series and
 * part, models, measurements, rows, events with a filter, records. One list of questions, to be asked at any time.
 */
import { windowFor } from '../../src/drawing/surface/viewport.ts';
import { PART_IDS } from '../../src/engine/reading/contract/answer-parts.ts';
import type { ModelQuery } from '../../src/engine/reading/contract/parts.ts';
import { RequestFailed } from '../../src/engine/reading/contract/request-failed.ts';
import type { Snapshot, WindowRequest } from '../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../src/engine/service/answers/session.ts';

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
  readonly session = new TraceSession((snapshot) => {
    this.#newest = snapshot;
  });
  #newest: Snapshot | null = null;

  /** The newest snapshot. */
  get snapshot(): Snapshot {
    if (this.#newest === null) throw new Error('the session said nothing yet');
    return this.#newest;
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
    const windows = rangesOf(questions).flatMap((visible) => this.#windows(questions, visible));
    const first = await windows[0];
    if (first === undefined) return [first];
    const figures = rangesOf(questions).flatMap((range) => this.#figures(questions, range));
    return Promise.all([...windows, ...figures, ...(await this.#events(questions, withRecords))]);
  }

  #windows({ connection, extent, series }: Questions, visible: Range): readonly Promise<unknown>[] {
    const models: readonly (ModelQuery | null)[] = [
      null,
      { id: 'newreno', freeFromUs: null },
      { id: 'cubic-none', freeFromUs: (extent.fromUs + extent.toUs) / 2 },
    ];
    const window = windowFor({ ...visible, width: WIDTH }, extent);
    return models.map(async (model) => {
      const request: WindowRequest = {
        connection,
        window,
        // The series do not depend on the model: once is enough.
        series: model === null ? series : [],
        visible,
        parts: model === null ? PART_IDS : [],
        model,
      };
      const answer = await this.session.request('window', request).catch(nothingThere);
      return answer && withoutMoment(answer);
    });
  }

  #figures({ connection, series }: Questions, range: Range): readonly Promise<unknown>[] {
    return [
      this.session.request('measure', { connection, ...range }),
      this.session.request('rows', { connection, series, ...range }),
    ];
  }

  async #events({ connection, extent }: Questions, withRecords: boolean): Promise<readonly unknown[]> {
    const answers: unknown[] = [];
    const middleUs = (extent.fromUs + extent.toUs) / 2;
    const scopes = [null, { fromUs: middleUs, toUs: extent.toUs }];
    for (const filter of withRecords ? ['', ...FILTERS] : ['', FILTERS[0] as string]) {
      for (const scope of scopes) {
        const part = { first: 3, count: 20, anchorUs: middleUs };
        answers.push(await this.session.request('events', { connection, filter, scope, ...part }));
      }
    }
    const record = this.session.request('record', { connection, row: 5 });
    return [...answers, await record.catch(({ message }: RequestFailed) => message)];
  }
}

/** The connection has not begun. */
function nothingThere(error: unknown): undefined {
  if (!(error instanceof RequestFailed)) throw error;
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
