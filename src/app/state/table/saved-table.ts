/**
 * The table as one object that opens as it is, for a file and for the store: its rows, and where groups are shown these under
 * their names, with their verdict and bands; redacted by the options of the table.
 */
import { groupsOfRows } from '../../../sharing/table/group-names';
import { packRuns } from '../../../sharing/table/packed-runs';
import { byOrder, WORST_FIRST } from '../../../sharing/table/row-order';
import { shareRows } from '../../../sharing/table/share-rows';
import { tableAsJson } from '../../../sharing/table/table-file';
import type { AppState } from '../app-state';
import { isSameSource } from '../traces/compare-traces';
import type { OpenSet } from '../traces/open-trace';
import { groupsShown } from './groups-shown';
import { MOST_GROUPS, tableGroups } from './table-groups';
import { tableStore } from './table-store';
import { isRead, type ReadRow, tableView } from './table-view';
import { MOST_RECORDS } from './trace-table';

export interface SavedRows {
  /** At most `MOST_RECORDS`: of more the worst. */
  readonly rows: readonly ReadRow[];
  readonly total: number;
  /** They are those of groups. */
  readonly inGroups: boolean;
}

/** What is on the screen: groups, or the selected rows, or all that are shown. */
export function savedRows(app: AppState): SavedRows {
  const inGroups = app.feature(groupsShown).get() !== null;
  return atMost(inGroups ? grouped(app) : app.feature(tableView).chosen, inGroups);
}

/** One of the traces that are compared is of the table; of a digest, and of a table that came without its files, it is taken to be so. */
export function isBeneath(app: AppState, { members }: OpenSet): boolean {
  const table = app.feature(tableStore).get();
  const here = (table?.rows.get() ?? []).flatMap(({ source }) => source?.source ?? []);
  const isOfTable = ({ trace: { digest, source } }: (typeof members)[number]): boolean =>
    digest !== null || here.some((one) => isSameSource(one, source));
  return members.length > 1 && table !== null && (here.length === 0 || members.some(isOfTable));
}

/** What lies beneath traces: the groups, where they were shown, or all rows. */
export function rowsBeneath(app: AppState): SavedRows {
  const inGroups = app.feature(tableGroups).wereShown;
  const { shown } = app.feature(tableView).state.get();
  return atMost(inGroups ? grouped(app) : shown.filter(isRead), inGroups);
}

const groupsOf = (app: AppState) => app.feature(tableGroups).grouped.get().groups.slice(0, MOST_GROUPS);

const grouped = (app: AppState): readonly ReadRow[] => groupsOf(app).flatMap(({ rows }) => rows);

function atMost(all: readonly ReadRow[], inGroups: boolean): SavedRows {
  const total = all.length;
  if (total <= MOST_RECORDS) return { rows: all, total, inGroups };
  const compare = byOrder(WORST_FIRST);
  const rows = all.toSorted((a, b) => compare(a.row, b.row)).slice(0, MOST_RECORDS);
  return { rows, total, inGroups };
}

/** @returns JSON. */
export function savedTable(app: AppState, { rows, total, inGroups }: SavedRows): string {
  const { options } = app.feature(tableView).state.get();
  const shared = shareRows(
    rows.map(({ row }) => row),
    options,
  );
  const left = inGroups ? groupsOfRows(groupsOf(app), rows, options) : null;
  if (left === null) return tableAsJson(shared);
  const { names, patterns, ofRows } = left;
  const groups = app.feature(tableGroups);
  const given = groups.given(rows);
  const said = rows.length < total ? groups.sharedSaid : (given?.said ?? null);
  const runs = given === null ? null : (packRuns({ ...given, said }, Number.POSITIVE_INFINITY)?.text ?? null);
  return tableAsJson(shared, { names, ofRows, patterns, runs });
}
