/** Shows the table of a link: its rows, and the order, filter and selection that a link has. Loaded with the first one. */
import { count, plural } from '../../../engine/base/text/figures';
import { SHARE_NOTHING, type ShareOptions } from '../../../engine/reading/contract/share-options';
import type { Message } from '../../../engine/reading/contract/snapshot';
import type { DroppedPart, LinkTable } from '../../../sharing/link/state';
import { type UnpackedRows, unpackRows } from '../../../sharing/table/packed-rows';
import { isOrder, WORST_FIRST } from '../../../sharing/table/row-order';
import type { TableRows } from '../../../sharing/table/table-file';
import type { AppState } from '../../state/app-state';
import { showGroups } from '../../state/table/linked-groups';
import { tableOf } from '../../state/table/open-table';
import { tableStore } from '../../state/table/table-store';
import { tableView } from '../../state/table/table-view';
import type { TableOrigin, TraceTable } from '../../state/table/trace-table';

const CUT = 'Some chat programs cut long links: ask for the table as a .qlogscope file instead';

/** Shows the rows of a link in place of the table that is there. @returns what could not be followed. */
export function showLinkedTable(app: AppState, link: LinkTable): readonly DroppedPart[] {
  const read = unpackRows(link.rows ?? '');
  if (typeof read === 'string') return [{ part: 'its table, rows=…', why: `${read}. ${CUT}` }];
  const { groups, patterns, runs } = link;
  const ofRows = groups === null ? null : { ...groups, patterns, runs };
  const options = { ...SHARE_NOTHING, ...read.options };
  const lost = showRows(app, link, { rows: read.rows, leftOut: 0, groups: ofRows, origin: null, options });
  app.feature(tableStore).get()?.notice.set(partWords(read));
  return lost;
}

interface RowsToShow extends TableRows {
  readonly origin: TableOrigin | null;
  /** By which they were shared. */
  readonly options: ShareOptions;
}

/** Shows rows in place of the table that is there, as a link has it. @returns what could not be followed. */
export function showRows(
  app: AppState,
  link: LinkTable,
  { rows, leftOut, groups, origin, options }: RowsToShow,
): readonly DroppedPart[] {
  const store = app.feature(tableStore);
  store.get()?.close();
  store.set(null);
  const table = tableOf(app);
  table.addRecords(rows, leftOut, origin);
  app.feature(tableView).setOptions(options);
  app.files.showNone();
  const lost = takeUp(app, table, link);
  return groups === null ? lost : [...lost, ...showGroups(app, table, rows, groups)];
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
