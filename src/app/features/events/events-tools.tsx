/** In the line of the drawer's tabs: filter, scope and counts of the event list, and the records that decide what is chosen. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { count, plural } from '../../../engine/base/text/figures';
import { useApp } from '../../controls/use-app';
import { useSelected, useStore } from '../../controls/use-store';
import type { EventListState, EventScope } from '../../state/events/event-list';
import { eventList } from '../../state/events/trace-events';
import { filterFocus } from '../../state/open-drawer';
import type { OpenTrace } from '../../state/traces/open-trace';
import { DecidingRecords } from './deciding-records';
import { EventFilter } from './event-filter';

/** Counts are announced to screen readers when they have not changed for this long. */
const SETTLED_MS = 700;
const SEARCHING = 'Searching the events';

interface TraceProps {
  readonly trace: OpenTrace;
}

export function EventsTools({ trace }: TraceProps): ReactNode {
  const focus = useApp().feature(filterFocus);
  const wanted = useStore(focus);
  const filter = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (!wanted) return;
    filter.current?.focus({ preventScroll: true });
    focus.set(false);
  }, [focus, wanted]);
  const state = useStore(trace.feature(eventList).state);
  const { looked, total, done } = state;
  const counts = countsOf(state);
  return (
    <>
      <EventFilter trace={trace} input={filter} />
      <Scope trace={trace} />
      <span data-testid="events-count" data-matches={state.matches} data-total={total} data-done={done}>
        {counts}
      </span>
      {!done && (
        <span className="events-progress">
          <progress aria-label="Events searched" value={looked} max={Math.max(1, total)} />
          {count(looked)} of {count(total)} searched
        </span>
      )}
      <DecidingRecords trace={trace} />
      <Announcement text={done ? counts : SEARCHING} />
    </>
  );
}

function countsOf({ matches, total, filter, filterError }: EventListState): string {
  if (filter === '' || filterError !== null) return `${plural(matches, 'event')}`;
  return `${count(matches)} of ${plural(total, 'event')}`;
}

/** Announces a text to screen readers once it stops changing. */
function Announcement({ text }: { readonly text: string }): ReactNode {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className="visually-hidden" role="status">
      {said}
    </span>
  );
}

function Scope({ trace }: TraceProps): ReactNode {
  const { scope } = useStore(trace.feature(eventList).state);
  const selection = useSelected(trace.view, (view) => view.selection);
  return (
    <span className="events-scope">
      <select
        className="field"
        data-testid="events-scope"
        aria-label="Events of"
        value={scope}
        onChange={(event) => trace.feature(eventList).setScope(event.target.value as EventScope)}
      >
        <option value="all">the whole trace</option>
        <option value="visible">the visible range</option>
        <option value="marked" disabled={selection === null}>
          the selection
        </option>
      </select>
    </span>
  );
}
