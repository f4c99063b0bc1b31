/** Shows the groups that a link, or a saved table, has of its rows, with what their files gave. */
import type { RunSamples } from '../../../engine/reading/contract/samples';
import type { TraceRow } from '../../../sharing/figures/rows';
import type { DroppedPart } from '../../../sharing/link/state';
import { letterName } from '../../../sharing/table/group-names';
import { type SharedRuns, unpackRuns } from '../../../sharing/table/packed-runs';
import type { SavedGroups } from '../../../sharing/table/table-file';
import type { AppState } from '../app-state';
import { groupsShown } from './groups-shown';
import { tableGroups } from './table-groups';
import { tableView } from './table-view';
import type { TraceTable } from './trace-table';

/** Shows the rows as the groups of a link or a file, under their names. @returns what could not be followed. */
export function showGroups(
  app: AppState,
  table: TraceTable,
  rows: readonly TraceRow[],
  { names, ofRows, patterns, runs }: SavedGroups,
): readonly DroppedPart[] {
  const groups = names.map((name, group) => {
    const places = rows.flatMap((_, file) => (ofRows[file] === group ? [{ file, row: 0 }] : []));
    // Two groups may have the same name.
    return {
      id: letterName(group),
      name,
      keys: table.keysAt(places),
      pattern: patterns[group] || null,
    };
  });
  if (groups.every(({ keys }) => keys.size === 0))
    return [{ part: 'groups=…', why: 'none of the rows that are read is in a group' }];
  app.feature(tableGroups).change({
    by: 'hand',
    hand: groups.map(({ id, keys, pattern }) => ({ name: id, keys, pattern })),
    names: new Map(groups.map(({ id, name }) => [id, name])),
    withReceivers: rows.some(({ side }, i) => side === 'receiver' && ofRows[i] != null),
  });
  // They came along: so they may go on.
  const view = app.feature(tableView);
  if (groups.some(({ pattern }) => pattern !== null))
    view.setOptions({ ...view.state.get().options, groupNames: true });
  app.feature(groupsShown).set(true);
  const grouped = rows.filter((_, i) => ofRows[i] != null).length;
  return takeRuns(app, table, runs, grouped);
}

const NO_RUNS: SharedRuns = { landmark: null, runs: [], bands: null, said: null };

/** Takes up what the files of the runs gave. @param rows that are in the groups of the link. @returns what could not be followed. */
function takeRuns(
  app: AppState,
  table: TraceTable,
  packed: string | null,
  rows: number,
): readonly DroppedPart[] {
  const shared = packed === null ? NO_RUNS : unpackRuns(packed);
  if (typeof shared === 'string') return [{ part: 'runs=…', why: shared }];
  const runs = shared.runs.flatMap((run, file): (readonly [string, RunSamples])[] => {
    const [key] = table.keysAt([{ file, row: 0 }]);
    return run === null || key === undefined ? [] : [[key, run]];
  });
  app.feature(tableGroups).takeLinked(shared, new Map(runs), rows);
  return [];
}
