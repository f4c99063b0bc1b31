// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot be placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
/**
 * The rows of the table: a grid of which only the visible rows are in the document. Keys move the current row, select and
 * open it; headings sort.
 */
import { type KeyboardEvent, memo, type ReactNode, type RefObject, useMemo } from 'react';
import { count } from '../../../engine/base/text/figures';
import { rowMarks, severityOf, withoutEnding } from '../../../sharing/table/row-words';
import { figureWidths, ROW_ICONS, TABLE_COLUMNS, type TableColumn } from '../../controls/columns';
import { OriginBadges } from '../../controls/origin-badges';
import { openRow } from '../../controls/row-actions';
import { moveByKey } from '../../controls/row-keys';
import { ROW_PX, spanAt, wholeRows } from '../../controls/row-scroll';
import { useApp } from '../../controls/use-app';
import { useRowScroll } from '../../controls/use-row-scroll';
import { useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import { sortOf, type TableView, tableView } from '../../state/table/table-view';
import type { TableRow } from '../../state/table/trace-table';

/** Height of the headings. */
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
  const askedRow = (): number | null => (view.currentIndex < 0 ? null : view.currentIndex);
  const [scroll, topPx] = useRowScroll(
    { rows: shown.length, headPx: HEAD_PX, asked: reveal, askedRow },
    grid,
  );
  const { first, count: rows } = spanAt(topPx, scroll);
  const widths = useMemo(() => figureWidths(all.map(({ row }) => row)), [all]);
  const isAll = shown.length > 0 && shown.every(({ key }) => selected.has(key));
  return (
    <div
      ref={grid}
      className="table-grid"
      style={widths}
      data-testid="trace-table"
      role="grid"
      tabIndex={0}
      aria-label="Traces"
      aria-multiselectable="true"
      aria-rowcount={shown.length + 1}
      aria-colcount={TABLE_COLUMNS.length + 2}
      aria-activedescendant={current !== null && isInView(view, first, rows) ? rowId(current) : undefined}
      onKeyDown={(event) => {
        if (!runKey(app, view, event, wholeRows(scroll.viewPx))) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div className="table-row table-head" role="row" aria-rowindex={1}>
        <span role="columnheader" aria-colindex={1} className="table-check">
          <input
            type="checkbox"
            aria-label="Select all that are shown"
            checked={isAll}
            onChange={({ target }) => view.selectShown(target.checked)}
          />
        </span>
        <Heading
          view={view}
          index={2}
          id="name"
          title="Name"
          about="File, and connection in it"
          sort="name"
          isNumber={false}
          order={order}
        />
        {TABLE_COLUMNS.map((column, i) => (
          <Heading key={column.id} view={view} index={i + 3} order={order} {...column} />
        ))}
      </div>
      {shown.length > 0 && (
        <div className="table-height" role="rowgroup" style={{ height: shown.length * ROW_PX }}>
          <div role="presentation" style={{ transform: `translateY(${first * ROW_PX}px)` }}>
            {shown.slice(first, first + rows).map((row, i) => (
              <Row
                key={row.key}
                row={row}
                index={first + i}
                shownName={names.get(row.name) ?? row.name}
                isSelected={selected.has(row.key)}
                isCurrent={row.key === current}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

const rowId = (key: string): string => `table-row-${key}`;

function isInView(view: TableView, first: number, rows: number): boolean {
  const at = view.currentIndex;
  return at >= first && at < first + rows;
}

/** @returns true when the key did something. */
function runKey(app: AppState, view: TableView, event: KeyboardEvent<HTMLDivElement>, page: number): boolean {
  const { key, ctrlKey, metaKey, altKey, target, currentTarget } = event;
  if (altKey) return false;
  const { shown, selected, current } = view.state.get();
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') {
    view.selectShown(selected.size < shown.length);
    return true;
  }
  // A heading, or a check box, has keys of its own.
  if (ctrlKey || metaKey || (target !== currentTarget && (key === ' ' || key === 'Enter'))) return false;
  if (moveByKey(view, key, page, shown.length)) return true;
  const row = shown.find((one) => one.key === current);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft':
      currentTarget.scrollLeft += key === 'ArrowRight' ? 80 : -80;
      return true;
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
      return false;
  }
}

interface HeadingProps extends Pick<TableColumn, 'id' | 'title' | 'about' | 'sort' | 'isNumber'> {
  readonly view: TableView;
  readonly index: number;
  readonly order: Parameters<typeof sortOf>[1];
}

function Heading({ view, index, id, title, about, sort, isNumber, order }: HeadingProps): ReactNode {
  const sorted = sort === null ? undefined : sortOf(sort, order);
  return (
    <span
      role="columnheader"
      aria-colindex={index}
      aria-sort={sorted}
      className={`table-${id}${isNumber ? ' table-number' : ''}`}
      title={about}
    >
      {sort === null ? (
        title
      ) : (
        <button type="button" data-sort={sort} onClick={() => view.sortBy(sort)}>
          {title}
          {sorted !== undefined && <span aria-hidden="true">{sorted === 'ascending' ? ' ▲' : ' ▼'}</span>}
        </button>
      )}
    </span>
  );
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
const KEPT_END = 10;
const LONG = 26;

function Name({ name: whole }: { readonly name: string }): ReactNode {
  const name = withoutEnding(whole);
  const cut = name.length > LONG ? name.length - KEPT_END : name.length;
  return (
    <>
      <span className="table-name-start">{name.slice(0, cut)}</span>
      {cut < name.length && <span className="table-name-end">{name.slice(cut)}</span>}
    </>
  );
}
