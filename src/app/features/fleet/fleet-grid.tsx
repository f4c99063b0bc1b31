// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot be placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
/** The rows of a fleet: a grid of which only the visible rows are in the document, fetched from the worker in blocks. */
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { ShownRow } from '../../../sharing/fleet-rows/contract';
import { isDescending } from '../../../sharing/fleet-rows/order';
import { ROW_ICONS } from '../../controls/columns';
import { OriginBadges } from '../../controls/origin-badges';
import { moveByKey } from '../../controls/row-keys';
import { heightPx, ROW_PX, scrollTopOf, spanAt, wholeRows } from '../../controls/row-scroll';
import { useApp } from '../../controls/use-app';
import { useRowScroll } from '../../controls/use-row-scroll';
import { useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import type { OpenFleet } from '../../state/fleet/fleet';
import { FLEET_TABLE_COLUMNS, type FleetTableColumn, verdictOf } from './fleet-words';
import { openFleetRow } from './row-opening';

/** Height of the headings. */
const HEAD_PX = 30;

interface FleetGridProps {
  readonly fleet: OpenFleet;
  readonly grid: RefObject<HTMLDivElement | null>;
}

const VERDICT = {
  id: 'worst',
  title: 'Verdict',
  about: 'The worst alarm and how long it lasts',
  sort: 'worst',
  isNumber: false,
} as const;
const FILE = {
  id: 'file',
  title: 'File',
  about: 'Path below the folder that was read',
  sort: 'file',
  isNumber: false,
} as const;

export function FleetGrid({ fleet, grid }: FleetGridProps): ReactNode {
  const app = useApp();
  const { answer, current, reveal, query } = useStore(fleet.state);
  const rows = answer?.shown ?? 0;
  const [scroll, topPx] = useRowScroll(
    { rows, headPx: HEAD_PX, asked: reveal, askedRow: () => current },
    grid,
  );
  const { first, count } = spanAt(topPx, scroll);
  const indexes = Array.from({ length: count }, (_, i) => first + i);
  const headings = [VERDICT, FILE, ...FLEET_TABLE_COLUMNS];
  const isCurrentShown = current !== null && current >= first && current < first + count;
  return (
    <div
      ref={grid}
      className="fleet-grid"
      data-testid="fleet-rows"
      role="grid"
      tabIndex={0}
      aria-label="Traces of the fleet"
      aria-rowcount={rows + 1}
      aria-colcount={headings.length}
      aria-activedescendant={isCurrentShown ? rowId(current) : undefined}
      onKeyDown={(event) => {
        if (!runKey(app, fleet, event, wholeRows(scroll.viewPx), rows)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div className="fleet-row fleet-head" role="row" aria-rowindex={1}>
        {headings.map((column, i) => (
          <Heading key={column.id} fleet={fleet} index={i + 1} order={query.order} {...column} />
        ))}
      </div>
      {rows > 0 && (
        <div className="fleet-height" role="rowgroup" style={{ height: heightPx(rows) }}>
          <div
            role="presentation"
            style={{ transform: `translateY(${scrollTopOf(topPx, scroll) - topPx + first * ROW_PX}px)` }}
          >
            {indexes.map((index) => (
              <Row key={index} fleet={fleet} index={index} isCurrent={index === current} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

const rowId = (index: number): string => `fleet-row-${index}`;

/** @returns true when the key did something. */
function runKey(
  app: AppState,
  fleet: OpenFleet,
  event: KeyboardEvent<HTMLDivElement>,
  page: number,
  rows: number,
): boolean {
  const { key, ctrlKey, metaKey, altKey, target, currentTarget } = event;
  if (altKey || ctrlKey || metaKey) return false;
  if (target !== currentTarget && (key === ' ' || key === 'Enter')) return false;
  if (moveByKey(fleet, key, page, rows)) return true;
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    currentTarget.scrollLeft += key === 'ArrowRight' ? 80 : -80;
    return true;
  }
  const { current } = fleet.state.get();
  const row = current === null ? null : fleet.rowAt(current);
  if (key !== 'Enter' || row === null) return false;
  void openFleetRow(app, fleet, row);
  return true;
}

interface HeadingProps extends Omit<FleetTableColumn, 'text'> {
  readonly fleet: OpenFleet;
  readonly index: number;
  readonly order: Parameters<typeof isDescending>[0];
}

function Heading({ fleet, index, id, title, about, sort, isNumber, order }: HeadingProps): ReactNode {
  const isSorted = order.key === sort;
  const isDown = isDescending(order);
  return (
    <span
      role="columnheader"
      aria-colindex={index}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
      className={`fleet-${id}${isNumber ? ' table-number' : ''}`}
      title={about}
    >
      <button type="button" data-sort={sort} onClick={() => fleet.sortBy(sort)}>
        {title}
        {isSorted && <span aria-hidden="true">{isDown ? ' ▼' : ' ▲'}</span>}
      </button>
    </span>
  );
}

interface RowProps {
  readonly fleet: OpenFleet;
  readonly index: number;
  readonly isCurrent: boolean;
}

function Row({ fleet, index, isCurrent }: RowProps): ReactNode {
  const app = useApp();
  useStore(fleet.state);
  const row = fleet.rowAt(index);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys
    <div
      id={rowId(index)}
      className={`fleet-row${isCurrent ? ' current' : ''}${index % 2 === 1 ? ' odd' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      data-testid="fleet-row"
      data-file={row?.file}
      data-severity={row?.severity}
      onClick={() => fleet.moveTo(index)}
      onDoubleClick={() => row !== null && void openFleetRow(app, fleet, row)}
    >
      {row === null ? (
        <span role="gridcell" aria-colindex={1} className="fine">
          …
        </span>
      ) : (
        <Cells app={app} fleet={fleet} row={row} />
      )}
    </div>
  );
}

function Cells({
  app,
  fleet,
  row,
}: {
  readonly app: AppState;
  readonly fleet: OpenFleet;
  readonly row: ShownRow;
}): ReactNode {
  const { severity, file, connection, findings, copyOf, failure } = row;
  const icon = ROW_ICONS[severity as keyof typeof ROW_ICONS] ?? '?';
  const isAlarm = severity === 'critical' || severity === 'warning';
  const verdict = verdictOf(row);
  return (
    <>
      <span role="gridcell" aria-colindex={1} className="fleet-worst" title={failure ?? verdict}>
        <span className={`table-icon severity-${severity}`} aria-hidden="true">
          {icon}
        </span>{' '}
        {isAlarm && <span className="visually-hidden">{severity}: </span>}
        {failure ?? verdict}
        {findings > 1 && <span className="fine"> +{findings - 1}</span>}
      </span>
      <span role="gridcell" aria-colindex={2} className="fleet-file" title={file}>
        <OriginBadges marks={row.marks.filter((mark) => mark !== 'file-time')} />
        <button type="button" tabIndex={-1} onClick={() => void openFleetRow(app, fleet, row)}>
          {file}
        </button>
        {connection !== null && connection > 0 && <span className="fine"> #{connection + 1}</span>}
        {copyOf !== null && <span className="fine"> copy of {copyOf}</span>}
      </span>
      {FLEET_TABLE_COLUMNS.map(({ id, text, isNumber }, i) => (
        <span
          key={id}
          role="gridcell"
          aria-colindex={i + 3}
          className={`fleet-${id}${isNumber ? ' table-number' : ''}`}
          title={text(row)}
        >
          {text(row)}
        </span>
      ))}
    </>
  );
}
