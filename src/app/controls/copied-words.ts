/** What was copied last, in words, for a while; null for nothing. The feature `copy-picture` shows it. */
import type { AppState } from '../state/app-state';
import type { FeatureState } from '../state/feature-states';
import { createStore, type Store } from '../state/store';

export const copiedWords: FeatureState<AppState, Store<string | null>> = {
  create: () => createStore<string | null>(null),
};
