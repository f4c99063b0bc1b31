/**
 * Puts several traces into one set: their files are opened, and the others are added to the first as soon as all are read.
 * Where they are laid over it is decided by who compares them (`features/compare`).
 */
import { runText } from '../../../sharing/link/run-ref';
import type { AppState } from '../app-state';
import type { NamedSource } from './named-file';
import type { OpenFile } from './open-file';
import type { OpenTrace } from './open-trace';
import { readToEnd } from './read-to-end';

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
    opened.map(async ({ file, connection }): Promise<OpenTrace | null> => {
      if (!(await readToEnd(app, file))) return null;
      return connection === null ? file.current : file.watch(connection).catch(() => null);
    }),
  );
  const [lead, ...others] = read.filter((trace) => trace !== null);
  if (lead === undefined) return;
  await app.files.choose(lead.file as OpenFile, lead.connection);
  for (const trace of others) app.files.addToSet(trace);
}

/** Shows a trace in a tab of its own; its file is opened once. */
export function openTrace(app: AppState, { source, connection }: ToCompare): void {
  const file = openOnce(app, source);
  if (connection === null) app.files.show(file);
  else void app.files.choose(file, connection);
}

/** The file of a source, opened before or now. */
export function openOnce(app: AppState, named: NamedSource): OpenFile {
  return app.files.files.find(({ source }) => isSameSource(source, named.source)) ?? app.files.openAs(named);
}

export function isSameSource(a: NamedSource['source'], b: NamedSource['source']): boolean {
  if (a.kind === 'url' && b.kind === 'url') return a.url === b.url && a.range === b.range;
  if (a.kind === 'run' && b.kind === 'run') return runText(a.run) === runText(b.run);
  return a === b || (a.kind === 'file' && b.kind === 'file' && a.file === b.file && a.range === b.range);
}
