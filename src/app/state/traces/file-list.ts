/**
 * The list of open files, and the set of traces on the screen: drop, picker, links and examples open files through it. Of
 * files opened together the first is shown while they are read, then the first by `ranking.ts`, unless the user has
 * selected one. Part of `AppState`.
 */
import { amount, count, percent, plural } from '../../../engine/base/text/figures';
import type { SourceSpec } from '../../../engine/input/bytes/source';
import { localFiles, sourceName } from '../../../engine/input/bytes/source';
import type { Message } from '../../../engine/reading/contract/snapshot';
import { WorkerBackend } from '../../backend/worker-backend';
import { WorkerPool } from '../../backend/worker-pool';
import type { Activity } from '../activity';
import { createStore, type Store } from '../store';
import { type NamedFile, type NamedSource, namedFile } from './named-file';
import { type Connect, OpenFile } from './open-file';
import type { OpenSet, OpenTrace } from './open-trace';
import { type Opener, Openers } from './openers';
import { bestFile } from './ranking';
import { type ReadingAll, readingNow } from './reading-all';
import type { SegmentFiles } from './segment-files';
import type { ShownDigest } from './shown-digest';

/** Called before the opened files are shown, and the closed ones closed. */
export type MoveOver = (closed: readonly OpenFile[], opened: readonly OpenFile[]) => void;

interface FileListParts {
  /** Asked in this order, before files are opened as tabs. */
  readonly openers: readonly Opener[];
  /** Each fetches what takes over the view, sets and notes of files that are joined or separated. */
  readonly moveOvers: readonly (() => Promise<MoveOver>)[];
}

export interface OpenFiles {
  /** One tab each. */
  readonly files: readonly OpenFile[];
  readonly shown: OpenSet | null;
  /** A message about the list itself, such as a cancelled read; shown until the next file is opened. */
  readonly notice: Message | null;
}

/** Maximum workers, to limit memory. Two where the number of cores is unknown: one reads while another trace is shown. */
const MOST_WORKERS = 8;
const cores = (): number => globalThis.navigator?.hardwareConcurrency ?? 2;
const workerLimit = (): number => Math.min(MOST_WORKERS, Math.max(2, cores()));
/** Threads of all traces: three read one large trace, where there is a second core. */
const threadLimit = (): number => (cores() === 1 ? 1 : Math.max(3, workerLimit()));
/** Memory for columns of traces that are not shown, so that they need not be read again. */
const IDLE_BYTES = 256 * 2 ** 20;

const WALKING: Message = {
  kind: 'walking',
  level: 'note',
  text: 'Looking for files in the dropped folders.',
  places: [],
};

interface DigestSource {
  readonly digest: ShownDigest;
  readonly connect: Connect;
}

export class FileList {
  readonly list: Store<OpenFiles> = createStore<OpenFiles>({ files: [], shown: null, notice: null });
  readonly readingAll: Store<ReadingAll | null> = createStore<ReadingAll | null>(null);
  readonly #activity: Activity;
  readonly #openers: Openers;
  readonly #loadMoveOvers: FileListParts['moveOvers'];
  #moveOvers: readonly MoveOver[] = [];
  readonly #onCompared = new Set<() => void>();
  /** Workers of all files, open or read for a table. */
  readonly pool = new WorkerPool({
    limit: workerLimit(),
    threads: threadLimit(),
    idleBytes: IDLE_BYTES,
    startWorker: () =>
      new Worker(new URL('../../../../workers/trace.ts', import.meta.url), { type: 'module' }),
  });
  /** Files opened since none was being read. */
  #batch: readonly OpenFile[] = [];
  /** Files opened together, until the best of them is shown or the user has selected one. */
  #together: readonly OpenFile[] = [];
  /** The connection of a file that the user chose last: an earlier choice that comes later does not count. */
  readonly #wanted = new WeakMap<OpenFile, symbol>();
  #nextId = 1;
  /** Files that are not joined to others of the same connection. */
  readonly apart = new WeakSet<File>();
  #segments: SegmentFiles | null = null;
  /** Ids of the files that were compared last. */
  #comparedFiles = '';

  constructor(activity: Activity, { openers, moveOvers }: FileListParts) {
    this.#activity = activity;
    this.#openers = new Openers(openers);
    this.#loadMoveOvers = moveOvers;
  }

  get files(): readonly OpenFile[] {
    return this.list.get().files;
  }

  /** The lead of the set on the screen. */
  get shownTrace(): OpenTrace | null {
    return this.list.get().shown?.lead ?? null;
  }

  /** The file of the current tab. */
  get shownFile(): OpenFile | null {
    const lead = this.shownTrace;
    return this.files.find(({ current }) => current === lead) ?? null;
  }

  /** A worker reads the source. The first of files opened together is shown, but has no priority over the others. */
  #readBy(source: SourceSpec): Connect {
    return (listener, file) =>
      new WorkerBackend(source, listener, {
        pool: this.pool,
        isShown: () => this.#isShown(file),
        isWanted: () => this.#isShown(file) && !this.#together.includes(file),
        isBusy: () => file.isBusy,
        now: () => performance.now(),
        every: (run, ms) => {
          const timer = setInterval(run, ms);
          return () => clearInterval(timer);
        },
      });
  }

  /** A trace of the file is on the screen. */
  #isShown(file: OpenFile): boolean {
    return this.list.get().shown?.members.some(({ trace }) => trace.file === file) ?? false;
  }

  #add(source: SourceSpec, name: string, digest?: DigestSource): OpenFile {
    if (this.#batch.every(({ state }) => state !== 'loading')) this.#batch = [];
    const file = new OpenFile({
      connect: this.#readBy(source),
      ...digest,
      id: this.#nextId++,
      name,
      source,
      onActivity: () => {
        this.joinSegments();
        this.#showBest();
        this.#activity.changed();
        this.pool.look();
      },
      onTurn: (turned, from) => {
        if (this.shownTrace === from) this.#put(turned.set);
      },
    });
    this.#batch = [...this.#batch, file];
    this.list.update((list) => ({ ...list, files: [...list.files, file], notice: null }));
    return file;
  }

  /** A file is likely to be opened: starts a worker ahead. */
  expectFile(): void {
    if (this.files.length === 0) this.pool.warmUp();
  }

  open(source: SourceSpec): OpenFile {
    return this.openAs({ source, name: sourceName(source) });
  }

  /** As `open`, with the name that it is shown with. */
  openAs({ source, name }: NamedSource): OpenFile {
    const file = this.#add(source, name);
    this.show(file);
    return file;
  }

  /** Opens one source, and leaves the set on the screen there. */
  openBehind({ source, name }: NamedSource): OpenFile {
    return this.#add(source, name);
  }

  /** Shows a digest in place of a file that is not open. @param connect creates its backend. */
  openDigest(name: string, digest: ShownDigest, connect: Connect): OpenFile {
    const file = this.#add({ kind: 'text', text: '', name }, name, { digest, connect });
    this.show(file);
    return file;
  }

  /** Replaces a digest by its file in the list, and shows the file. */
  replaceDigest(digest: OpenFile, file: OpenFile): void {
    const { notice } = this.list.get();
    this.list.update((list) => {
      const others = list.files.filter((other) => other !== file);
      return { ...list, files: others.flatMap((other) => (other === digest ? [digest, file] : other)) };
    });
    this.show(file);
    this.close(digest, notice);
  }

  /** Shows a message about the list or a link, until the next file is opened. */
  notify(notice: Message | null): void {
    this.list.update((list) => ({ ...list, notice }));
  }

  /** Opens files in their order; the first is shown until all have ended, then the best of them. */
  openFiles(files: readonly File[]): void {
    void this.#openNamed(files.map((file) => namedFile(file)));
  }

  /** As what claims them, else as tabs. */
  #openNamed(files: readonly NamedFile[]): Promise<void> {
    return this.#activity.whileBusy(this.#openers.open(files, (others) => this.openTabs(others)));
  }

  /** Opens all at once as tabs. What is no trace is detected by its first bytes afterwards, and opened as what it is instead. */
  openTabs(files: readonly NamedFile[]): Promise<void> {
    const opened = files.map(({ file, name }) => this.#add({ kind: 'file', file }, name));
    const [first] = opened;
    if (first === undefined) return Promise.resolve();
    this.show(first);
    this.#together = opened;
    return this.#activity.whileBusy(this.#openClaimed(files, opened));
  }

  /**
   * Opens files and leaves the set on the screen there. A digest is shown, as always.
   * @returns the files that are no digests.
   */
  async openBeside(files: readonly File[]): Promise<readonly OpenFile[]> {
    const named = files.map((file) => namedFile(file));
    const opened = named.map(({ file, name }) => this.#add({ kind: 'file', file }, name));
    await this.#activity.whileBusy(this.#openClaimed(named, opened));
    return opened.filter((file) => this.files.includes(file));
  }

  #openClaimed(files: readonly NamedFile[], opened: readonly OpenFile[]): Promise<void> {
    return this.#openers.openByHeads(files, (at) => this.close(opened[at] as OpenFile));
  }

  /** Opens a file that is no tab as what it is by its first bytes. @returns false for a trace. */
  async openOther(file: NamedFile): Promise<boolean> {
    const opener = await this.#openers.ofHead(file.file);
    await opener?.open([file], []);
    return opener !== null;
  }

  /** Opens files found in dropped folders, and reports what was left out. */
  async openWalked(
    walk: Promise<{ readonly files: readonly NamedFile[]; readonly notice: Message | null }>,
  ): Promise<void> {
    this.notify(WALKING);
    await this.#activity.whileBusy(
      walk.then(async ({ files, notice }) => {
        await this.#openNamed(files);
        if (notice !== null || this.list.get().notice === WALKING) this.notify(notice);
      }),
    );
  }

  /** Shows the best of the files opened together once all are read; where none could be read, the first stays. */
  #showBest(): void {
    if (this.#together.length === 0 || !this.#together.every(({ state }) => state !== 'loading')) return;
    const best = bestFile(this.#together);
    this.#together = [];
    if (best !== null && best !== this.shownFile) this.show(best);
  }

  /** Shows the tab of a file; files opened together before are not switched to any more. */
  show(file: OpenFile): void {
    this.#together = [];
    this.#put(file.set);
    this.#activity.changed();
  }

  /** Puts no set on the screen; files stay open. */
  showNone(): void {
    this.#together = [];
    this.list.update((list) => ({ ...list, shown: null }));
    this.#activity.changed();
    this.pool.look();
  }

  /** Puts a set on the screen. */
  #put(set: OpenSet): void {
    set.claim();
    this.list.update((list) => ({ ...list, shown: set }));
    for (const { trace } of set.members) trace.file.wake();
  }

  /**
   * Shows another connection of a file in its tab, when its snapshot has come.
   * @param shows also shows the tab.
   */
  async choose(file: OpenFile, connection: number, shows = true): Promise<void> {
    const wanted = Symbol();
    this.#wanted.set(file, wanted);
    if (shows) this.show(file);
    const trace = await file.watch(connection).catch(() => null);
    // The user has chosen another one meanwhile, or the file does not hold it.
    if (trace === null || this.#wanted.get(file) !== wanted || !this.files.includes(file)) return;
    file.turnTo(trace);
  }

  /** Adds a trace to the set on the screen. @returns false where it is in it, or the set is full. */
  addToSet(trace: OpenTrace): boolean {
    return this.list.get().shown?.add(trace) ?? false;
  }

  /** Closes a file: its worker ends, and the newest other one is shown. */
  close(file: OpenFile, notice: Message | null = null): void {
    this.#together = this.#together.filter((other) => other !== file);
    this.#batch = this.#batch.filter((other) => other !== file);
    file.close();
    const files = this.files.filter((other) => other !== file);
    for (const other of files) other.forget(file);
    const { shown } = this.list.get();
    const isGone = shown?.lead.file === file;
    const next = isGone ? (files[files.length - 1]?.set ?? null) : shown;
    this.list.set({ files, shown: next, notice });
    if (isGone) next?.claim();
    this.shownFile?.wake();
    this.#activity.changed();
  }

  /** Stops reading the file of the current tab. */
  cancelShown(): void {
    const file = this.shownFile;
    if (file === null) return;
    const progress = file.current.snapshot.get()?.progress;
    const how =
      progress === undefined
        ? 'before anything was read'
        : `after ${amount(progress.readBytes)}${progress.totalBytes === null ? '' : ` (${percent(progress.readBytes / Math.max(1, progress.totalBytes))})`} and ${plural(progress.events, 'event')}`;
    this.close(file, {
      kind: 'cancelled',
      level: 'note',
      text: `Reading ${file.name} was cancelled ${how}. Nothing of it was kept.`,
      places: [],
    });
  }

  /** Closes all files that are being read or wait for it; read ones stay open. */
  cancelAll(): void {
    const pending = this.files.filter(({ state }) => state === 'loading');
    const total = this.#batch.length;
    for (const file of pending) this.close(file);
    this.#showBest();
    this.notify({
      kind: 'cancelled',
      level: 'note',
      text: `Reading ${plural(pending.length, 'file')} of ${count(total)} was cancelled. Files already read stay open.`,
      places: [],
    });
  }

  /**
   * Opens files that are of one connection as one trace, once all are read, and compared with the link that may ask for
   * them; then calls the listeners of `onCompared`.
   */
  joinSegments(): void {
    if (this.#activity.isBusy || this.#batch.some(({ state }) => state === 'loading')) return;
    const read = this.files.filter(({ state, source }) => state === 'ready' && localFiles(source).length > 0);
    const key = read.map(({ id }) => id).join();
    if (read.length < 2 || key === this.#comparedFiles) {
      for (const listener of this.#onCompared) listener();
      return;
    }
    this.#comparedFiles = key;
    void this.#activity.whileBusy(this.#withSegments((segments) => segments.join()));
  }

  /** Calls back whenever no open files are left to be compared, so that others may be joined than those of one connection. */
  onCompared(listener: () => void): void {
    this.#onCompared.add(listener);
  }

  separate(file: OpenFile): void {
    void this.#activity.whileBusy(this.#withSegments((segments) => segments.separate(file)));
  }

  async #withSegments(run: (segments: SegmentFiles) => void): Promise<void> {
    try {
      const { SegmentFiles } = await import('./segment-files');
      this.#segments ??= new SegmentFiles(this);
      this.#moveOvers = await Promise.all(this.#loadMoveOvers.map((load) => load()));
    } catch {
      this.notify({
        kind: 'part-missing',
        level: 'warning',
        text: 'Whether these are files of one connection is not known: a part of this page could not be fetched from its server. Reload the page.',
        places: [],
      });
      return;
    }
    run(this.#segments);
  }

  /** Closes files, and opens others in their place. @returns these. */
  replace(closed: readonly OpenFile[], by: readonly NamedSource[]): readonly OpenFile[] {
    const at = Math.max(
      0,
      this.files.findIndex((file) => closed.includes(file)),
    );
    const isShown = closed.some((file) => this.#isShown(file));
    const together = this.#together.some((file) => closed.includes(file));
    const others = this.#together.filter((file) => !closed.includes(file));
    const { notice } = this.list.get();
    const opened = by.map(({ source, name }) => this.#add(source, name));
    for (const moveOver of this.#moveOvers) moveOver(closed, opened);
    this.list.update((list) => {
      const rest = list.files.filter((file) => !opened.includes(file));
      return { ...list, files: [...rest.slice(0, at), ...opened, ...rest.slice(at)] };
    });
    const [first] = opened;
    if (isShown && first !== undefined) this.show(first);
    for (const file of closed) this.close(file, notice);
    // The best of all files is shown when these are read, too.
    this.#together = together ? [...others, ...opened] : [];
    return opened;
  }

  refuseDrop(): void {
    this.notify({
      kind: 'not-a-file',
      level: 'warning',
      text: 'The drop contains no file. Drop a trace file, or choose one with Open.',
      places: [],
    });
  }

  refreshReading(): void {
    this.readingAll.update((before) => readingNow(this.#batch, before));
  }
}
