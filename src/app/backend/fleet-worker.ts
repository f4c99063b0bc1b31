/** The worker that holds a fleet: requests by number, and an end where it fails or is silent. */
import type {
  FleetReply,
  FleetRequestKind,
  FleetRequests,
  PartProblem,
} from '../../sharing/fleet-rows/contract';
import { AskedWorker } from './asked-worker';

/** A worker that sends nothing for so long while it is asked something is ended: a file may make it loop. */
const SILENT_MS = 60_000;
const LOOK_MS = 1000;

export interface FleetListener {
  readonly onProgress: (rows: number, total: number) => void;
  /** All columns of rows are read. */
  readonly onComplete: (problems: readonly PartProblem[]) => void;
}

export class FleetWorker extends AskedWorker<FleetRequests> {
  readonly #timer: ReturnType<typeof setInterval>;
  #heardAt = performance.now();

  constructor(worker: Worker, { onProgress, onComplete }: FleetListener) {
    super(worker);
    worker.addEventListener('message', ({ data }: MessageEvent<FleetReply>) => {
      this.#heardAt = performance.now();
      if ('progress' in data) onProgress(data.progress.rows, data.progress.total);
      else if ('complete' in data) onComplete(data.problems);
      else this.take(data);
    });
    worker.addEventListener('error', () =>
      this.#fail('its worker failed: perhaps there is not enough memory'),
    );
    this.#timer = setInterval(() => {
      if (this.pending.size > 0 && performance.now() - this.#heardAt > SILENT_MS)
        this.#fail(`its worker was silent for ${SILENT_MS / 1000} s, and was ended`);
    }, LOOK_MS);
  }

  override request<K extends FleetRequestKind>(
    kind: K,
    body: FleetRequests[K]['body'],
  ): Promise<FleetRequests[K]['answer']> {
    if (this.pending.size === 0) this.#heardAt = performance.now();
    return super.request(kind, body);
  }

  /** Nobody waits for an answer any more. */
  close(): void {
    clearInterval(this.#timer);
    this.pending.clear();
    this.worker.terminate();
  }

  #fail(why: string): void {
    clearInterval(this.#timer);
    this.end(why);
  }
}
