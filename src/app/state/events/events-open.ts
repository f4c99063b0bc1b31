/** Opens and closes the event list, and a record in it, from anywhere on the page. Loaded with the screen of a trace, as the list is. */
import { heldKey } from '../../../engine/reading/contract/stretches';
import type { AppState } from '../../state/app-state';
import { toggleDrawer } from '../drawer';
import { EVENTS_TAB, hasEvents, openDrawer } from '../open-drawer';
import type { OpenTrace } from '../traces/open-trace';
import { eventList } from './trace-events';

export function toggleEvents(app: AppState, trace: OpenTrace): void {
  if (hasEvents(trace)) toggleDrawer(app, EVENTS_TAB);
}

/** Opens the list with the record of an event. @param row number of the event in its connection. */
export function showRecord(app: AppState, trace: OpenTrace, row: number): void {
  if (!hasEvents(trace)) return;
  openDrawer(app, EVENTS_TAB);
  trace.feature(eventList).showRow(row);
}

/**
 * Opens the record of the next event that decides what is chosen: that of the longest time, the first, a typical, the last one, and the
 * longest again. Where nothing is chosen, what held the sender is chosen first.
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
  const shown = trace.feature(eventList).state.get().record?.event.row;
  const next = records[(records.findIndex(({ row }) => row === shown) + 1) % records.length];
  if (next !== undefined) showRecord(app, trace, next.row);
}
