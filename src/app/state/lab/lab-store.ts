/** The lab, where it is open. Small: the page asks before its code is fetched. */
import type { AppState } from '../app-state';
import type { FeatureState } from '../feature-states';
import { createStore, type Store } from '../store';
import type { Lab } from './lab';

/** Id of its screen. */
export const LAB = 'lab';

export const labStore: FeatureState<AppState, Store<Lab | null>> = {
  create: () => createStore<Lab | null>(null),
};
