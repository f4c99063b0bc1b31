/** Whether a drag over a plot shifts a trace of the set instead of selecting a range: a state of the set, held by its lead. */
import type { FeatureState } from '../../state/feature-states';
import { createStore, type Store } from '../../state/store';
import type { OpenTrace } from '../traces/open-trace';

export const dragsToAlign: FeatureState<OpenTrace, Store<boolean>> = { create: () => createStore(false) };
