/**
 * The list of open traces and the one door into it: drop, picker and examples all call `open`. The page's
 * state for automation (`data-state`, `data-idle`) is derived here.
 */
import type { SourceSpec } from '../bytes/source';
import { sourceName } from '../bytes/source';
import { createScheduler } from '../chart/scheduler';
import type { Message } from '../protocol';
import { amount, count, percent } from '../text/figures';
import { createStore } from '../view/store';
import { OpenTrace } from './open-trace';

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

let nextId = 1;

/** Opens one source as a new trace. It is shown at once, unless it came along with others. */
export function open(source: SourceSpec, show = true): void {
  const trace = new OpenTrace({
    id: nextId++,
    name: sourceName(source),
    source,
    onActivity: () => publishState(),
  });
  traceList.update((list) => ({
    traces: [...list.traces, trace],
    shown: show || list.shown === null ? trace : list.shown,
    notice: null,
  }));
  publishState();
}

/** Opens files in their order; the first of them is shown. */
export function openFiles(files: readonly File[]): void {
  files.forEach((file, index) => {
    open({ kind: 'file', file }, index === 0);
  });
}

export function show(trace: OpenTrace): void {
  traceList.update((list) => ({ ...list, shown: trace }));
  publishState();
}

/** Closes a trace: its worker ends, and the newest other trace is shown. */
export function close(trace: OpenTrace, notice: Message | null = null): void {
  trace.close();
  traceList.update((list) => {
    const traces = list.traces.filter((other) => other !== trace);
    const shown = list.shown === trace ? (traces[traces.length - 1] ?? null) : list.shown;
    return { traces, shown, notice };
  });
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

/** Something was dropped that is no file. */
export function refuseDrop(): void {
  traceList.update((list) => ({
    ...list,
    notice: {
      kind: 'not-a-file',
      level: 'warning',
      text: 'What was dropped holds no file. Drop a trace file, or choose one with Open.',
      places: [],
    },
  }));
}

function pageState(list: TraceList): 'empty' | 'loading' | 'ready' | 'failed' {
  const { shown } = list;
  if (shown === null) return 'empty';
  if (shown.crash.get() !== null) return 'failed';
  const phase = shown.snapshot.get()?.phase;
  return phase === 'ready' || phase === 'failed' ? phase : 'loading';
}

/** Writes `data-state` and `data-idle` to the document, as CONTRIBUTING.md promises. */
export function publishState(): void {
  const list = traceList.get();
  const { dataset } = document.documentElement;
  dataset.state = pageState(list);
  dataset.idle = String(!scheduler.pending && !list.traces.some((trace) => trace.busy));
}
