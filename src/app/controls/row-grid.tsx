// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot be placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
/**
 * A grid of rows of which only the visible ones are in the document, however many there are. It has the focus, takes the keys and names its
 * active row. What a row shows, and what keys do beyond scrolling, its caller says.
 */

import { type CSSProperties, type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { Button } from './button';
import { type MovedRows, moveByKey } from './row-keys';
import { heightPx, ROW_PX, scrollTopOf, spanAt, wholeRows } from './row-scroll';
import { useRowScroll } from './use-row-scroll';

interface RowGridProps {
  /** What its classes begin with: `table-grid`, `table-row`. */
  readonly kind: string;
  readonly testId: string;
  readonly label: string;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly rows: number;
  readonly headPx: number;
  readonly head: ReactNode;
  readonly row: (index: number) => ReactNode;
  /** Of the element of a row. */
  readonly rowId: (index: number) => string;
  readonly moved: MovedRows;
  /** Index of the active row; null for none. */
  readonly active: number | null;
  /** A new value of `asked` scrolls to the row. */
  readonly reveal: { readonly asked: unknown; readonly row: () => number | null };
  /** @returns whether the key did something; `move` for one that may move the active row. */
  readonly onKey: (event: KeyboardEvent<HTMLDivElement>) => boolean | 'move';
  /** Called with the rows that are in the document. */
  readonly onSpan?: (first: number, count: number) => void;
  readonly columns?: number;
  readonly isBusy?: boolean;
  readonly isMultiselectable?: true;
  /** What `columnWidths` gives; left out where the stylesheet has them. */
  readonly widths?: string;
  readonly onClick?: (target: Element) => void;
}

export function RowGrid({
  kind,
  testId,
  label,
  grid,
  rows,
  headPx,
  head,
  row,
  rowId,
  moved,
  active,
  reveal,
  onKey,
  onSpan,
  columns,
  isBusy,
  isMultiselectable,
  widths,
  onClick,
}: RowGridProps): ReactNode {
  const [scroll, topPx] = useRowScroll({ rows, headPx, asked: reveal.asked, askedRow: reveal.row }, grid);
  const { first, count } = spanAt(topPx, scroll);
  useEffect(() => onSpan?.(first, count), [onSpan, first, count]);
  const shown = Array.from({ length: count }, (_, i) => first + i);
  const offsetPx = scrollTopOf(topPx, scroll) - topPx + first * ROW_PX;
  return (
    <div
      ref={grid}
      className={`${kind}-grid`}
      style={widths === undefined ? undefined : ({ '--column-widths': widths } as CSSProperties)}
      data-testid={testId}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={isMultiselectable}
      aria-rowcount={rows + 1}
      aria-colcount={columns}
      aria-busy={isBusy}
      aria-activedescendant={active !== null && shown.includes(active) ? rowId(active) : undefined}
      onKeyDown={(event) => {
        const did = onKey(event);
        if (did === 'move' ? !moveByKey(moved, event.key, wholeRows(scroll.viewPx), rows) : !did) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onClick={({ target }) => onClick?.(target as Element)}
    >
      <div className={`${kind}-row ${kind}-head`} role="row" aria-rowindex={1}>
        {head}
      </div>
      {rows > 0 && (
        <div className={`${kind}-height`} role="rowgroup" style={{ height: heightPx(rows) }}>
          <div
            className={`${kind}-window`}
            role="presentation"
            style={{ transform: `translateY(${offsetPx}px)` }}
          >
            {shown.map(row)}
          </div>
        </div>
      )}
    </div>
  );
}

interface SortHeadingProps {
  readonly kind: string;
  readonly index: number;
  readonly id: string;
  readonly title: string;
  /** What the heading does not say. */
  readonly about: string;
  readonly isNumber: boolean;
  /** Null for a column that is no order. */
  readonly sort: string | null;
  /** How rows are sorted by it; undefined where they are not. */
  readonly sorted: 'ascending' | 'descending' | undefined;
  readonly onSort: (sort: string) => void;
}

export function SortHeading({
  kind,
  index,
  id,
  title,
  about,
  isNumber,
  sort,
  sorted,
  onSort,
}: SortHeadingProps): ReactNode {
  return (
    <span
      role="columnheader"
      aria-colindex={index}
      aria-sort={sorted}
      className={`${kind}-${id}${isNumber ? ' table-number' : ''}`}
      title={about}
    >
      {sort === null ? (
        title
      ) : (
        <Button className={null} data-sort={sort} onClick={() => onSort(sort)}>
          {title}
          {sorted !== undefined && <span aria-hidden="true">{sorted === 'ascending' ? ' ▲' : ' ▼'}</span>}
        </Button>
      )}
    </span>
  );
}

/** A key scrolls the grid sideways. @returns whether it did. */
export function scrollsSideways({ key, currentTarget }: KeyboardEvent<HTMLDivElement>): boolean {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return false;
  currentTarget.scrollLeft += key === 'ArrowRight' ? 80 : -80;
  return true;
}

/** The key is of a control in the grid: a heading, a check box. */
export function isOfControl({ key, target, currentTarget }: KeyboardEvent<HTMLDivElement>): boolean {
  return target !== currentTarget && (key === ' ' || key === 'Enter');
}
