// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot be placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
/** The rows of a fleet: a grid of which only the visible rows are in the document, fetched from the worker in blocks. */
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { ShownColumn } from '../../../sharing/fleet-rows/column';
import type { FleetOrder, ShownRow } from '../../../sharing/fleet-rows/contract';
import { isDescending } from '../../../sharing/fleet-rows/order';
import { verdictOf } from '../../../sharing/fleet-rows/said';
import { SHOWN_COLUMNS } from '../../../sharing/fleet-rows/shown-columns';
import { columnWidths } from '../../controls/column-widths';
import { ROW_ICONS } from '../../controls/columns';
import { OriginBadges } from '../../controls/origin-badges';
import { isOfControl, RowGrid, SortHeading, scrollsSideways } from '../../controls/row-grid';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import type { OpenFleet } from '../../state/fleet/fleet';
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
};
const FILE = {
  id: 'file',
  title: 'File',
  about: 'Path below the folder that was read',
};

export function FleetGrid({ fleet, grid }: FleetGridProps): ReactNode {
  const app = useApp();
  const { answer, current, reveal, query } = useStore(fleet.state);
  const rows = answer?.shown ?? 0;
  return (
    <RowGrid
      kind="fleet"
      testId="fleet-rows"
      label="Traces of the fleet"
      grid={grid}
      rows={rows}
      columns={HEADINGS.length}
      widths={WIDTHS}
      headPx={HEAD_PX}
      moved={fleet}
      active={current}
      rowId={rowId}
      reveal={{ asked: reveal, row: () => current }}
      onKey={(event) => runKey(app, fleet, event)}
      head={HEADINGS.map((column, i) => (
        <SortHeading
          key={column.id}
          kind="fleet"
          id={column.id}
          title={column.title}
          about={column.about}
          isNumber={column.isNumber === true}
          sort={column.id}
          index={i + 1}
          sorted={sortedAs(query.order, column.id)}
          onSort={() => fleet.sortBy(column.id)}
        />
      ))}
      row={(index) => <Row key={index} fleet={fleet} index={index} isCurrent={index === current} />}
    />
  );
}

const HEADINGS: readonly Pick<ShownColumn, 'id' | 'title' | 'about' | 'isNumber'>[] = [
  VERDICT,
  FILE,
  ...SHOWN_COLUMNS,
];
const WIDTHS = columnWidths(SHOWN_COLUMNS);

function sortedAs(order: FleetOrder, sort: string): 'ascending' | 'descending' | undefined {
  if (order.key !== sort) return undefined;
  return isDescending(order) ? 'descending' : 'ascending';
}

const rowId = (index: number): string => `fleet-row-${index}`;

/** See `RowGrid`. */
function runKey(app: AppState, fleet: OpenFleet, event: KeyboardEvent<HTMLDivElement>): boolean | 'move' {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (altKey || ctrlKey || metaKey || isOfControl(event)) return false;
  if (key !== 'Enter') return scrollsSideways(event) || 'move';
  const { current } = fleet.state.get();
  const row = current === null ? null : fleet.rowAt(current);
  if (row !== null) void openFleetRow(app, fleet, row);
  return row !== null;
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
      {SHOWN_COLUMNS.map(({ id, isNumber }, i) => (
        <span
          key={id}
          role="gridcell"
          aria-colindex={i + 3}
          className={`fleet-${id}${isNumber === true ? ' table-number' : ''}`}
          title={row.cells[id]}
        >
          {row.cells[id]}
        </span>
      ))}
    </>
  );
}
