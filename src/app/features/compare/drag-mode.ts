/** Whether a drag over a plot shifts a trace of the set instead of selecting a range: a state of the set, kept by its lead. */
import type { FeatureState } from '../../state/feature-states';
import type { OpenTrace } from '../../state/open-trace';
import { createStore, type Store } from '../../state/store';

export const dragsToAlign: FeatureState<OpenTrace, Store<boolean>> = { create: () => createStore(false) };
