/**
 * Opens the drawer at a tab at once, whatever of it is loaded; for the event list with the filter to be focused, so that what is typed next
 * is in it.
 */
import type { AppState } from './app-state';
import type { FeatureState } from './feature-states';
import { createStore, type Store } from './store';
import type { OpenTrace } from './traces/open-trace';

/** Id of the tab of the event list. */
export const EVENTS_TAB = 'events';

/** The filter of events is to be focused; false once it has the focus. */
export const filterFocus: FeatureState<AppState, Store<boolean>> = { create: () => createStore(false) };

export function openDrawer(app: AppState, tab: string): void {
  app.choices.update((current) => ({ ...current, eventsOpen: true, drawerTab: tab }));
}

export const hasEvents = (trace: OpenTrace): boolean => (trace.snapshot.get()?.progress.events ?? 0) > 0;

export function openFilter(app: AppState, trace: OpenTrace): void {
  if (!hasEvents(trace)) return;
  openDrawer(app, EVENTS_TAB);
  app.feature(filterFocus).set(true);
}
