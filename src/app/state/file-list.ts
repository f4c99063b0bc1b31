/**
 * The list of open traces: drop, picker, links and examples open traces through it. Of files opened together the first is
 * shown while they are read, then the first by `ranking.ts`, unless the user has selected one. Part of `AppState`.
 */
import type { SourceSpec } from '../../engine/bytes/source';
import { sourceName } from '../../engine/bytes/source';
import type { Message } from '../../engine/contract/snapshot';
import { amount, count, percent, plural } from '../../engine/text/figures';
import { WorkerBackend } from '../backend/worker-backend';
import { WorkerPool } from '../backend/worker-pool';
import type { Activity } from './activity';
import { type Connect, OpenTrace } from './open-trace';
import { bestTrace } from './ranking';
import { isDigest, type ShownDigest } from './shown-digest';
import { createStore, type Store } from './store';

/** A file and the name of its trace: its path where it came from a folder. */
export interface NamedFile {
  readonly file: File;
  readonly name: string;
}

export interface OpenTraces {
  readonly traces: readonly OpenTrace[];
  readonly shown: OpenTrace | null;
  /** A message about the list itself, such as a cancelled read; shown until the next trace is opened. */
  readonly notice: Message | null;
}

/** Progress of files opened while others were being read; at least two. */
export interface ReadingAll {
  readonly ended: number;
  readonly total: number;
  /** Share of all their bytes, 0 to 1. */
  readonly share: number;
}

/** Maximum workers, to limit memory. Two where the number of cores is unknown: one reads while another trace is shown. */
const MOST_WORKERS = 8;
const workerLimit = (): number =>
  Math.min(MOST_WORKERS, Math.max(2, globalThis.navigator?.hardwareConcurrency ?? 2));
/** Memory for columns of traces that are not shown, so that they need not be read again. */
const IDLE_BYTES = 256 * 2 ** 20;

interface DigestSource {
  readonly digest: ShownDigest;
  readonly connect: Connect;
}

export class TraceList {
  readonly list: Store<OpenTraces> = createStore<OpenTraces>({ traces: [], shown: null, notice: null });
  readonly readingAll: Store<ReadingAll | null> = createStore<ReadingAll | null>(null);
  /** Opens the file of a digest and follows the link in it; set by the page's links. */
  openDigestFile: (file: NamedFile) => Promise<void> = async () => undefined;
  readonly #activity: Activity;
  readonly #pool = new WorkerPool({
    limit: workerLimit(),
    idleBytes: IDLE_BYTES,
    startWorker: () => new Worker(new URL('../../../workers/trace.ts', import.meta.url), { type: 'module' }),
  });
  /** Files opened since none was being read. */
  #batch: readonly OpenTrace[] = [];
  /** Files opened together, until the best of them is shown or the user has selected one. */
  #together: readonly OpenTrace[] = [];
  #nextId = 1;

  constructor(activity: Activity) {
    this.#activity = activity;
  }

  get traces(): readonly OpenTrace[] {
    return this.list.get().traces;
  }

  get shown(): OpenTrace | null {
    return this.list.get().shown;
  }

  /** A worker reads the source. The first of files opened together is shown, but has no priority over the others. */
  #readBy(source: SourceSpec): Connect {
    return (listener, trace) =>
      new WorkerBackend(source, listener, {
        pool: this.#pool,
        isShown: () => this.shown === trace,
        isWanted: () => this.shown === trace && !this.#together.includes(trace),
        isBusy: () => trace.isBusy,
        now: () => performance.now(),
        every: (run, ms) => {
          const timer = setInterval(run, ms);
          return () => clearInterval(timer);
        },
      });
  }

  #add(source: SourceSpec, name: string, digest?: DigestSource): OpenTrace {
    if (this.#batch.every(({ state }) => state !== 'loading')) this.#batch = [];
    const trace = new OpenTrace({
      connect: this.#readBy(source),
      ...digest,
      id: this.#nextId++,
      name,
      source,
      onActivity: () => {
        this.#showBest();
        this.#activity.changed();
        this.#pool.look();
      },
    });
    this.#batch = [...this.#batch, trace];
    this.list.update((list) => ({ ...list, traces: [...list.traces, trace], notice: null }));
    return trace;
  }

  /** A trace is likely to be opened: starts a worker ahead. */
  expectTrace(): void {
    if (this.traces.length === 0) this.#pool.warmUp();
  }

  /** Opens one source as a new trace and shows it at once. */
  open(source: SourceSpec): OpenTrace {
    const trace = this.#add(source, sourceName(source));
    this.show(trace);
    return trace;
  }

  /** Shows a digest in place of a trace that is not open. @param connect creates its backend. */
  openDigest(name: string, digest: ShownDigest, connect: Connect): OpenTrace {
    const trace = this.#add({ kind: 'text', text: '', name }, name, { digest, connect });
    this.show(trace);
    return trace;
  }

  /** Replaces a digest by its trace in the list, and shows the trace. */
  replaceDigest(digest: OpenTrace, trace: OpenTrace): void {
    const { notice } = this.list.get();
    this.list.update((list) => {
      const others = list.traces.filter((other) => other !== trace);
      return { ...list, traces: others.flatMap((other) => (other === digest ? [digest, trace] : other)) };
    });
    this.show(trace);
    this.close(digest, notice);
  }

  /** Shows a message about the list or a link, until the next trace is opened. */
  notify(notice: Message | null): void {
    this.list.update((list) => ({ ...list, notice }));
  }

  /** Opens files in their order; the first is shown until all have ended, then the best of them. */
  openFiles(files: readonly File[]): void {
    void this.#openNamed(files.map((file) => ({ file, name: file.name })));
  }

  /** Opens all as traces at once; digests are detected by their first bytes afterwards, and opened as digests instead. */
  #openNamed(files: readonly NamedFile[]): Promise<void> {
    const traces = files.map(({ file, name }) => this.#add({ kind: 'file', file }, name));
    const [first] = traces;
    if (first === undefined) return Promise.resolve();
    this.show(first);
    this.#together = traces;
    return this.#activity.whileBusy(this.#openDigests(files, traces));
  }

  async #openDigests(files: readonly NamedFile[], traces: readonly OpenTrace[]): Promise<void> {
    const digests = await Promise.all(files.map(({ file }) => isDigest(file)));
    for (const [i, file] of files.entries()) {
      if (!digests[i]) continue;
      this.close(traces[i] as OpenTrace);
      await this.openDigestFile(file);
    }
  }

  /** Opens files found in dropped folders, and reports what was left out. */
  async openWalked(
    walk: Promise<{ readonly files: readonly NamedFile[]; readonly notice: Message | null }>,
  ): Promise<void> {
    this.notify({
      kind: 'walking',
      level: 'note',
      text: 'Looking for files in the dropped folders.',
      places: [],
    });
    await this.#activity.whileBusy(
      walk.then(async ({ files, notice }) => {
        await this.#openNamed(files);
        this.notify(notice);
      }),
    );
  }

  /** Shows the best of the files opened together once all are read; where none could be read, the first stays. */
  #showBest(): void {
    if (this.#together.length === 0 || !this.#together.every(({ state }) => state !== 'loading')) return;
    const best = bestTrace(this.#together);
    this.#together = [];
    if (best !== null && best !== this.shown) this.show(best);
  }

  /** Shows a trace; files opened together before are not switched to any more. */
  show(trace: OpenTrace): void {
    this.#together = [];
    this.list.update((list) => ({ ...list, shown: trace }));
    trace.wake();
    this.#activity.changed();
  }

  /** Closes a trace: its worker ends, and the newest other trace is shown. */
  close(trace: OpenTrace, notice: Message | null = null): void {
    this.#together = this.#together.filter((other) => other !== trace);
    this.#batch = this.#batch.filter((other) => other !== trace);
    trace.close();
    this.list.update((list) => {
      const traces = list.traces.filter((other) => other !== trace);
      const shown = list.shown === trace ? (traces[traces.length - 1] ?? null) : list.shown;
      return { traces, shown, notice };
    });
    this.shown?.wake();
    this.#activity.changed();
  }

  /** Stops a trace that is still being read. */
  cancel(trace: OpenTrace): void {
    const progress = trace.snapshot.get()?.progress;
    const how =
      progress === undefined
        ? 'before anything was read'
        : `after ${amount(progress.readBytes)}${progress.totalBytes === null ? '' : ` (${percent(progress.readBytes / Math.max(1, progress.totalBytes))})`} and ${count(progress.events)} events`;
    this.close(trace, {
      kind: 'cancelled',
      level: 'note',
      text: `Reading ${trace.name} was cancelled ${how}. Nothing of it was kept.`,
      places: [],
    });
  }

  /** Closes all traces that are being read or wait for it; read ones stay open. */
  cancelAll(): void {
    const pending = this.traces.filter(({ state }) => state === 'loading');
    const total = this.#batch.length;
    for (const trace of pending) this.close(trace);
    this.#showBest();
    this.notify({
      kind: 'cancelled',
      level: 'note',
      text: `Reading ${plural(pending.length, 'file')} of ${count(total)} was cancelled. Files already read stay open.`,
      places: [],
    });
  }

  /** Reports a drop without a file. */
  refuseDrop(): void {
    this.notify({
      kind: 'not-a-file',
      level: 'warning',
      text: 'The drop contains no file. Drop a trace file, or choose one with Open.',
      places: [],
    });
  }

  /** Updates the progress of reading several files. */
  refreshReading(): void {
    this.readingAll.set(this.#readingNow());
  }

  /** @returns the store's current value where nothing has changed. */
  #readingNow(): ReadingAll | null {
    const ended = this.#batch.filter(({ state }) => state !== 'loading').length;
    const total = this.#batch.length;
    if (total < 2 || ended === total) return null;
    const bytes = this.#batch.map((trace) => {
      const all = trace.source.kind === 'file' ? trace.source.file.size : 1;
      const read = trace.state !== 'loading' ? all : (trace.snapshot.get()?.progress.readBytes ?? 0);
      return [Math.min(read, all), all] as const;
    });
    const sum = (of: 0 | 1): number => bytes.reduce((all, pair) => all + pair[of], 0);
    const share = Math.floor((sum(0) / Math.max(1, sum(1))) * 100) / 100;
    const before = this.readingAll.get();
    const isSame = before?.ended === ended && before.total === total && before.share === share;
    return isSame ? before : { ended, total, share };
  }
}
