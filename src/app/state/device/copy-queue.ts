/**
 * Copies open local files, one after the other and only while no file is being read, so that reading is not slowed down.
 * What is said of it is left to `local-copies.ts`.
 */
import { fileName, localFiles } from '../../../engine/input/bytes/source';
import type { AppState } from '../../state/app-state';
import type { FileCopies } from '../../state/device/file-copies';
import type { OpenFile } from '../traces/open-file';
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
  readonly #watched = new Map<OpenFile, () => void>();
  /** Files that were dealt with: a copy that the user deletes is not made again. */
  #seen = new WeakSet<File>();
  #waiting: readonly File[] = [];
  #current: { readonly file: File; readonly stop: AbortController } | null = null;
  #running: Promise<void> | null = null;

  constructor(host: CopyQueueHost) {
    this.#host = host;
    const { list } = host.app.files;
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
   * Stops copying; nothing unfinished is left when this resolves.
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
    const { files } = this.#host.app.files.list.get();
    for (const [file, end] of this.#watched) {
      if (files.includes(file)) continue;
      this.#watched.delete(file);
      end();
    }
    for (const file of files) {
      if (this.#watched.has(file)) continue;
      this.#watched.set(
        file,
        file.onChange(() => this.#look()),
      );
    }
    this.#look();
  }

  #look(): void {
    if (!this.#host.app.choices.get().keepCopies) return;
    const { files } = this.#host.app.files.list.get();
    for (const file of files.flatMap(readFilesOf)) {
      if (this.#seen.has(file)) continue;
      this.#seen.add(file);
      this.#waiting = [...this.#waiting, file];
    }
    if (this.#waiting.length === 0 || this.#running !== null || this.#isReading) return;
    this.#running = this.#work().finally(() => {
      this.#running = null;
      // Another file may have been read to its end meanwhile.
      this.#look();
    });
  }

  get #isReading(): boolean {
    return this.#host.app.files.files.some(({ state }) => state === 'loading');
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
      onWriting(fileName(file));
      const result = await copies.keep(file, stop.signal);
      outcomes.push({ name: fileName(file), sizeBytes: file.size, result });
    }
    this.#current = null;
    onWriting(null);
    onDone(outcomes);
  }
}

function readFilesOf({ state, source, digest }: OpenFile): readonly File[] {
  return state === 'ready' && digest === null ? localFiles(source) : [];
}
