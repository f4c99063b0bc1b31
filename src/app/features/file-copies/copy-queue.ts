/**
 * Copies open local files, one after the other and only while no file is being read, so that reading is not slowed down.
 * What is said of it is left to `copy-keeping.ts`.
 */
import type { AppState } from '../../state/app-state';
import type { FileCopies } from '../../state/keep/file-copies';
import type { OpenTrace } from '../../state/open-trace';
import type { Outcome } from './copies-words';

export interface CopyQueueHost {
  readonly app: AppState;
  readonly copies: FileCopies;
  /** @param writing name of the file that is copied from now on; null: none. */
  readonly onWriting: (writing: string | null) => void;
  /** All files were copied, or could not be. */
  readonly onDone: (outcomes: readonly Outcome[]) => void;
}

export class CopyQueue {
  readonly #host: CopyQueueHost;
  readonly #watched = new Map<OpenTrace, () => void>();
  /** Files that were dealt with: a copy that the user deletes is not made again. */
  #seen = new WeakSet<File>();
  #waiting: readonly File[] = [];
  #current: { readonly file: File; readonly stop: AbortController } | null = null;
  #running: Promise<void> | null = null;

  constructor(host: CopyQueueHost) {
    this.#host = host;
    const { list } = host.app.traces;
    list.subscribe(() => this.#watch());
    host.app.choices.subscribe(() => {
      if (host.app.choices.get().keepCopies) this.#look();
      else this.stop();
    });
    this.#watch();
  }

  /** A copy is read from, or was there already: it is not written again. */
  skip(file: File): void {
    this.#seen.add(file);
  }

  /**
   * Stops copying; nothing unfinished is left behind when this resolves.
   * @param isMeant the files that are not copied any more; where left out all, until copies are switched on again.
   */
  async stop(isMeant?: (file: File) => Promise<boolean>): Promise<void> {
    if (isMeant === undefined) {
      this.#waiting = [];
      this.#seen = new WeakSet();
      this.#current?.stop.abort();
    } else {
      const current = this.#current;
      for (const file of [...this.#waiting]) {
        if (await isMeant(file)) this.#waiting = this.#waiting.filter((other) => other !== file);
      }
      if (current !== null && (await isMeant(current.file))) current.stop.abort();
    }
    await this.#running;
  }

  #watch(): void {
    const { traces } = this.#host.app.traces.list.get();
    for (const [trace, end] of this.#watched) {
      if (traces.includes(trace)) continue;
      this.#watched.delete(trace);
      end();
    }
    for (const trace of traces) {
      if (this.#watched.has(trace)) continue;
      const ends = [trace.snapshot, trace.crash].map((store) => store.subscribe(() => this.#look()));
      this.#watched.set(trace, () => {
        for (const end of ends) end();
      });
    }
    this.#look();
  }

  #look(): void {
    if (!this.#host.app.choices.get().keepCopies) return;
    const { traces } = this.#host.app.traces.list.get();
    for (const { state, source, digest } of traces) {
      if (state !== 'ready' || source.kind !== 'file' || digest !== null || this.#seen.has(source.file))
        continue;
      this.#seen.add(source.file);
      this.#waiting = [...this.#waiting, source.file];
    }
    if (this.#waiting.length === 0 || this.#running !== null || this.#isReading) return;
    this.#running = this.#work().finally(() => {
      this.#running = null;
      // Another file may have been read to its end meanwhile.
      this.#look();
    });
  }

  get #isReading(): boolean {
    return this.#host.app.traces.traces.some(({ state }) => state === 'loading');
  }

  async #work(): Promise<void> {
    const { copies, onWriting, onDone } = this.#host;
    const outcomes: Outcome[] = [];
    for (;;) {
      const [file, ...rest] = this.#waiting;
      if (file === undefined || this.#isReading) break;
      this.#waiting = rest;
      const stop = new AbortController();
      this.#current = { file, stop };
      onWriting(file.name);
      const result = await copies.keep(file, stop.signal);
      outcomes.push({ name: file.name, sizeBytes: file.size, result });
    }
    this.#current = null;
    onWriting(null);
    onDone(outcomes);
  }
}
