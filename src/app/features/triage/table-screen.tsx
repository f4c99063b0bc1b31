/** The table of traces on the screen: how many are ill, progress, filter, actions on the selected rows, and the rows. */
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { count, plural } from '../../../engine/text/figures';
import { worstOf } from '../../../sharing/table/row-words';
import { MessageLine } from '../../controls/messages';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { TraceTable } from '../../state/trace-table';
import { commonFolder } from './common-folder';
import { TableGrid } from './table-grid';
import { TableTools } from './table-tools';
import { isRead, type TableView, tableView } from './table-view';
import './triage.css';

export function TableScreen(): ReactNode {
  const app = useApp();
  const table = useStore(app.table);
  return table === null ? null : <Table table={table} />;
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

const GROUPS = [
  ['critical', 'critical', '●'],
  ['warning', 'with a warning', '▲'],
  ['none', 'without an alarm', '○'],
  ['failed', 'not read', '✕'],
] as const;

/** How many are ill: each number is a filter. */
function Summary({ table, view, folder }: SummaryProps): ReactNode {
  const { read, total } = useStore(table.progress);
  const rows = useStore(table.rows);
  const { filter } = useStore(view.state);
  const counts = { critical: 0, warning: 0, none: 0, failed: 0 };
  let all = 0;
  for (const { row } of rows.filter(isRead)) {
    all++;
    const severity = row.failure !== null ? 'failed' : (worstOf(row)?.severity ?? 'none');
    counts[severity === 'info' ? 'none' : severity]++;
  }
  return (
    <div className="table-summary" data-testid="table-summary" data-traces={all}>
      <h2>{plural(all, 'trace')}</h2>
      {GROUPS.filter(([id]) => counts[id] > 0).map(([id, words, icon]) => {
        const wanted = `severity = ${id}`;
        return (
          <button
            key={id}
            type="button"
            className="button quick"
            data-group={id}
            aria-pressed={filter === wanted}
            title={wanted}
            onClick={() => view.setFilter(filter === wanted ? '' : wanted)}
          >
            <span className={`severity-${id}`} aria-hidden="true">
              {icon}
            </span>{' '}
            {count(counts[id])} {words}
          </button>
        );
      })}
      {folder !== '' && <span className="fine">in {folder}</span>}
      {read < total && (
        <span className="table-progress">
          <span data-testid="table-progress" data-read={read} data-total={total}>
            {count(read)} of {count(total)} files read
          </span>
          <progress aria-label="Files read" max={total} value={read} />
          <button type="button" className="button" data-testid="table-cancel" onClick={() => table.cancel()}>
            Cancel
          </button>
        </span>
      )}
    </div>
  );
}
