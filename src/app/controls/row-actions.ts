/** What is done with rows: opened, compared, copied. */
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import { DIGEST, severityOf, worstOf } from '../../sharing/table/row-words';
import { shareRows } from '../../sharing/table/share-rows';
import { tableAsJson } from '../../sharing/table/table-file';
import { tableAsCsv, tableAsTsv } from '../../sharing/table/table-text';
import type { AppState } from '../state/app-state';
import { createStore } from '../state/store';
import { savedRows, savedTable } from '../state/table/saved-table';
import { isRead, type ReadRow, type TableView, tableView } from '../state/table/table-view';
import type { TableRow } from '../state/table/trace-table';
import { compareTraces, openTrace } from '../state/traces/compare-traces';
import { filePicker } from './open-button';
import { copyOrSave, saveFile, textFile } from './save-file';

/** Traces that are compared at once. */
export const MOST_COMPARED = 6;

/** Opens the trace of a row as a tab; asks for its file where the table has none. */
export function openRow(app: AppState, { key, row, source }: TableRow): void {
  if (source === null) {
    app.feature(tableView).askFor(key);
    app.feature(filePicker).pick();
    return;
  }
  if (row?.failure?.kind === DIGEST) {
    if (source.source.kind === 'file') app.files.openFiles([source.source.file]);
    return;
  }
  openTrace(app, { source, connection: row?.connection ?? null });
}

/** The worst row that is shown; null where none has an alarm. */
export function worstRow(view: TableView): ReadRow | null {
  const alarms = view.state
    .get()
    .shown.filter(isRead)
    .filter(({ row }) => worstOf(row) !== null);
  const rank = ({ row }: ReadRow): number => (severityOf(row) === 'critical' ? 1 : 0) + (row.illShare ?? 0);
  return alarms.toSorted((a, b) => rank(b) - rank(a))[0] ?? null;
}

export interface Comparable {
  readonly rows: readonly ReadRow[];
  /** Why the selected rows cannot be compared; null where they can. */
  readonly why: string | null;
}

export function comparable(view: TableView): Comparable {
  const rows = view.picked.filter(isRead).filter(({ row }) => row.failure === null);
  const [least, most] = [2, MOST_COMPARED];
  if (rows.length < least || rows.length > most)
    return { rows, why: `Select ${least} to ${most} traces to compare them; ${rows.length} selected.` };
  const unread = rows.find(({ source }) => source === null);
  return {
    rows,
    why: unread === undefined ? null : `The file of ${unread.name} is not here: open it first.`,
  };
}

export function compareRows(app: AppState, rows: readonly ReadRow[]): void {
  const traces = rows.flatMap(({ source, row }) =>
    source === null ? [] : [{ source, connection: row.connection }],
  );
  void compareTraces(app, traces);
}

/** As the button *Compare* does, or says why not. */
export function compareSelected(app: AppState, view: TableView): void {
  const { rows, why } = comparable(view);
  if (why === null) compareRows(app, rows);
  else app.files.notify({ kind: 'not-compared', level: 'note', text: why, places: [] });
}

export type TableFormat = 'tsv' | 'csv' | 'json';

const WRITERS = { tsv: tableAsTsv, csv: tableAsCsv, json: tableAsJson } as const;

/** The selected rows, or all that are shown, in the order of the screen. */
function textOf(view: TableView, format: TableFormat): string {
  const { options } = view.state.get();
  const rows = shareRows(
    view.chosen.map(({ row }) => row),
    options,
  );
  return WRITERS[format](rows);
}

const namedBy = ({ fileName }: ShareOptions) => ({ name: 'traces', includesName: createStore(fileName) });

export function copyRows(view: TableView, format: TableFormat): Promise<void> {
  const { options } = view.state.get();
  return copyOrSave(namedBy(options), options, `-table.${format}`, textOf(view, format));
}

/** Saves a file that opens here as the same table, or as its groups where these are shown. */
export function saveTable(app: AppState): void {
  const { options } = app.feature(tableView).state.get();
  const saved = savedRows(app);
  const ending = saved.inGroups ? '-groups.qlogscope' : '-table.qlogscope';
  saveFile(namedBy(options), options, ending, textFile([savedTable(app, saved)], 'application/json'));
}
