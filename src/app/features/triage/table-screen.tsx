/** The table of traces on the screen: how many are ill, progress, filter, actions on the selected rows, and the rows. */
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { count, plural } from '../../../engine/text/figures';
import type { TraceRow } from '../../../sharing/table/row';
import { DEFECT_RULE, ruleIdOf, severityOf } from '../../../sharing/table/row-words';
import { MessageLine } from '../../controls/messages';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { TraceTable } from '../../state/trace-table';
import { GroupsPart } from '../groups/groups-part';
import { groupsShown } from '../groups/groups-shown';
import { commonFolder } from './common-folder';
import { TableGrid } from './table-grid';
import { TableTools } from './table-tools';
import { isRead, type TableView, tableView } from './table-view';
import './triage.css';

export function TableScreen(): ReactNode {
  const app = useApp();
  const table = useStore(app.table);
  const groups = useStore(app.feature(groupsShown));
  if (table === null) return null;
  return groups === null ? <Table table={table} /> : <GroupsPart />;
}

function Table({ table }: { readonly table: TraceTable }): ReactNode {
  const view = useApp().feature(tableView);
  const rows = useStore(table.rows);
  const notice = useStore(table.notice);
  const { shown, filter } = useStore(view.state);
  const field = useRef<HTMLInputElement | null>(null);
  const grid = useRef<HTMLDivElement | null>(null);
  const folder = useMemo(() => commonFolder(rows.map(({ name }) => name)), [rows]);
  useEffect(() => {
    // Unless the user is somewhere else already.
    if (document.activeElement === document.body || document.activeElement?.tagName === 'MAIN')
      grid.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="trace-table">
      {notice !== null && <MessageLine message={notice} />}
      <Summary table={table} view={view} folder={folder} />
      <TableTools view={view} field={field} onLeave={() => grid.current?.focus({ preventScroll: true })} />
      <TableGrid grid={grid} folder={folder} onFilter={() => field.current?.focus()} />
      <p className="fine" data-testid="table-shown" data-rows={shown.length}>
        {shown.length === rows.length
          ? `${plural(rows.length, 'row')}.`
          : shown.length === 0 && filter !== ''
            ? `No row of ${count(rows.length)} matches the filter.`
            : `${count(shown.length)} of ${plural(rows.length, 'row')} match the filter.`}{' '}
        Arrow keys move, Space selects, Enter opens, / filters.
      </p>
    </div>
  );
}

interface SummaryProps {
  readonly table: TraceTable;
  readonly view: TableView;
  readonly folder: string;
}

interface Group {
  readonly id: string;
  readonly words: string;
  readonly icon: string;
  /** Rows of the group. */
  readonly filter: string;
  readonly holds: (row: TraceRow) => boolean;
}

const severityGroup = (id: ReturnType<typeof severityOf>, words: string, icon: string): Group => ({
  ...{ id, words, icon, filter: `severity = ${id}`, holds: (row) => severityOf(row) === id },
});

const GROUPS: readonly Group[] = [
  severityGroup('critical', 'critical', '●'),
  severityGroup('warning', 'with a warning', '▲'),
  severityGroup('none', 'without an alarm', '○'),
  severityGroup('failed', 'not read', '✕'),
  {
    ...{ id: 'defect', words: 'count idle time from the last send', icon: '◆' },
    filter: `rule = ${DEFECT_RULE}`,
    holds: (row) => ruleIdOf(row) === DEFECT_RULE,
  },
];

/** How many are ill: each number is a filter. */
function Summary({ table, view, folder }: SummaryProps): ReactNode {
  const progress = useStore(table.progress);
  const rows = useStore(table.rows);
  const { filter } = useStore(view.state);
  const read = rows.filter(isRead);
  return (
    <div className="table-summary" data-testid="table-summary" data-traces={read.length}>
      <h2>{plural(read.length, 'trace')}</h2>
      {GROUPS.map(({ id, words, icon, filter: wanted, holds }) => {
        const held = read.filter(({ row }) => holds(row)).length;
        return held === 0 ? null : (
          <button
            key={id}
            type="button"
            className="button quick"
            data-group={id}
            aria-pressed={filter === wanted}
            title={`Filter: ${wanted}`}
            onClick={() => view.setFilter(filter === wanted ? '' : wanted)}
          >
            <span className={`severity-${id}`} aria-hidden="true">
              {icon}
            </span>{' '}
            {count(held)} {words}
          </button>
        );
      })}
      {folder !== '' && <span className="fine">in {folder}</span>}
      {progress.read < progress.total && (
        <span className="table-progress">
          <span data-testid="table-progress" data-read={progress.read} data-total={progress.total}>
            {count(progress.read)} of {count(progress.total)} files read
          </span>
          <progress aria-label="Files read" max={progress.total} value={progress.read} />
          <button type="button" className="button" data-testid="table-cancel" onClick={() => table.cancel()}>
            Cancel
          </button>
        </span>
      )}
    </div>
  );
}
