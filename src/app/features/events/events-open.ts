/**
 * Opening and closing the event list from anywhere on the page, and where the keyboard goes then. The drawer reads
 * the wish once it stands; the choice itself is kept on this device.
 */
import { choices } from '../../state/choices';
import type { OpenTrace } from '../../state/open-trace';
import { createStore } from '../../state/store';

/** What of the drawer is to have the focus next; null once it has it. */
export const wantedFocus = createStore<'filter' | 'toggle' | null>(null);

/** Without events there is no drawer to open. */
function hasDrawer(trace: OpenTrace): boolean {
  return (trace.snapshot.get()?.progress.events ?? 0) > 0;
}

/** Closing it under the keyboard's hands leaves the focus on its button, not nowhere. */
export function toggleEvents(trace: OpenTrace): void {
  if (!hasDrawer(trace)) return;
  const inside = document.activeElement?.closest('.events-body') != null;
  choices.update((current) => ({ ...current, eventsOpen: !current.eventsOpen }));
  if (inside) wantedFocus.set('toggle');
}

/** Opens the drawer and puts the cursor into its filter. */
export function showFilter(trace: OpenTrace): void {
  if (!hasDrawer(trace)) return;
  choices.update((current) => ({ ...current, eventsOpen: true }));
  wantedFocus.set('filter');
}
