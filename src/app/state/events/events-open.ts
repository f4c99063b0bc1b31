/**
 * Opens and closes the event list from anywhere on the page, and moves the focus. The tools of the list look at `filterFocus` once they are
 * rendered.
 */
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import { openDrawer, toggleDrawer } from '../drawer';
import type { OpenTrace } from '../traces/open-trace';

/** Tab of the drawer. */
export const EVENTS_TAB = 'events';

/** The filter is to be focused; false once it has the focus. */
export const filterFocus: FeatureState<AppState, Store<boolean>> = { create: () => createStore(false) };

export function hasEvents(trace: OpenTrace): boolean {
  return (trace.snapshot.get()?.progress.events ?? 0) > 0;
}

export function toggleEvents(app: AppState, trace: OpenTrace): void {
  if (hasEvents(trace)) toggleDrawer(app, EVENTS_TAB);
}

/** Opens the list with the record of an event. @param row number of the event in its connection. */
export async function showRecord(app: AppState, trace: OpenTrace, row: number): Promise<void> {
  if (!hasEvents(trace)) return;
  const { eventList } = await import('./trace-events');
  openDrawer(app, EVENTS_TAB);
  trace.feature(eventList).showRow(row);
}

export function showFilter(app: AppState, trace: OpenTrace): void {
  if (!hasEvents(trace)) return;
  openDrawer(app, EVENTS_TAB);
  app.feature(filterFocus).set(true);
}
