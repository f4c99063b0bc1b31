/** Puts several traces into one set: their files are opened, and the times of the others are laid over the first one's. */
import { offsetUs, proposedAlignment } from '../../engine/compare/align';
import { type ComparedTrace, comparedTrace } from '../../engine/compare/compared-trace';
import { answerIfAny } from '../backend/backend';
import type { AppState } from './app-state';
import type { NamedSource } from './named-file';
import type { OpenFile } from './open-file';
import type { OpenTrace } from './open-trace';

/** A trace that is to be compared: what is opened, and which connection of it. */
export interface ToCompare {
  readonly source: NamedSource;
  /** Null for the file's default one. */
  readonly connection: number | null;
}

/** Opens the traces, waits until all are read, and shows those that could be as one set, the first as its lead. */
export function compareTraces(app: AppState, traces: readonly ToCompare[]): Promise<void> {
  return app.activity.whileBusy(compare(app, traces));
}

async function compare(app: AppState, traces: readonly ToCompare[]): Promise<void> {
  const opened = traces.map(({ source, connection }) => ({ file: openOnce(app, source), connection }));
  const read = await Promise.all(
    opened.map(async ({ file, connection }) => {
      await whenRead(file);
      return file.state === 'failed' || connection === null
        ? file.current
        : file.watch(connection).catch(() => null);
    }),
  );
  const [lead, ...others] = read.filter((trace) => trace !== null && trace.state === 'ready') as OpenTrace[];
  if (lead === undefined) return;
  await app.files.choose(lead.file as OpenFile, lead.connection);
  const first = await comparedOf(lead);
  for (const trace of others) {
    const second = await comparedOf(trace);
    if (!app.files.addToSet(trace) || first === null || second === null) continue;
    lead.set.setOffset(trace, offsetUs(first, second, proposedAlignment(first, second)) || 0);
  }
}

/** Shows a trace in a tab of its own; its file is opened once. */
export function openTrace(app: AppState, { source, connection }: ToCompare): void {
  const file = openOnce(app, source);
  if (connection === null) app.files.show(file);
  else void app.files.choose(file, connection);
}

/** The file of a source, opened before or now. */
function openOnce(app: AppState, named: NamedSource): OpenFile {
  return app.files.files.find(({ source }) => isSame(source, named.source)) ?? app.files.openAs(named);
}

function isSame(a: NamedSource['source'], b: NamedSource['source']): boolean {
  return a === b || (a.kind === 'file' && b.kind === 'file' && a.file === b.file && a.range === b.range);
}

function whenRead(file: OpenFile): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (file.state === 'loading') return;
      stop();
      resolve();
    };
    const stop = file.onChange(look);
    look();
  });
}

async function comparedOf(trace: OpenTrace): Promise<ComparedTrace | null> {
  const outline = await answerIfAny(trace.request('outline', {})).catch(() => null);
  const snapshot = trace.snapshot.get();
  if (outline === null || snapshot === null) return null;
  return comparedTrace(trace.name, snapshot, outline, snapshot.quality?.decode.originMs ?? null);
}
