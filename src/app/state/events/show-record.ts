/** Opens the event list with the record of one event. Loaded with the screen of a trace, as the list is. */
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../traces/open-trace';
import { hasDrawer } from './events-open';
import { eventList } from './trace-events';

/** @param row number of the event in its connection. */
export function showRecord(app: AppState, trace: OpenTrace, row: number): void {
  if (!hasDrawer(trace)) return;
  app.choices.update((current) => ({ ...current, eventsOpen: true }));
  trace.feature(eventList).showRow(row);
}
