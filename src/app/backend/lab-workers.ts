/**
 * The workers of the lab, as many as there are cores: one answers short questions, all of them run. A batch of runs is given out in small pieces,
 * so that no worker is left with much at the end; cancelling it ends the workers that are in the middle of one.
 */
import type { LabReply, LabRequestKind, LabRequests } from '../../engine/simulator/lab/contract';
import type { RunRef, RunRow } from '../../engine/simulator/runs/scenario-run';

/** Runs per piece, at most: a message costs less than a run. Of few runs, which are long ones, each worker has several pieces. */
const PIECE_RUNS = 4;
const PIECES_EACH = 8;
const MOST_WORKERS = 8;

/** There is no answer, and why. */
export class LabRefused extends Error {}

interface Pending {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

class LabWorker {
  readonly #worker = new Worker(new URL('../../../workers/simulate.ts', import.meta.url), { type: 'module' });
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  /** Why the worker has ended; null while it lives. */
  #ended: string | null = null;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<LabReply>) => {
      const pending = this.#pending.get(data.id);
      this.#pending.delete(data.id);
      if ('problem' in data) pending?.reject(new LabRefused(data.problem));
      else pending?.resolve(data.answer);
    });
    this.#worker.addEventListener('error', () => this.end('a worker of the lab failed'));
  }

  request<K extends LabRequestKind>(
    kind: K,
    body: LabRequests[K]['body'],
  ): Promise<LabRequests[K]['answer']> {
    if (this.#ended !== null) return Promise.reject(new LabRefused(this.#ended));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as Pending['resolve'], reject });
      this.#worker.postMessage({ id, kind, body });
    });
  }

  /** Ends the worker; what it was asked is refused. */
  end(why: string): void {
    this.#ended = why;
    this.#worker.terminate();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new LabRefused(why));
  }
}

export class LabWorkers {
  /** That run at a time. */
  readonly count = Math.max(1, Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS));
  /** Answers short questions, and is never cancelled. */
  readonly #first = new LabWorker();
  #runners: LabWorker[] = [];

  ask<K extends Exclude<LabRequestKind, 'runs'>>(
    kind: K,
    body: LabRequests[K]['body'],
  ): Promise<LabRequests[K]['answer']> {
    return this.#first.request(kind, body);
  }

  /**
   * Runs all of them. @param onRows is given the rows as they come, in any order. Rejects with `LabRefused` where a run fails, and where
   * the runs are cancelled.
   */
  async run(refs: readonly RunRef[], onRows: (rows: readonly RunRow[]) => void): Promise<void> {
    while (this.#runners.length < this.count) this.#runners.push(new LabWorker());
    const pieceRuns = Math.max(1, Math.min(PIECE_RUNS, Math.floor(refs.length / this.count / PIECES_EACH)));
    let next = 0;
    const work = async (worker: LabWorker): Promise<void> => {
      while (next < refs.length) {
        const piece = refs.slice(next, next + pieceRuns);
        next += piece.length;
        onRows(await worker.request('runs', piece));
      }
    };
    try {
      await Promise.all(this.#runners.map(work));
    } catch (error) {
      // The others do not go on after a run that failed, and the next runs have workers that live.
      this.cancel();
      throw error;
    }
  }

  /** Ends what runs. */
  cancel(): void {
    const runners = this.#runners;
    this.#runners = [];
    for (const worker of runners) worker.end('the runs were cancelled');
  }

  close(): void {
    this.cancel();
    this.#first.end('the lab was closed');
  }
}
