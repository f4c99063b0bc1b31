// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot be placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
/**
 * The rows of the event list: a grid of which only the visible rows are in the document, however long the list is. Keys
 * and clicks make a row the current one; the model pins the cursor there. Scrolling is in `controls/use-row-scroll.ts`.
 */

import { type KeyboardEvent, type ReactNode, type RefObject, useCallback } from 'react';
import { bytes, count, instant } from '../../../engine/base/text/figures';
import type { EventRow } from '../../../engine/reading/contract/events';
import { Button } from '../../controls/button';
import { RowGrid } from '../../controls/row-grid';
import { ROW_PX } from '../../controls/row-scroll';
import { useStore } from '../../controls/use-store';
import type { EventList } from '../../state/events/event-list';
import { eventList } from '../../state/events/trace-events';
import type { OpenTrace } from '../../state/traces/open-trace';

const COLUMNS = ['Time', 'Event', 'Packet', 'Size', 'Details', 'Raw'] as const;
/** Columns whose text may be cut: a tooltip shows all of it. */
const CUT: readonly string[] = ['Event', 'Details'];

interface EventRowsProps {
  readonly trace: OpenTrace;
  readonly grid: RefObject<HTMLDivElement | null>;
}

export function EventRows({ trace, grid }: EventRowsProps): ReactNode {
  const events = trace.feature(eventList);
  const { matches, current, done, reveal } = useStore(events.state);
  const see = useCallback((first: number, rows: number) => events.see({ first, count: rows }), [events]);
  return (
    <RowGrid
      kind="event"
      testId="event-grid"
      label="Events"
      grid={grid}
      rows={matches}
      isBusy={!done}
      headPx={ROW_PX}
      moved={events}
      active={current}
      rowId={rowId}
      reveal={{ asked: reveal, row: () => reveal?.index ?? null }}
      onSpan={see}
      onKey={(event) => runKey(events, event)}
      onClick={(target) => {
        const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN);
        if (Number.isNaN(index)) return;
        events.moveTo(index);
        if (target.closest('button') !== null) events.openRecord(index);
      }}
      head={COLUMNS.map((title) => (
        <span key={title} role="columnheader">
          {title}
        </span>
      ))}
      row={(index) => <Row key={index} index={index} row={events.row(index)} current={index === current} />}
    />
  );
}

function rowId(index: number): string {
  return `event-${index}`;
}

/** See `RowGrid`. */
function runKey(events: EventList, event: KeyboardEvent<HTMLDivElement>): boolean | 'move' {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey || metaKey || altKey || shiftKey) return false;
  const { current, record } = events.state.get();
  if (key === 'Enter' && current !== null) events.openRecord(current);
  else if (key === 'Escape' && record !== null) events.closeRecord();
  else return 'move';
  return true;
}

interface RowProps {
  readonly index: number;
  /** Undefined while it is loading. */
  readonly row: EventRow | undefined;
  readonly current: boolean;
}

function Row({ index, row, current }: RowProps): ReactNode {
  const cells =
    row === undefined
      ? ['…', `event ${count(index + 1)} is loading`, '', '', '', '']
      : [
          instant(row.timeUs, 0),
          row.name,
          packetOf(row),
          row.sizeBytes > 0 ? bytes(row.sizeBytes) : '',
          row.detail ?? '',
        ];
  return (
    <div
      id={rowId(index)}
      className={`event-row${current ? ' current' : ''}${row === undefined ? ' loading-row' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      data-testid="event-row"
      data-index={index}
      data-row={row?.row}
      data-time-us={row?.timeUs}
    >
      {cells.map((text, column) => (
        <span
          key={COLUMNS[column]}
          role="gridcell"
          title={CUT.includes(COLUMNS[column] ?? '') ? text : undefined}
        >
          {text}
        </span>
      ))}
      {row !== undefined && (
        <span role="gridcell">
          <Button className={null} tabIndex={-1} aria-label={`Record of event ${count(row.row + 1)}`}>
            raw
          </Button>
        </span>
      )}
    </div>
  );
}

/** `1RTT #42`: the number as a filter takes it. */
function packetOf({ space, packetNumber }: EventRow): string {
  return [space, packetNumber === null ? null : `#${packetNumber}`].filter((part) => part !== null).join(' ');
}
