/**
 * The drawer at the bottom of the page: filter, scope, list and record of a trace's events. Open, it sticks to the lower
 * edge of the window, so that list and panels are visible together. The model is `EventList`.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MIN_PANEL_PX } from '../../../drawing/view/choices';
import { count, plural } from '../../../engine/base/text/figures';
import { Button } from '../../controls/button';
import { useApp } from '../../controls/use-app';
import { useSelected, useStore } from '../../controls/use-store';
import type { EventListState, EventScope } from '../../state/events/event-list';
import { eventsFocus, toggleEvents } from '../../state/events/events-open';
import { eventList } from '../../state/events/trace-events';
import type { OpenTrace } from '../../state/traces/open-trace';
import { DecidingRecords } from './deciding-records';
import { EventFilter, nothingFound } from './event-filter';
import { EventRecord } from './event-record';
import { EventRows } from './event-rows';
import { EventsEdge } from './events-edge';

/** Share of the window's height that the open drawer takes by default. */
const DEFAULT_SHARE = 0.35;
/** Of the drawer besides list and record: edge, title, filter, status; CSS pixels. */
const FRAME_PX = 112;
/** Counts are announced to screen readers when they have not changed for this long. */
const SETTLED_MS = 700;
const SEARCHING = 'Searching the events';

interface TraceProps {
  readonly trace: OpenTrace;
}

export function EventsDrawer({ trace }: TraceProps): ReactNode {
  const app = useApp();
  const { eventsOpen, heights } = useStore(app.choices);
  const focus = app.feature(eventsFocus);
  const wanted = useStore(focus);
  const section = useRef<HTMLElement | null>(null);
  const toggle = useRef<HTMLButtonElement | null>(null);
  const filter = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    trace.feature(eventList).setOpen(eventsOpen);
    return () => trace.feature(eventList).setOpen(false);
  }, [trace, eventsOpen]);
  useEffect(() => {
    const target = wanted === 'filter' ? filter.current : wanted === 'toggle' ? toggle.current : null;
    if (target === null || (wanted === 'filter') !== eventsOpen) return;
    target.focus({ preventScroll: true });
    focus.set(null);
  }, [focus, wanted, eventsOpen]);
  // In a small window it is at the bottom of the page: scroll to it when the user opens it.
  const wasOpen = useRef(eventsOpen);
  useEffect(() => {
    const opened = eventsOpen && !wasOpen.current;
    wasOpen.current = eventsOpen;
    const { current } = section;
    if (!opened || current === null || getComputedStyle(current).position === 'sticky') return;
    current.scrollIntoView({ block: 'nearest' });
  }, [eventsOpen]);
  // By the height, in CSS, the time axis and scrolled-to elements stay above the drawer.
  useEffect(() => {
    const element = section.current;
    if (!eventsOpen || element === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--events-px', `${element.getBoundingClientRect().height}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--events-px');
    };
  }, [eventsOpen]);
  const height = heights.events ?? Math.max(MIN_PANEL_PX, Math.round(innerHeight * DEFAULT_SHARE) - FRAME_PX);
  return (
    <section
      ref={section}
      className={eventsOpen ? 'events open' : 'events'}
      data-testid="events"
      aria-label="Events"
    >
      {eventsOpen && <EventsEdge height={height} />}
      <Button
        ref={toggle}
        className="events-toggle"
        data-testid="events-toggle"
        aria-expanded={eventsOpen}
        onClick={() => toggleEvents(app, trace)}
      >
        Events {eventsOpen ? '▾' : '▸'}
      </Button>
      {eventsOpen && (
        <div className="events-body">
          <EventFilter trace={trace} input={filter} />
          <Status trace={trace} />
          <Panes trace={trace} height={height} />
        </div>
      )}
    </section>
  );
}

/** The list, and the opened record beside it. */
function Panes({ trace, height }: TraceProps & { readonly height: number }): ReactNode {
  const { record } = useStore(trace.feature(eventList).state);
  const grid = useRef<HTMLDivElement | null>(null);
  const closed = useRef(false);
  // On a narrow screen the list is rendered again only after the record is closed.
  useEffect(() => {
    if (record === null && closed.current) grid.current?.focus({ preventScroll: true });
    closed.current = false;
  }, [record]);
  return (
    <div className={record === null ? 'events-panes' : 'events-panes with-record'} style={{ height }}>
      <EventRows trace={trace} grid={grid} />
      {record !== null && (
        <EventRecord
          record={record}
          onClose={() => {
            closed.current = true;
            trace.feature(eventList).closeRecord();
          }}
        />
      )}
    </div>
  );
}

function countsOf({ matches, total, filter, filterError }: EventListState): string {
  if (filter === '' || filterError !== null) return `${plural(matches, 'event')}`;
  return `${count(matches)} of ${plural(total, 'event')}`;
}

/** Scope, counts, and progress of a filter. */
function Status({ trace }: TraceProps): ReactNode {
  const state = useStore(trace.feature(eventList).state);
  const { looked, total, done, readError } = state;
  const counts = countsOf(state);
  const summary = useStore(trace.snapshot)?.summary;
  const hint = summary === undefined ? null : nothingFound(state, summary);
  return (
    <div className="events-status">
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
      {readError !== null && <span className="filter-error">{readError}</span>}
      <DecidingRecords trace={trace} />
      {hint !== null && <span data-testid="events-nothing">{hint}</span>}
      <Announcement text={done ? [counts, hint].filter((text) => text !== null).join('. ') : SEARCHING} />
    </div>
  );
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
    <label className="events-scope">
      Events of{' '}
      <select
        className="field"
        data-testid="events-scope"
        value={scope}
        onChange={(event) => trace.feature(eventList).setScope(event.target.value as EventScope)}
      >
        <option value="all">the whole trace</option>
        <option value="visible">the visible range</option>
        <option value="marked" disabled={selection === null}>
          the selection
        </option>
      </select>
    </label>
  );
}
