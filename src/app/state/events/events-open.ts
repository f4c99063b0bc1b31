/**
 * Opens and closes the event list from anywhere on the page, and moves the focus. The drawer looks at
 * `eventsFocus` once it is rendered; whether it is open is kept on this device.
 */
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { OpenTrace } from '../traces/open-trace';

/** The part of the drawer to focus next; null once it has the focus. */
export const eventsFocus: FeatureState<AppState, Store<'filter' | 'toggle' | null>> = {
  create: () => createStore<'filter' | 'toggle' | null>(null),
};

export function hasDrawer(trace: OpenTrace): boolean {
  return (trace.snapshot.get()?.progress.events ?? 0) > 0;
}

/** Toggles the drawer; closing it with the focus inside moves the focus to its button. */
export function toggleEvents(app: AppState, trace: OpenTrace): void {
  if (!hasDrawer(trace)) return;
  const inside = document.activeElement?.closest('.events-body') != null;
  app.choices.update((current) => ({ ...current, eventsOpen: !current.eventsOpen }));
  if (inside) app.feature(eventsFocus).set('toggle');
}

/** Opens the drawer with the record of an event. @param row number of the event in its connection. */
export async function showRecord(app: AppState, trace: OpenTrace, row: number): Promise<void> {
  if (!hasDrawer(trace)) return;
  const { eventList } = await import('./trace-events');
  app.choices.update((current) => ({ ...current, eventsOpen: true }));
  trace.feature(eventList).showRow(row);
}

export function showFilter(app: AppState, trace: OpenTrace): void {
  if (!hasDrawer(trace)) return;
  app.choices.update((current) => ({ ...current, eventsOpen: true }));
  app.feature(eventsFocus).set('filter');
}
