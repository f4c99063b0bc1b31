/**
 * Opens the trace of a row, at its worst alarm: from the folder that the user gave, by its name, or from the page's store, by its hash;
 * where neither has it, its digest. What cannot be opened is said, with what to do.
 */
import type { Message } from '../../../engine/reading/contract/snapshot';
import type { ShownRow } from '../../../sharing/fleet-rows/contract';
import { isSha256, storedName, traceEnding } from '../../../sharing/link/stored-name';
import { StoreClient } from '../../backend/store-client';
import type { AppState } from '../../state/app-state';
import type { OpenFleet } from '../../state/fleet/fleet';
import { hostConfig } from '../../state/host-config';
import { openOnce } from '../../state/traces/compare-traces';
import { type NamedFile, singleSource } from '../../state/traces/named-file';
import type { OpenFile } from '../../state/traces/open-file';
import { readToEnd } from '../../state/traces/read-to-end';

/** How long the store may take to say whether it has a trace. */
const MAX_WAIT_MS = 15_000;

const note = (text: string): Message => ({ kind: 'fleet-row', level: 'note', text, places: [] });

export function openFleetRow(app: AppState, fleet: OpenFleet, row: ShownRow): Promise<void> {
  return app.activity.whileBusy(open(app, fleet, row));
}

async function open(app: AppState, fleet: OpenFleet, row: ShownRow): Promise<void> {
  const here = fileOf(fleet.folder.get(), row.file);
  if (here !== null) {
    await showAt(app, openOnce(app, singleSource(here)), row);
    return;
  }
  const detail = await fleet.detail(row.row).catch(() => null);
  const hash = detail?.hash ?? null;
  if (hash !== null && isSha256(hash)) {
    const bytes = detail?.fileBytes ?? Number.NaN;
    const stored = await storedFile(app, hash, bytes, row.file);
    if (stored !== null) return showAt(app, stored, row);
  }
  if (detail?.digest != null) {
    openDigest(app, detail.digest, row.file);
    return;
  }
  const why = detail === null ? 'Its row could not be read again. ' : '';
  app.files.notify(
    note(
      `${why}The trace ${row.file} is not here: give the folder that it lies in with “Folder of traces…”, or open the page where its store is.`,
    ),
  );
}

/** A trace of a folder, whose path ends as that of the row, or begins further inside. */
export function fileOf(folder: readonly NamedFile[], file: string): NamedFile | null {
  const path = file.replace(/!\/.*$/s, '');
  const ends = folder.filter(
    ({ name }) => name === path || name.endsWith(`/${path}`) || path.endsWith(`/${name}`),
  );
  return ends.toSorted((a, b) => b.name.length - a.name.length)[0] ?? null;
}

/** @returns null where the page has no store, or the store not this trace. */
async function storedFile(
  app: AppState,
  sha256: string,
  bytes: number,
  name: string,
): Promise<OpenFile | null> {
  const { store } = await app.feature(hostConfig).load();
  if (store === null) return null;
  const client = new StoreClient(store);
  const object = storedName(sha256, traceEnding(name));
  if (!(await client.has(object, bytes, AbortSignal.timeout(MAX_WAIT_MS)).catch(() => false))) return null;
  const shown = baseOf(name);
  return openOnce(app, {
    name: shown,
    source: { kind: 'url', url: client.urlOf(object), name: shown, object },
  });
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export function openDigest(app: AppState, digest: Uint8Array<ArrayBuffer>, file: string): void {
  app.files.openFiles([new File([digest], `${baseOf(file)}.qlogscope`)]);
}

/** The connection of the row, and its worst alarm, once the file is read. */
async function showAt(
  app: AppState,
  file: OpenFile,
  { connection, worst, startMs }: ShownRow,
): Promise<void> {
  app.files.show(file);
  if (!(await readToEnd(app, file))) return;
  if (connection !== null) await app.files.choose(file, connection);
  const trace = file.current;
  const findings = trace.snapshot.get()?.findings.filter(({ id }) => id === worst) ?? [];
  const distance = ({ startUs }: (typeof findings)[number]): number =>
    Math.abs(startUs / 1000 - (startMs ?? 0));
  const nearest = findings.toSorted((a, b) => distance(a) - distance(b))[0];
  if (nearest !== undefined && app.files.shownTrace === trace) trace.choose(nearest.key);
}
