/** The list of events in the drawer, and the opened record beside it. The model is `EventList`; above it stand its tools. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from '../../controls/use-store';
import { eventList } from '../../state/events/trace-events';
import type { TraceProps } from '../../workbench/slots';
import { nothingFound } from './event-filter';
import { EventRecord } from './event-record';
import { EventRows } from './event-rows';

export function EventsPanes({ trace, snapshot }: TraceProps): ReactNode {
  const events = trace.feature(eventList);
  const state = useStore(events.state);
  const { record, readError } = state;
  const grid = useRef<HTMLDivElement | null>(null);
  const closed = useRef(false);
  useEffect(() => {
    events.setOpen(true);
    return () => events.setOpen(false);
  }, [events]);
  // On a narrow screen the list is rendered again only after the record is closed.
  useEffect(() => {
    if (record === null && closed.current) grid.current?.focus({ preventScroll: true });
    closed.current = false;
  }, [record]);
  const hint = nothingFound(state, snapshot.summary);
  return (
    <div className={record === null ? 'events-panes' : 'events-panes with-record'}>
      {readError !== null && <p className="filter-error">{readError}</p>}
      {hint !== null && (
        <p role="status" data-testid="events-nothing">
          {hint}
        </p>
      )}
      <EventRows trace={trace} grid={grid} />
      {record !== null && (
        <EventRecord
          trace={trace}
          record={record}
          onClose={() => {
            closed.current = true;
            events.closeRecord();
          }}
        />
      )}
    </div>
  );
}
