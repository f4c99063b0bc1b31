/** The finding whose verdict the dialog is about. */
import type { FeatureState } from '../../state/feature-states';
import type { OpenTrace } from '../../state/open-trace';
import { createStore, type Store } from '../../state/store';

/** Key of a finding; null before one was asked about. */
export const askedFinding: FeatureState<OpenTrace, Store<string | null>> = {
  create: () => createStore<string | null>(null),
};
