/**
 * The list of open traces and the one door into it: drop, picker and examples all call `open`. Of files opened
 * together the first is shown while they are read, then the best (`ranking.ts`), unless the user has chosen. The
 * page's state for automation (`data-state`, `data-idle`) is derived here.
 */
import type { SourceSpec } from '../../engine/bytes/source';
import { sourceName } from '../../engine/bytes/source';
import type { Message } from '../../engine/contract/snapshot';
import { amount, count, percent, plural } from '../../engine/text/figures';
import { WorkerBackend } from '../backend/worker-backend';
import { WorkerPool } from '../backend/worker-pool';
import { type Connect, OpenTrace } from './open-trace';
import { bestTrace, hasEnded } from './ranking';
import { createScheduler } from './scheduler';
import { isDigest, type ShownDigest } from './shown-digest';
import { createStore } from './store';

/** A file, and the name that its trace goes by: its path where it came out of a folder. */
export interface NamedFile {
  readonly file: File;
  readonly name: string;
}

export interface TraceList {
  readonly traces: readonly OpenTrace[];
  readonly shown: OpenTrace | null;
  /** A word about the list itself, such as a cancelled read; it stays until the next opening. */
  readonly notice: Message | null;
}

export const traceList = createStore<TraceList>({ traces: [], shown: null, notice: null });

export const scheduler = createScheduler();
scheduler.onStale = () => publishState();
scheduler.onSettled = () => publishState();

/** The more workers, the more memory; a machine that says nothing of its cores has two. One reads while another is shown. */
const MOST_WORKERS = 8;
const workerLimit = (): number =>
  Math.min(MOST_WORKERS, Math.max(2, globalThis.navigator?.hardwareConcurrency ?? 2));
/** What traces that are not shown hold, that they need not be read again when they are. */
const IDLE_BYTES = 256 * 2 ** 20;

const pool = new WorkerPool({
  limit: workerLimit(),
  idleBytes: IDLE_BYTES,
  startWorker: () => new Worker(new URL('../../../workers/trace.ts', import.meta.url), { type: 'module' }),
});

/** The files that are read, of those opened since nothing was: two at the least. */
export interface ReadingAll {
  readonly ended: number;
  readonly total: number;
  /** Of the bytes of all of them, 0 to 1. */
  readonly share: number;
}

export const readingAll = createStore<ReadingAll | null>(null);
let batch: readonly OpenTrace[] = [];

let nextId = 1;
/** Files opened together, until the best of them is shown or the user has chosen. */
let together: readonly OpenTrace[] = [];
/** What is under way beside the traces: folders walked through, files compared with a link's, parts of the page. */
let tasks = 0;

interface DigestSource {
  readonly digest: ShownDigest;
  readonly connect: Connect;
}

/** A worker reads the source. The first of files opened together is shown, but waited for no more than the others. */
const readBy =
  (source: SourceSpec): Connect =>
  (listener, trace) =>
    new WorkerBackend(source, listener, {
      pool,
      isShown: () => traceList.get().shown === trace,
      isWanted: () => traceList.get().shown === trace && !together.includes(trace),
      isBusy: () => trace.busy,
      now: () => performance.now(),
      every: (run, ms) => {
        const timer = setInterval(run, ms);
        return () => clearInterval(timer);
      },
    });

function add(source: SourceSpec, name: string, digest?: DigestSource): OpenTrace {
  if (batch.every(hasEnded)) batch = [];
  const trace = new OpenTrace({
    connect: readBy(source),
    ...digest,
    id: nextId++,
    name,
    source,
    onActivity: () => {
      showBest();
      publishState();
      pool.look();
    },
  });
  batch = [...batch, trace];
  traceList.update((list) => ({ ...list, traces: [...list.traces, trace], notice: null }));
  return trace;
}

/** A trace is likely to come: what reads it is started while there is none. */
export function expectTrace(): void {
  if (traceList.get().traces.length === 0) pool.warmUp();
}

/** Opens one source as a new trace and shows it at once. */
export function open(source: SourceSpec): OpenTrace {
  const trace = add(source, sourceName(source));
  show(trace);
  return trace;
}

/** Shows a digest in place of a trace that is not there. @param connect answers from it. */
export function openDigest(name: string, digest: ShownDigest, connect: Connect): OpenTrace {
  const trace = add({ kind: 'text', text: '', name }, name, { digest, connect });
  show(trace);
  return trace;
}

/** A trace takes the place of its digest in the list, and on the page where that was shown. */
export function replaceDigest(digest: OpenTrace, trace: OpenTrace): void {
  const { notice } = traceList.get();
  traceList.update((list) => {
    const others = list.traces.filter((other) => other !== trace);
    return { ...list, traces: others.flatMap((other) => (other === digest ? [digest, trace] : other)) };
  });
  show(trace);
  close(digest, notice);
}

/** Says something about the list or a link, until the next opening. */
export function notify(notice: Message | null): void {
  traceList.update((list) => ({ ...list, notice }));
}

/** The page is not idle before this is settled. */
export async function whileBusy<T>(task: Promise<T>): Promise<T> {
  tasks++;
  publishState();
  try {
    return await task;
  } finally {
    tasks--;
    publishState();
  }
}

let digestDoor: (file: NamedFile) => Promise<void> = async () => undefined;

/** Who opens the file of a digest, and follows the link in it. */
export function onDigestFile(door: (file: NamedFile) => Promise<void>): void {
  digestDoor = door;
}

/** Opens files in their order; the first is shown until all have ended, then the best of them. */
export function openFiles(files: readonly File[]): void {
  void openNamed(files.map((file) => ({ file, name: file.name })));
}

/** All are opened at once as traces; a digest is known by its first bytes a moment later, and takes its trace's place. */
function openNamed(files: readonly NamedFile[]): Promise<void> {
  const traces = files.map(({ file, name }) => add({ kind: 'file', file }, name));
  const [first] = traces;
  if (first === undefined) return Promise.resolve();
  show(first);
  together = traces;
  return whileBusy(openDigests(files, traces));
}

async function openDigests(files: readonly NamedFile[], traces: readonly OpenTrace[]): Promise<void> {
  const digests = await Promise.all(files.map(({ file }) => isDigest(file)));
  for (const [i, file] of files.entries()) {
    if (!digests[i]) continue;
    close(traces[i] as OpenTrace);
    await digestDoor(file);
  }
}

/** Opens what a walk through dropped folders finds, and says what it left out. */
export async function openWalked(
  walk: Promise<{ readonly files: readonly NamedFile[]; readonly notice: Message | null }>,
): Promise<void> {
  notify({
    kind: 'walking',
    level: 'note',
    text: 'Looking for files in the folders that were dropped.',
    places: [],
  });
  await whileBusy(
    walk.then(async ({ files, notice }) => {
      await openNamed(files);
      notify(notice);
    }),
  );
}

/** Once all files opened together have ended, the best of them is shown; where none could be read, the first stays. */
function showBest(): void {
  if (together.length === 0 || !together.every(hasEnded)) return;
  const best = bestTrace(together);
  together = [];
  if (best !== null && best !== traceList.get().shown) show(best);
}

/** The user's choice, or a new opening: what was opened before no longer takes the page. */
export function show(trace: OpenTrace): void {
  together = [];
  traceList.update((list) => ({ ...list, shown: trace }));
  trace.wake();
  publishState();
}

/** Closes a trace: its worker ends, and the newest other trace is shown. */
export function close(trace: OpenTrace, notice: Message | null = null): void {
  together = together.filter((other) => other !== trace);
  batch = batch.filter((other) => other !== trace);
  trace.close();
  traceList.update((list) => {
    const traces = list.traces.filter((other) => other !== trace);
    const shown = list.shown === trace ? (traces[traces.length - 1] ?? null) : list.shown;
    return { traces, shown, notice };
  });
  traceList.get().shown?.wake();
  publishState();
}

/** Stops a trace that is still being read. */
export function cancel(trace: OpenTrace): void {
  const progress = trace.snapshot.get()?.progress;
  const how =
    progress === undefined
      ? 'before anything was read'
      : `after ${amount(progress.readBytes)}${progress.totalBytes === null ? '' : ` (${percent(progress.readBytes / Math.max(1, progress.totalBytes))})`} and ${count(progress.events)} events`;
  close(trace, {
    kind: 'cancelled',
    level: 'note',
    text: `Reading ${trace.name} was cancelled ${how}. Nothing of it was kept.`,
    places: [],
  });
}

/** Stops all that are still being read, or wait for it; what has been read stays. */
export function cancelAll(): void {
  const pending = traceList.get().traces.filter((trace) => !hasEnded(trace));
  const total = batch.length;
  for (const trace of pending) close(trace);
  showBest();
  notify({
    kind: 'cancelled',
    level: 'note',
    text: `Reading ${plural(pending.length, 'file')} of ${count(total)} was cancelled. What had been read is open.`,
    places: [],
  });
}

/** Something was dropped that is no file. */
export function refuseDrop(): void {
  notify({
    kind: 'not-a-file',
    level: 'warning',
    text: 'What was dropped holds no file. Drop a trace file, or choose one with Open.',
    places: [],
  });
}

/** The page is not idle until the returned function is called: something it needs is on its way. */
export function holdIdle(): () => void {
  tasks++;
  publishState();
  return () => {
    tasks--;
    publishState();
  };
}

function pageState(list: TraceList): 'empty' | 'loading' | 'ready' | 'failed' {
  const { shown } = list;
  if (shown === null) return 'empty';
  if (shown.crash.get() !== null) return 'failed';
  const phase = shown.snapshot.get()?.phase;
  return phase === 'ready' || phase === 'failed' ? phase : 'loading';
}

/** How far the reading of several files is. @returns the store's value where nothing that is shown has changed. */
function readingNow(): ReadingAll | null {
  const ended = batch.filter(hasEnded).length;
  const total = batch.length;
  if (total < 2 || ended === total) return null;
  const bytes = batch.map((trace) => {
    const all = trace.source.kind === 'file' ? trace.source.file.size : 1;
    const read = hasEnded(trace) ? all : (trace.snapshot.get()?.progress.readBytes ?? 0);
    return [Math.min(read, all), all] as const;
  });
  const sum = (of: 0 | 1): number => bytes.reduce((all, pair) => all + pair[of], 0);
  const share = Math.floor((sum(0) / Math.max(1, sum(1))) * 100) / 100;
  const before = readingAll.get();
  const isSame = before?.ended === ended && before.total === total && before.share === share;
  return isSame ? before : { ended, total, share };
}

/** Writes `data-state` and `data-idle` to the document, as docs/hooks.md promises. */
export function publishState(): void {
  const list = traceList.get();
  readingAll.set(readingNow());
  const { dataset } = document.documentElement;
  dataset.state = pageState(list);
  dataset.idle = String(!scheduler.pending && tasks === 0 && !list.traces.some((trace) => trace.busy));
}
