/** The fleet, where there is one. Small: the page asks before its code is fetched. */
import type { AppState } from '../app-state';
import type { FeatureState } from '../feature-states';
import { createStore, type Store } from '../store';
import type { OpenFleet } from './fleet';

/** Id of its screen. */
export const FLEET = 'fleet';

export const fleetStore: FeatureState<AppState, Store<OpenFleet | null>> = {
  create: () => createStore<OpenFleet | null>(null),
};
