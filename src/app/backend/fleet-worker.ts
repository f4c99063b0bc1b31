/** The worker that holds a fleet: requests by number, and an end where it fails or is silent. */
import type {
  FleetReply,
  FleetRequestKind,
  FleetRequests,
  PartProblem,
} from '../../sharing/fleet-rows/contract';

/** A worker that sends nothing for so long while it is asked something is ended: a file may make it loop. */
const SILENT_MS = 60_000;
const LOOK_MS = 1000;

export interface FleetListener {
  readonly onProgress: (rows: number, total: number) => void;
  /** All columns of rows are read. */
  readonly onComplete: (problems: readonly PartProblem[]) => void;
}

/** There is no answer, and why. */
export class FleetRefused extends Error {}

interface Pending {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class FleetWorker {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #timer: ReturnType<typeof setInterval>;
  #nextId = 1;
  #heardAt = performance.now();
  /** Why the worker has ended; null while it lives. */
  #ended: string | null = null;

  constructor(worker: Worker, { onProgress, onComplete }: FleetListener) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<FleetReply>) => {
      this.#heardAt = performance.now();
      if ('progress' in data) onProgress(data.progress.rows, data.progress.total);
      else if ('complete' in data) onComplete(data.problems);
      else this.#take(data);
    });
    worker.addEventListener('error', () =>
      this.#fail('its worker failed: perhaps there is not enough memory'),
    );
    this.#timer = setInterval(() => {
      if (this.#pending.size > 0 && performance.now() - this.#heardAt > SILENT_MS)
        this.#fail(`its worker was silent for ${SILENT_MS / 1000} s, and was ended`);
    }, LOOK_MS);
  }

  /** Rejects with `FleetRefused`. */
  request<K extends FleetRequestKind>(
    kind: K,
    body: FleetRequests[K]['body'],
  ): Promise<FleetRequests[K]['answer']> {
    if (this.#ended !== null) return Promise.reject(new FleetRefused(this.#ended));
    const id = this.#nextId++;
    if (this.#pending.size === 0) this.#heardAt = performance.now();
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as Pending['resolve'], reject });
      this.#worker.postMessage({ id, kind, body });
    });
  }

  end(): void {
    clearInterval(this.#timer);
    this.#worker.terminate();
    this.#pending.clear();
  }

  #take(reply: Extract<FleetReply, { readonly id: number }>): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('problem' in reply) pending?.reject(new FleetRefused(reply.problem));
    else pending?.resolve(reply.answer);
  }

  #fail(why: string): void {
    this.#ended = why;
    const all = [...this.#pending.values()];
    this.end();
    for (const { reject } of all) reject(new FleetRefused(why));
  }
}
