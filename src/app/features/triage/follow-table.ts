/** Shows the table of a link: its rows, and the order, filter and selection that a link has. Loaded with the first one. */
import { count, plural } from '../../../engine/base/text/figures';
import type { RunSamples } from '../../../engine/reading/contract/samples';
import { SHARE_NOTHING } from '../../../engine/reading/contract/share-options';
import type { Message } from '../../../engine/reading/contract/snapshot';
import type { TraceRow } from '../../../sharing/figures/rows';
import type { DroppedPart, LinkGroups, LinkTable } from '../../../sharing/link/state';
import { letterName } from '../../../sharing/table/group-names';
import { type UnpackedRows, unpackRows } from '../../../sharing/table/packed-rows';
import { unpackRuns } from '../../../sharing/table/packed-runs';
import { isOrder, WORST_FIRST } from '../../../sharing/table/row-order';
import type { AppState } from '../../state/app-state';
import { groupsShown } from '../../state/table/groups-shown';
import { tableOf } from '../../state/table/open-table';
import { tableGroups } from '../../state/table/table-groups';
import { tableStore } from '../../state/table/table-store';
import { tableView } from '../../state/table/table-view';
import type { TraceTable } from '../../state/table/trace-table';

const CUT = 'Some chat programs cut long links: ask for the table as a .qlogscope file instead';

/** Shows the rows of a link in place of the table that is there. @returns what could not be followed. */
export function showLinkedTable(app: AppState, link: LinkTable): readonly DroppedPart[] {
  const read = unpackRows(link.rows ?? '');
  if (typeof read === 'string') return [{ part: 'its table, rows=…', why: `${read}. ${CUT}` }];
  const store = app.feature(tableStore);
  store.get()?.close();
  store.set(null);
  const table = tableOf(app);
  table.addRecords(read.rows, 0);
  table.notice.set(partWords(read));
  app.feature(tableView).setOptions({ ...SHARE_NOTHING, ...read.options });
  app.files.showNone();
  const lost = takeUp(app, table, link);
  if (link.groups === null) return lost;
  const ungrouped = showGroups(app, table, read.rows, link.groups);
  const rows = link.groups.ofRows.filter((group, i) => group !== null && i < read.rows.length).length;
  return [...lost, ...ungrouped, ...(link.runs === null ? [] : takeRuns(app, table, link.runs, rows))];
}

/** Takes up what the files of the runs gave. @param rows that are in the groups of the link. @returns what could not be followed. */
function takeRuns(app: AppState, table: TraceTable, packed: string, rows: number): readonly DroppedPart[] {
  const shared = unpackRuns(packed);
  if (typeof shared === 'string') return [{ part: 'runs=…', why: shared }];
  const runs = shared.runs.flatMap((run, file): (readonly [string, RunSamples])[] => {
    const [key] = table.keysAt([{ file, row: 0 }]);
    return run === null || key === undefined ? [] : [[key, run]];
  });
  app.feature(tableGroups).takeLinked(shared, new Map(runs), rows);
  return [];
}

/** Shows the rows as the groups of the link, under its names. @returns what could not be followed. */
function showGroups(
  app: AppState,
  table: TraceTable,
  rows: readonly TraceRow[],
  { names, ofRows }: LinkGroups,
): readonly DroppedPart[] {
  const groups = names.map((name, group) => {
    const places = rows.flatMap((_, file) => (ofRows[file] === group ? [{ file, row: 0 }] : []));
    // Two groups may have the same name.
    return { id: letterName(group), name, keys: table.keysAt(places) };
  });
  if (groups.every(({ keys }) => keys.size === 0))
    return [{ part: 'groups=…', why: 'none of the rows that are read is in a group' }];
  app.feature(tableGroups).change({
    by: 'hand',
    hand: groups.map(({ id, keys }) => ({ name: id, keys })),
    names: new Map(groups.map(({ id, name }) => [id, name])),
    withReceivers: rows.some(({ side }, i) => side === 'receiver' && ofRows[i] != null),
  });
  app.feature(groupsShown).set(true);
  return [];
}

/** Takes up order and filter, and the selection once all rows are there. @returns what could not be followed. */
export function takeUp(app: AppState, table: TraceTable, link: LinkTable): readonly DroppedPart[] {
  const view = app.feature(tableView);
  const { order: asked } = link;
  const isKnown = asked === null || isOrder(asked.key);
  const order = asked !== null && isKnown ? asked : WORST_FIRST;
  view.restore({ filter: link.filter, order });
  if (link.picked.length > 0) selectWhenRead(app, table, link);
  return isKnown ? [] : [{ part: `sort=${asked.key}`, why: 'the table has no such column' }];
}

function selectWhenRead(app: AppState, table: TraceTable, { picked }: LinkTable): void {
  const store = app.feature(tableStore);
  const look = (): void => {
    const { read, total } = table.progress.get();
    const isOpen = store.get() === table;
    if (isOpen && (table.rows.get().length === 0 || read < total)) return;
    for (const end of ends) end();
    if (!isOpen) return;
    const view = app.feature(tableView);
    const places = picked.map(({ row, ofFile }) => ({ file: row, row: ofFile ?? 0 }));
    for (const key of table.keysAt(places)) view.select(key, true);
  };
  // After the table has taken up its rows.
  const ends = [table.progress.subscribe(() => queueMicrotask(look)), store.subscribe(look)];
}

/** What the link does not hold of the table; null for nothing. */
function partWords({ rows, total, detail, problem }: UnpackedRows): Message | null {
  const isPart = rows.length < total;
  if (!isPart && detail === 'whole' && problem === null) return null;
  const held = isPart
    ? `The link holds ${count(rows.length)} of ${plural(total, 'row')}${problem === null ? ', the worst' : ''}`
    : 'The link holds the rows';
  const without = detail === 'whole' ? '' : ', without the sketches of the window';
  const why = problem === null ? '' : ` The rest of it cannot be read: ${problem}. ${CUT}.`;
  return {
    kind: 'records-left-out',
    level: problem === null ? 'note' : 'warning',
    text: `${held}${without}.${why}`,
    places: [],
  };
}
