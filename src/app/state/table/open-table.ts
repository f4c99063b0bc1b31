/** Opens files, a saved table, or the records of `check --json`, as the table of traces of the page. */
import { amount } from '../../../engine/base/text/figures';
import { zipEntries } from '../../../engine/input/bytes/zip-directory';
import type { Message } from '../../../engine/reading/contract/snapshot';
import { isDigestFile } from '../../../sharing/digest/magic';
import { checkRows } from '../../../sharing/table/check-rows';
import { DIGEST } from '../../../sharing/table/row-words';
import { tableRows } from '../../../sharing/table/table-file';
import { holdsRows, rowsOfHead, TABLE_HEAD_BYTES } from '../../../sharing/table/table-head';
import { PAGE_CLOCK, SURVEY, TableReader } from '../../backend/table-reader';
import type { AppState } from '../../state/app-state';
import { openTrace } from '../traces/compare-traces';
import { MOST_TABS, type NamedFile } from '../traces/named-file';
import { headOf } from '../traces/openers';
import { askedFingerprints, filesAskedFor, placedWords } from './asked-files';
import { copiesMessage, sortCopies } from './copied-files';
import { TABLE, tableStore } from './table-store';
import { tableView } from './table-view';
import { MOST_RECORDS, TraceTable } from './trace-table';

/** Larger files of records are not read: that of 2,000 traces with all their evidence has some 50 MB. */
const MOST_RECORD_BYTES = 256e6;

/** Tabs join files of one connection with what is open and seen of it already; of more files only the joined one is opened. */
const MOST_TABS_JOINED = 16;

const NO_TABLE: Message = {
  kind: 'no-table',
  level: 'note',
  text: 'There is no table of traces: open more than three files at once, a saved table, or what check --json printed.',
  places: [],
};

/** Opens those files that a link waits for, and adds the others to the table; which is shown where none is. */
export async function openMany(app: AppState, files: readonly NamedFile[]): Promise<void> {
  const request = app.linkRequest.get();
  const asked = await filesAskedFor(request, files);
  const others = files.filter((file) => !asked.includes(file));
  if (asked.length > 0 && others.length <= MOST_TABS) return app.files.openTabs(files);
  const opening = app.files.openTabs(asked);
  if (asked.length > 0) await addFiles(app, others);
  else await openTable(app, files);
  if (askedFingerprints(request).length > 0) app.files.notify(placedWords(asked.length, files.length));
  return opening;
}

/** Opens files, zips among them, as tabs, or as the table where they hold more than fit tabs. */
export async function openZips(app: AppState, files: readonly NamedFile[]): Promise<void> {
  const held = await Promise.all(files.map(({ file }) => filesIn(file)));
  if (held.reduce((sum, one) => sum + one, 0) > MOST_TABS) await openTable(app, files);
  else await app.files.openTabs(files);
}

/** How many files a zip holds, as far as more than fit tabs are counted; 1 for any other file, and a damaged zip. */
async function filesIn(file: File): Promise<number> {
  let entries = 0;
  try {
    for await (const _ of zipEntries(file)) if (++entries > MOST_TABS) break;
  } catch {
    // It is said where the file is read.
  }
  return Math.max(1, entries);
}

/** Adds the files to the table, and shows it; what a row asked for is opened. */
async function openTable(app: AppState, files: readonly NamedFile[]): Promise<void> {
  await addFiles(app, files);
  app.files.showNone();
  const asked = app.feature(tableView).takeAsked(files);
  if (asked !== null) openTrace(app, asked);
}

/** Adds those that the table has not yet, and says how many it has. */
async function addFiles(app: AppState, files: readonly NamedFile[]): Promise<void> {
  const { fresh, copies } = await sortCopies(app.feature(tableStore).get()?.files ?? [], files);
  if (fresh.length > 0) tableOf(app).addFiles(fresh);
  if (copies.length > 0) app.files.notify(copiesMessage(copies, files.length));
}

export function showTable(app: AppState): void {
  if (app.feature(tableStore).get() !== null) app.screens.show(TABLE);
  else app.files.notify(NO_TABLE);
}

export async function openRecords(app: AppState, file: NamedFile): Promise<void> {
  const problem = await addRecords(app, file);
  if (problem === null) app.files.showNone();
  else app.files.notify(problem);
}

async function addRecords(app: AppState, { file, name }: NamedFile): Promise<Message | null> {
  if (file.size > MOST_RECORD_BYTES)
    return unread(
      name,
      `it has ${amount(file.size)}, more than ${amount(MOST_RECORD_BYTES)}; split it by lines`,
    );
  const content = await file.text().catch(() => null);
  if (content === null) return unread(name, 'the file stopped giving bytes; open it again');
  const isTable = rowsOfHead(content.slice(0, TABLE_HEAD_BYTES)) === 'table';
  const read = isTable
    ? tableRows(content, MOST_RECORDS)
    : { ...checkRows(content, MOST_RECORDS), groups: null };
  if (read === null || read.rows.length === 0) return unread(name, 'this version reads no row of it');
  const { rows, leftOut, groups } = read;
  const isFirst = app.feature(tableStore).get() === null;
  const table = tableOf(app);
  table.addRecords(rows, leftOut);
  if (!isFirst || groups === null) return null;
  const { showGroups } = await import('./linked-groups');
  const [lost] = showGroups(app, table, rows, groups);
  return lost === undefined ? null : unread(name, `its groups: ${lost.why}`);
}

function unread(name: string, why: string): Message {
  const text = `${name} looks like a table, or what check --json prints, but cannot be shown: ${why}.`;
  return { kind: 'records-unread', level: 'error', text, places: [] };
}

/** The table of the page; a new one where there is none. */
export function tableOf(app: AppState): TraceTable {
  const store = app.feature(tableStore);
  const before = store.get();
  if (before !== null) return before;
  const table = new TraceTable({
    startReader: (onRead, onEnd) =>
      new TableReader({ pool: app.files.pool, question: SURVEY, onRead, onEnd, ...PAGE_CLOCK }),
    onChange: () => app.activity.changed(),
    takeOther: (file) => takeOther(app, file),
    onSingle: (parts, joined) => {
      if (parts.length > MOST_TABS_JOINED) app.files.openAs(joined);
      else void app.files.openTabs(parts);
      table.close();
      store.set(null);
    },
    later: (run, ms) => setTimeout(run, ms),
  });
  app.screens.choose(TABLE);
  store.set(table);
  return table;
}

async function takeOther(app: AppState, file: NamedFile): Promise<Message | true | null> {
  const head = await headOf(file.file);
  if (head === null) return null;
  if (holdsRows(head)) return (await addRecords(app, file)) ?? true;
  if (!isDigestFile(head)) return (await app.files.openOther(file)) || null;
  const text = 'A digest (.qlogscope), no trace: Enter, or a click on its name, opens it.';
  return { kind: DIGEST, level: 'note', text, places: [] };
}
