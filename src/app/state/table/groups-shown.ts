/** Whether the groups of the table are on the screen, in place of its rows. Small: the page asks before anything is grouped. */
import type { AppState } from '../../state/app-state';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';

/** Null for the rows. */
export const groupsShown: FeatureState<AppState, Store<true | null>> = {
  create: (app) => {
    const shown = createStore<true | null>(null);
    app.table.subscribe(() => shown.set(null));
    return shown;
  },
};
