/** Whether the groups of the table are on the screen, in place of its rows. Small: the page asks before anything is grouped. */
import type { AppState } from '../app-state';
import type { FeatureState } from '../feature-states';
import { createStore, type Store } from '../store';
import { tableStore } from './table-store';

/** Null for the rows. */
export const groupsShown: FeatureState<AppState, Store<true | null>> = {
  create: (app) => {
    const shown = createStore<true | null>(null);
    app.feature(tableStore).subscribe(() => shown.set(null));
    return shown;
  },
};
