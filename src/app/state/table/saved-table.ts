/**
 * The table as one object that opens as it is, for a file and for the store: its rows, and where groups are shown these under
 * their names, with their verdict and bands; redacted by the options of the table.
 */
import { groupsOfRows } from '../../../sharing/table/group-names';
import { packRuns } from '../../../sharing/table/packed-runs';
import { shareRows } from '../../../sharing/table/share-rows';
import { tableAsJson } from '../../../sharing/table/table-file';
import type { AppState } from '../app-state';
import { groupsShown } from './groups-shown';
import { MOST_GROUPS, tableGroups } from './table-groups';
import { type ReadRow, tableView } from './table-view';

/** Of the groups that are shown; without groups the selected rows, or all that are shown. */
export function savedRows(app: AppState): readonly ReadRow[] {
  if (app.feature(groupsShown).get() === null) return app.feature(tableView).chosen;
  const { groups } = app.feature(tableGroups).grouped.get();
  return groups.slice(0, MOST_GROUPS).flatMap(({ rows }) => rows);
}

/** @param rows as `savedRows` gives them. */
export function savedTable(app: AppState, rows = savedRows(app)): string {
  const { options } = app.feature(tableView).state.get();
  const shared = shareRows(
    rows.map(({ row }) => row),
    options,
  );
  if (app.feature(groupsShown).get() === null) return tableAsJson(shared);
  const groups = app.feature(tableGroups);
  const left = groupsOfRows(groups.grouped.get().groups.slice(0, MOST_GROUPS), rows, options);
  if (left === null) return tableAsJson(shared);
  const { names, patterns, ofRows } = left;
  const given = groups.given(rows);
  const runs = given === null ? null : (packRuns(given, Number.POSITIVE_INFINITY)?.text ?? null);
  return tableAsJson(shared, { names, ofRows, patterns, runs });
}
