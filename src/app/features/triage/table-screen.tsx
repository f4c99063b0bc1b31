/** The table of traces on the screen: how many are ill, progress, filter, actions on the selected rows, and the rows. */
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { count, plural } from '../../../engine/base/text/figures';
import { distinctRuns } from '../../../engine/service/compare/counting';
import type { TraceRow } from '../../../sharing/figures/rows';
import { DEFECT_RULE, ruleIdOf, runIdOf, severityOf } from '../../../sharing/table/row-words';
import { Button } from '../../controls/button';
import { ROW_ICONS } from '../../controls/columns';
import { MessageLine } from '../../controls/messages';
import { compareSelected } from '../../controls/row-actions';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import { groupsShown } from '../../state/table/groups-shown';
import { commonFolder, shortNames } from '../../state/table/short-names';
import { tableStore } from '../../state/table/table-store';
import { isRead, type TableView, tableView } from '../../state/table/table-view';
import type { TraceTable } from '../../state/table/trace-table';
import { pressesKey, takesKey } from '../../workbench/keys';
import type { KeyBinding } from '../../workbench/slots';
import { GroupsPart } from './groups/groups-part';
import { TableGrid } from './table-grid';
import { TableTools } from './table-tools';
import './triage.css';

export function TableScreen(): ReactNode {
  const app = useApp();
  const table = useStore(app.feature(tableStore));
  const groups = useStore(app.feature(groupsShown));
  if (table === null) return null;
  return groups === null ? <Table table={table} /> : <GroupsPart />;
}

/** As for notes. */
const UNDO_KEYS: readonly KeyBinding[] = [{ code: 'KeyU' }, { code: 'KeyZ', letter: 'z', ctrl: true }];

/** As in a trace. */
const COMPARE_KEY: KeyBinding = { code: 'KeyV' };

/** Keys that act on the table wherever the focus is. */
function useTableKeys(app: AppState, view: TableView, field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (app.dialog.get() !== null || takesKey(event)) return;
      if (event.key === '/' && !event.ctrlKey && !event.metaKey) field.current?.focus();
      else if (pressesKey(COMPARE_KEY, event)) compareSelected(app, view);
      else if (UNDO_KEYS.some((binding) => pressesKey(binding, event))) view.putBack();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [app, view, field]);
}

function Table({ table }: { readonly table: TraceTable }): ReactNode {
  const app = useApp();
  const view = app.feature(tableView);
  const rows = useStore(table.rows);
  const notice = useStore(table.notice);
  const field = useRef<HTMLInputElement | null>(null);
  const grid = useRef<HTMLDivElement | null>(null);
  const toRows = (): void => grid.current?.focus({ preventScroll: true });
  useTableKeys(app, view, field);
  const [folder, names] = useMemo(() => {
    const all = rows.map(({ name }) => name);
    return [commonFolder(all), shortNames(all)] as const;
  }, [rows]);
  useEffect(() => {
    // Unless the user is somewhere else already.
    if (document.activeElement === document.body || document.activeElement?.tagName === 'MAIN')
      grid.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="trace-table">
      {notice !== null && <MessageLine message={notice} />}
      <Summary table={table} view={view} folder={folder} toRows={toRows} />
      <TableTools view={view} field={field} onLeave={toRows} />
      <TableGrid grid={grid} rows={rows} names={names} />
      <Foot table={table} view={view} toRows={toRows} />
    </div>
  );
}

type FootProps = Pick<SummaryProps, 'table' | 'view' | 'toRows'>;

/** How many rows are shown, and the ways back to those that are not. */
function Foot({ table, view, toRows }: FootProps): ReactNode {
  const rows = useStore(table.rows);
  const removed = useStore(table.removed).at(-1);
  const { shown, filter } = useStore(view.state);
  const shownWords =
    shown.length === rows.length
      ? ''
      : shown.length === 0
        ? `No row of ${count(rows.length)} matches the filter.`
        : `${count(shown.length)} of ${plural(rows.length, 'row')} match the filter.`;
  const way = (id: string, words: string, run: () => void): ReactNode => (
    <Button
      className="link"
      data-testid={id}
      onClick={() => {
        run();
        toRows();
      }}
    >
      {words}
    </Button>
  );
  return (
    <p className="fine" data-testid="table-shown" data-rows={shown.length}>
      <span role="status" data-testid="table-removed" data-rows={removed?.rows ?? 0}>
        {removed !== undefined && <strong>{plural(removed.rows, 'row')} removed.</strong>}
      </span>{' '}
      {removed !== undefined && way('undo-remove', 'Undo (U)', () => view.putBack())} {shownWords}{' '}
      {filter !== '' && way('clear-filter', 'Show all rows', () => view.setFilter(''))} Arrow keys move, Space
      selects, Enter opens, / filters.
    </p>
  );
}

interface SummaryProps {
  readonly table: TraceTable;
  readonly view: TableView;
  readonly folder: string;
  /** The rows get the focus. */
  readonly toRows: () => void;
}

interface Group {
  readonly id: string;
  /** After how many they are. */
  readonly words: (rows: number) => string;
  readonly icon: string;
  readonly filter: string;
  readonly holds: (row: TraceRow) => boolean;
}

const severityGroup = (id: ReturnType<typeof severityOf>, words: Group['words']): Group => ({
  id,
  words,
  icon: ROW_ICONS[id],
  filter: `severity = ${id}`,
  holds: (row) => severityOf(row) === id,
});

const GROUPS: readonly Group[] = [
  severityGroup('critical', () => 'critical'),
  severityGroup('warning', () => 'with a warning'),
  severityGroup('none', () => 'without an alarm'),
  severityGroup('unjudged', () => 'cannot be judged'),
  severityGroup('digest', (rows) => (rows === 1 ? 'digest' : 'digests')),
  severityGroup('failed', (rows) => (rows === 1 ? 'file not read' : 'files not read')),
  {
    id: 'defect',
    words: () => 'count idle time from the last send',
    icon: '◆',
    filter: `rule = ${DEFECT_RULE}`,
    holds: (row) => ruleIdOf(row) === DEFECT_RULE,
  },
];

/** How many are ill: each number is a filter. */
function Summary({ table, view, folder, toRows }: SummaryProps): ReactNode {
  const progress = useStore(table.progress);
  const rows = useStore(table.rows);
  const { filter } = useStore(view.state);
  const { runs: read, copies } = distinctRuns(rows.filter(isRead), ({ row }) => runIdOf(row));
  const traces = read.filter(({ row }) => row.failure === null).length;
  return (
    <div className="table-summary" data-testid="table-summary" data-traces={traces}>
      <h2>{plural(traces, 'trace')}</h2>
      {GROUPS.map(({ id, words, icon, filter: wanted, holds }) => {
        const held = read.filter(({ row }) => holds(row)).length;
        // The one that filters stays, so that it can be switched off.
        return held === 0 && filter !== wanted ? null : (
          <Button
            key={id}
            className="button quick"
            data-group={id}
            aria-pressed={filter === wanted}
            title={`Filter: ${wanted}`}
            onClick={() => view.setFilter(filter === wanted ? '' : wanted)}
          >
            <span className={`severity-${id}`} aria-hidden="true">
              {icon}
            </span>{' '}
            {count(held)} {words(held)}
          </Button>
        );
      })}
      {copies > 0 && (
        <span className="fine" data-testid="table-copies">
          {plural(copies, 'copy', 'copies')} of files that are listed: counted once
        </span>
      )}
      {folder !== '' && <span className="fine">in {folder}</span>}
      {progress.read < progress.total && (
        <span className="table-progress">
          <span data-testid="table-progress" data-read={progress.read} data-total={progress.total}>
            {count(progress.read)} of {count(progress.total)} files read
          </span>
          <progress aria-label="Files read" max={progress.total} value={progress.read} />
          <Button
            data-testid="table-cancel"
            onClick={() => {
              table.cancel();
              toRows();
            }}
          >
            Cancel
          </Button>
        </span>
      )}
    </div>
  );
}
