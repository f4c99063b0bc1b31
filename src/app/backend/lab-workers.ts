/**
 * The workers of the lab, as many as there are cores: one answers short questions, all of them run. A batch of runs is given out in small pieces,
 * so that no worker is left with much at the end; cancelling it ends the workers that are in the middle of one.
 */
import type { LabReply, LabRequestKind, LabRequests } from '../../engine/simulator/lab/contract';
import type { RunRef, RunRow } from '../../engine/simulator/runs/scenario-run';
import { AskedWorker } from './asked-worker';

/** Runs per piece, at most: a message costs less than a run. Of few runs, which are long ones, each worker has several pieces. */
const PIECE_RUNS = 4;
const PIECES_EACH = 8;
const MOST_WORKERS = 8;

class LabWorker extends AskedWorker<LabRequests> {
  constructor() {
    super(new Worker(new URL('../../../workers/simulate.ts', import.meta.url), { type: 'module' }));
    this.worker.addEventListener('message', ({ data }: MessageEvent<LabReply>) => this.take(data));
    this.worker.addEventListener('error', () => this.end('a worker of the lab failed'));
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
   * Runs all of them. @param onRows is given the rows as they come, in any order. Rejects with `Refused` where a run fails, and where
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
