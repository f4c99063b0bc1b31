/** What was open before the page was loaded again, and is in no link: as noun phrases; null for nothing. */
import type { AppState } from '../state/app-state';
import type { FeatureState } from '../state/feature-states';
import { createStore, type Store } from '../state/store';

export const lostOnLoad: FeatureState<AppState, Store<readonly string[] | null>> = {
  create: () => createStore<readonly string[] | null>(null),
};
