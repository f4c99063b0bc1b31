// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot be placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
/**
 * The rows of the table: a grid of which only the visible rows are in the document. Keys move the current row, select and
 * open it; headings sort.
 */
import { type KeyboardEvent, memo, type ReactNode, type RefObject, useMemo } from 'react';
import { count } from '../../../engine/base/text/figures';
import { rowMarks, severityOf, withoutEnding } from '../../../sharing/table/row-words';
import { ROW_ICONS, TABLE_COLUMNS, tableWidths } from '../../controls/columns';
import { OriginBadges } from '../../controls/origin-badges';
import { openRow } from '../../controls/row-actions';
import { isOfControl, RowGrid, SortHeading, scrollsSideways } from '../../controls/row-grid';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import { sortOf, type TableView, tableView } from '../../state/table/table-view';
import type { TableRow } from '../../state/table/trace-table';

const HEAD_PX = 30;

interface TableGridProps {
  readonly grid: RefObject<HTMLDivElement | null>;
  /** All of the table, shown or not. */
  readonly rows: readonly TableRow[];
  /** By name what is shown of it. */
  readonly names: ReadonlyMap<string, string>;
}

export function TableGrid({ grid, rows: all, names }: TableGridProps): ReactNode {
  const app = useApp();
  const view = app.feature(tableView);
  const { shown, selected, current, order, reveal } = useStore(view.state);
  const widths = useMemo(() => tableWidths(all.map(({ row }) => row)), [all]);
  const isAll = shown.length > 0 && shown.every(({ key }) => selected.has(key));
  const active = view.currentIndex < 0 ? null : view.currentIndex;
  return (
    <RowGrid
      kind="table"
      testId="trace-table"
      label="Traces"
      grid={grid}
      widths={widths}
      rows={shown.length}
      columns={TABLE_COLUMNS.length + 2}
      isMultiselectable
      headPx={HEAD_PX}
      moved={view}
      active={active}
      rowId={(index) => rowId(shown[index]?.key ?? '')}
      reveal={{ asked: reveal, row: () => active }}
      onKey={(event) => runKey(app, view, event)}
      head={
        <>
          <span role="columnheader" aria-colindex={1} className="table-check">
            <input
              type="checkbox"
              aria-label="Select all that are shown"
              checked={isAll}
              onChange={({ target }) => view.selectShown(target.checked)}
            />
          </span>
          {HEADINGS.map((column, i) => (
            <SortHeading
              key={column.id}
              kind="table"
              {...column}
              index={i + 2}
              sorted={column.sort === null ? undefined : sortOf(column.sort, order)}
              onSort={(sort) => view.sortBy(sort)}
            />
          ))}
        </>
      }
      row={(index) => {
        const row = shown[index];
        if (row === undefined) return null;
        return (
          <Row
            key={row.key}
            row={row}
            index={index}
            shownName={names.get(row.name) ?? row.name}
            isSelected={selected.has(row.key)}
            isCurrent={row.key === current}
          />
        );
      }}
    />
  );
}

const NAME = {
  id: 'name',
  title: 'Name',
  about: 'File, and connection in it',
  sort: 'name',
  isNumber: false,
};
const HEADINGS = [NAME, ...TABLE_COLUMNS];

const rowId = (key: string): string => `table-row-${key}`;

/** See `RowGrid`. */
function runKey(app: AppState, view: TableView, event: KeyboardEvent<HTMLDivElement>): boolean | 'move' {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (altKey) return false;
  const { shown, selected, current } = view.state.get();
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') {
    view.selectShown(selected.size < shown.length);
    return true;
  }
  // A heading, or a check box, has keys of its own.
  if (ctrlKey || metaKey || isOfControl(event)) return false;
  if (scrollsSideways(event)) return true;
  const row = shown.find((one) => one.key === current);
  switch (key) {
    case ' ':
      if (row !== undefined) view.toggle(row.key);
      return row !== undefined;
    case 'Enter':
      if (row !== undefined) openRow(app, row);
      return row !== undefined;
    case 'Delete':
      if (view.picked.length > 0) view.removePicked();
      else if (row !== undefined) view.remove(new Set([row.key]));
      return true;
    case 'Escape':
      if (selected.size > 0) view.selectShown(false);
      return selected.size > 0;
    default:
      return 'move';
  }
}

interface RowProps {
  readonly row: TableRow;
  readonly index: number;
  readonly shownName: string;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
}

const Row = memo(function Row({
  row: tableRow,
  index,
  shownName,
  isSelected,
  isCurrent,
}: RowProps): ReactNode {
  const app = useApp();
  const view = app.feature(tableView);
  const { key, name, row, source } = tableRow;
  const which = row !== null && row.connections > 1 && row.connection !== null;
  const problem = row?.failure ?? row?.ended ?? null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys
    <div
      id={rowId(key)}
      className={`table-row${isCurrent ? ' current' : ''}${row === null ? ' waiting' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-testid="table-row"
      data-name={name}
      data-key={key}
      data-state={
        row === null
          ? 'waiting'
          : row.failure !== null
            ? severityOf(row)
            : source === null
              ? 'record'
              : 'read'
      }
      onClick={() => view.moveTo(index)}
      onDoubleClick={() => openRow(app, tableRow)}
    >
      <span role="gridcell" aria-colindex={1} className="table-check">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={({ target }) => view.select(key, target.checked)}
        />
      </span>
      <span role="gridcell" aria-colindex={2} className="table-name" title={name}>
        {row !== null && <OriginBadges marks={rowMarks(row)} />}
        <button type="button" tabIndex={-1} onClick={() => openRow(app, tableRow)}>
          <Name name={shownName} />
          {which && <span className="fine"> #{count((row?.connection ?? 0) + 1)}</span>}
        </button>
        {row?.ended != null && <span title={row.ended.text}> ⚠</span>}
        {source === null && <span className="fine"> open file…</span>}
      </span>
      {row === null && (
        <span role="gridcell" aria-colindex={3} className="table-waiting">
          Waits to be read
        </span>
      )}
      {row?.failure != null && (
        <span
          role="gridcell"
          aria-colindex={3}
          className={`table-failure severity-${severityOf(row)}`}
          title={problem?.text}
        >
          <span aria-hidden="true">{ROW_ICONS[severityOf(row)]}</span> {row.failure.text}
        </span>
      )}
      {row !== null &&
        row.failure === null &&
        TABLE_COLUMNS.map(({ id, text, draw, isNumber }, i) => (
          <span
            key={id}
            role="gridcell"
            aria-colindex={i + 3}
            className={`table-${id}${isNumber ? ' table-number' : ''}`}
            title={text(row) || undefined}
          >
            {draw?.(row) ?? text(row)}
          </span>
        ))}
    </div>
  );
});

/** Names often differ at their end: it stays, and the middle is cut. */
const END_LENGTH = 10;
const LONG = 26;

function Name({ name: whole }: { readonly name: string }): ReactNode {
  const name = withoutEnding(whole);
  const cut = name.length > LONG ? name.length - END_LENGTH : name.length;
  return (
    <>
      <span className="table-name-start">{name.slice(0, cut)}</span>
      {cut < name.length && <span className="table-name-end">{name.slice(cut)}</span>}
    </>
  );
}
