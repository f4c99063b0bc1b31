/**
 * Opening and closing the event list from anywhere on the page, and where the keyboard goes then. The drawer reads
 * the wish once it stands; the choice itself is kept on this device.
 */
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import type { OpenTrace } from '../../state/open-trace';
import { createStore, type Store } from '../../state/store';

/** What of the drawer is to have the focus next; null once it has it. */
export const eventsFocus: FeatureState<AppState, Store<'filter' | 'toggle' | null>> = {
  create: () => createStore<'filter' | 'toggle' | null>(null),
};

/** Without events there is no drawer to open. */
function hasDrawer(trace: OpenTrace): boolean {
  return (trace.snapshot.get()?.progress.events ?? 0) > 0;
}

/** Closing it under the keyboard's hands leaves the focus on its button, not nowhere. */
export function toggleEvents(app: AppState, trace: OpenTrace): void {
  if (!hasDrawer(trace)) return;
  const inside = document.activeElement?.closest('.events-body') != null;
  app.choices.update((current) => ({ ...current, eventsOpen: !current.eventsOpen }));
  if (inside) app.feature(eventsFocus).set('toggle');
}

/** Opens the drawer and puts the cursor into its filter. */
export function showFilter(app: AppState, trace: OpenTrace): void {
  if (!hasDrawer(trace)) return;
  app.choices.update((current) => ({ ...current, eventsOpen: true }));
  app.feature(eventsFocus).set('filter');
}
