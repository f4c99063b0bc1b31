/** The table of traces, where there is one. Small: the page asks before anything is read. */
import type { AppState } from '../app-state';
import type { FeatureState } from '../feature-states';
import { createStore, type Store } from '../store';
import type { TraceTable } from './trace-table';

/** Id of its screen. */
export const TABLE = 'table';

export const tableStore: FeatureState<AppState, Store<TraceTable | null>> = {
  create: () => createStore<TraceTable | null>(null),
};

/** The table while it is on the screen. */
export function shownTable(app: AppState): TraceTable | null {
  return app.screens.isShown(TABLE) ? app.feature(tableStore).get() : null;
}
