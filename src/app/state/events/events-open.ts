/** Opens and closes the event list, and a record in it, from anywhere on the page. Loaded with the screen of a trace, as the list is. */
import type { Choices } from '../../../drawing/view/choices';
import type { View } from '../../../drawing/view/view';
import { type DecidingRecord, heldKey } from '../../../engine/reading/contract/stretches';
import type { AppState } from '../../state/app-state';
import { toggleDrawer } from '../drawer';
import type { FeatureState } from '../feature-states';
import { EVENTS_TAB, hasEvents, openDrawer } from '../open-drawer';
import type { OpenTrace } from '../traces/open-trace';
import { eventList } from './trace-events';

export function toggleEvents(app: AppState, trace: OpenTrace): void {
  if (hasEvents(trace)) toggleDrawer(app, trace, EVENTS_TAB);
}

/** Opens the list with the record of an event. @param row number of the event in its connection. */
export function showRecord(app: AppState, trace: OpenTrace, row: number): void {
  if (!hasEvents(trace)) return;
  openDrawer(app, EVENTS_TAB);
  trace.feature(eventList).showRow(row);
}

/** What stood open before a deciding record was, and in which view: the step back to that view brings it back. */
interface Before extends Pick<View, 'chosen' | 'pinnedUs'>, Pick<Choices, 'eventsOpen' | 'drawerTab'> {
  /** Of the open record; null for none. */
  readonly row: number | null;
}

/** The newest last; and whether a step is being made. */
const opened: FeatureState<OpenTrace, { readonly befores: Before[]; isStepping: boolean }> = {
  create: () => ({ befores: [], isStepping: false }),
};

const openRow = (trace: OpenTrace): number | null =>
  trace.feature(eventList).state.get().record?.event.row ?? null;

/**
 * Opens the record of the next event that decides what is chosen: in the order of its list, and the first one again. Where nothing is
 * chosen, what held the sender is chosen first.
 */
export function showDeciding(app: AppState, trace: OpenTrace): void {
  const main = trace.snapshot.get()?.summary.account?.main ?? null;
  if (trace.view.get().chosen !== null || main === null) {
    showNext(app, trace);
    return;
  }
  const key = heldKey(main);
  trace.choose(key);
  if (trace.stretches.get()?.key === key) showNext(app, trace);
  else {
    const end = trace.stretches.subscribe(() => {
      end();
      if (trace.stretches.get()?.key === key) showNext(app, trace);
    });
  }
}

function showNext(app: AppState, trace: OpenTrace): void {
  const records = trace.stretches.get()?.records ?? [];
  const shown = openRow(trace);
  const next = records[(records.findIndex(({ row }) => row === shown) + 1) % records.length];
  if (next !== undefined) showDecidingRecord(app, trace, next);
  // The list says that no record decides it.
  else if (hasEvents(trace)) openDrawer(app, EVENTS_TAB);
}

/** A step of its own: the step back closes what it opened. */
export function showDecidingRecord(app: AppState, trace: OpenTrace, { row, timeUs }: DecidingRecord): void {
  if (!hasEvents(trace)) return;
  const { chosen, pinnedUs } = trace.view.get();
  const { eventsOpen, drawerTab } = app.choices.get();
  if (pinnedUs !== timeUs) {
    const steps = trace.feature(opened);
    steps.befores.push({ chosen, pinnedUs, eventsOpen, drawerTab, row: openRow(trace) });
    if (steps.befores.length === 1) bringBack(app, trace);
    steps.isStepping = true;
    trace.stepToTime(timeUs);
    steps.isStepping = false;
  }
  showRecord(app, trace, row);
}

/** Until the first of them is back. */
function bringBack(app: AppState, trace: OpenTrace): void {
  const steps = trace.feature(opened);
  const { befores } = steps;
  const end = trace.view.subscribe(() => {
    const { chosen, pinnedUs } = trace.view.get();
    const at = befores.findLastIndex((one) => one.chosen === chosen && one.pinnedUs === pinnedUs);
    const before = befores[at];
    if (before === undefined || steps.isStepping) return;
    befores.splice(at);
    if (at === 0) end();
    const { eventsOpen, drawerTab, row } = before;
    app.choices.update((current) => ({ ...current, eventsOpen, drawerTab }));
    if (row === null) trace.feature(eventList).closeRecord();
    else trace.feature(eventList).showRow(row);
  });
}
